import { useEffect, useLayoutEffect, useRef } from 'react'
import { learning } from '../../../commands/stores/key-preference-store'
import { caps, spoken } from '../../../keymap/display'
import type { Lesson } from '../../../keymap/learn'
import { createStore } from '../../../lib/store'
import { Button } from '../../../ui/button'
import { Kbd } from '../../../ui/kbd'
import { announce } from '../../../ui/voice'
import css from './hint-strip.module.css'
import { reserve } from '../messages/reserve'
import { useStore } from '../stores'

const lesson = createStore<Lesson | undefined>(undefined)

/** Announces and shows the effect that a key press would have. */
export function teachLesson(next: Lesson): void {
  lesson.set(next)
  announce(`${spoken(next.keys)}: ${next.message}`)
}

export function endLesson(): void {
  lesson.set(undefined)
  learning.set(false)
  announce('Learning mode ended.')
}

/** The strip above the page in the learning mode. */
export function LearnStrip() {
  return useStore(learning) ? <Strip /> : null
}

function Strip() {
  const now = useStore(lesson)
  const strip = useRef<HTMLElement>(null)
  useEffect(
    () => announce('Learning mode. Press any key to hear its command, which does not run. Press Escape to stop.'),
    []
  )
  useLayoutEffect(() => (strip.current ? reserve(strip.current, '--learn') : undefined), [])
  return (
    <section ref={strip} className={css.learn} aria-label="Learning keys">
      <strong>Learning keys</strong>
      <span className={css.lesson}>
        {now && <Kbd caps={caps(now.keys)} />}
        {now?.message ?? 'Press any key to see its command. The command does not run.'}
      </span>
      <Button onPress={endLesson} description="Escape">
        Stop learning
      </Button>
    </section>
  )
}
