import { resultOf, runMessage } from '../../../api/checks'
import { formatDuration } from '../../../lib/format'
import { CopyBlock } from '../../../ui/copy-block'
import { DescriptionList } from '../../../ui/description-list'
import { Dialog } from '../../../ui/dialog'
import { Time } from '../../../ui/time'
import { RelatedEventList } from './related-event-list'
import type { HistoryRow } from './history-columns'
import css from './run-dialog.module.css'

const titles = { passed: 'A run that passed', failed: 'A run that failed', 'not run': 'Not run' } as const

/** One run with its whole message, and the events around it if its result was new. */
export function RunDialog({ run, near, onClose }: HistoryRow & { onClose: () => void }) {
  const words = runMessage(run)
  return (
    <Dialog title={titles[resultOf(run)]} onClose={onClose}>
      <div className={css.body}>
        <DescriptionList
          items={[
            { name: 'Time', value: <Time at={run.time} /> },
            { name: 'Age', value: <Time at={run.time} as="elapsed" /> },
            {
              name: 'Duration',
              value: typeof run.duration === 'number' && run.status !== null ? formatDuration(run.duration) : null,
            },
          ]}
        />
        {words && <CopyBlock label="Message" code={words} />}
        {near.length > 0 && (
          <section aria-label="What happened around it">
            <h3 className={css.heading}>What happened around it</h3>
            <RelatedEventList list={near} />
          </section>
        )}
      </div>
    </Dialog>
  )
}
