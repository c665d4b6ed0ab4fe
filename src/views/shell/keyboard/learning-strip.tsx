import { keyCaps } from '@/keymap/display'
import { Button } from '@/ui/button'
import { useAnnouncement } from '@/ui/hooks'
import { Kbd } from '@/ui/kbd'
import css from './hint-strip.module.css'
import { endLesson, lesson } from './learn-strip'
import { reserveStrip } from './reserve-strip'
import { useStore } from '../../shared/stores'

const reserve = (strip: HTMLElement) => reserveStrip(strip, '--learn')

/** Shows the command of each key press, and ends the learning mode. */
export default function LearningStrip() {
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
