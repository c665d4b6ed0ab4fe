import type { Journal } from '@/commands/journal'
import { Button } from '@/ui/button'
import css from '../../shared/messages/running-commands.module.css'
import { useStore } from '../../shared/stores'

/** The progress of long commands. Not a live region, because commands announce their progress themselves. */
export function RunningCommands({ journal }: { journal: Journal }) {
  const running = useStore(journal.running)
  if (running.length === 0) return null
  return (
    <section aria-label="Running commands" className={css.stack}>
      {running.map(({ id, title, done, of, stop }) => (
        <div key={id} className={css.running}>
          <span className={css.title}>{title}</span>
          <progress className={css.bar} value={done} max={of} aria-label={title} />
          <span className={css.count}>
            {done} of {of}
          </span>
          <Button tone="bare" label={`Stop: ${title}`} onPress={stop}>
            Stop
          </Button>
        </div>
      ))}
    </section>
  )
}
