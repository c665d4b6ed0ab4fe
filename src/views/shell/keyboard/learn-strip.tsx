import { isLearnMode } from '@/commands/stores/key-preference-store'
import { keyCaps, formatKeys } from '@/keymap/display'
import type { KeyLesson } from '@/keymap/learn'
import { createStore } from '@/lib/store'
import { Button } from '@/ui/button'
import { useAnnouncement } from '@/ui/hooks'
import { Kbd } from '@/ui/kbd'
import { announce } from '@/ui/voice'
import css from './hint-strip.module.css'
import { reserveStrip } from '../messages/reserve-space'
import { useStore } from '../../shared/stores'

const lesson = createStore<KeyLesson | undefined>(undefined)

/** Announces and shows the effect that a key press would have. */
export function showLesson(next: KeyLesson): void {
  lesson.set(next)
  announce(`${formatKeys(next.keys)}: ${next.message}`)
}

export function endLesson(): void {
  lesson.set(undefined)
  isLearnMode.set(false)
  announce('Learning mode ended.')
}

/** The strip above the page in the learning mode. */
export function LearnStrip() {
  return useStore(isLearnMode) ? <Strip /> : null
}

const reserve = (strip: HTMLElement) => reserveStrip(strip, '--learn')

function Strip() {
  const now = useStore(lesson)
  useAnnouncement('Learning mode. Press any key to hear its command, which does not run. Press Escape to stop.')
  return (
    <section ref={reserve} className={css.learn} aria-label="Learning keys">
      <strong>Learning keys</strong>
      <span className={css.lesson}>
        {now && <Kbd caps={keyCaps(now.keys)} />}
        {now?.message ?? 'Press any key to see its command. The command does not run.'}
      </span>
      <Button onPress={endLesson} description="Escape">
        Stop learning
      </Button>
    </section>
  )
}
