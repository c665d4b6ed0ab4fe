import { type CheckStatus, runVerdict, runMessage } from '@/api/health/checks'
import type { PlaceData } from '@/commands/place'
import { formatDuration } from '@/shared/format'
import { CopyBlock } from '@/ui/copy-block'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Time } from '@/ui/time'
import { CommandButton } from '../../shared/commands/command-button'
import { Place } from '../../shared/commands/place'
import { RelatedEventList } from './related-event-list'
import type { HistoryRow } from './history-columns'
import css from './run-dialog.module.css'

const titles = { passed: 'Passed run', failed: 'Failed run', 'not run': 'Not run' } as const

type Props = HistoryRow & {
  onClose: () => void
  /** Opens the run `by` steps further on, or back if negative. */
  onStep: (by: number) => void
  /** A search for a failed run beyond the page is in progress. */
  isSeeking: boolean
  /** The same as `onStep`, counting only failed runs. */
  onStepFailed: (by: number) => void
}

/** One run with its full message, and with related events if its result changed. Keys open adjacent runs. */
export function RunDialog({ run, near, onClose, isSeeking, onStep, onStepFailed }: Props) {
  const place: PlaceData = {
    scope: 'detail',
    of: 'result',
    handlers: {
      'detail.next': onStep,
      'detail.previous': (count) => onStep(-count),
      'list.nextProblem': onStepFailed,
      'list.previousProblem': (count) => onStepFailed(-count),
      'detail.back': onClose,
    },
  }
  return (
    <Dialog
      title={titles[runVerdict(run)]}
      onClose={onClose}
      // Initial focus is here, because users often continue to the previous run.
      actions={
        <Place {...place} className={css.steps}>
          <CommandButton call="detail.next" label="Older" />
          <CommandButton call="detail.previous" label="Newer" />
          <CommandButton call="list.nextProblem" label="Older failed" />
          {/* The key press announces it to screen readers. */}
          {isSeeking && <span aria-hidden="true">Searching…</span>}
        </Place>
      }
    >
      <Place {...place} className={css.body}>
        <RunFacts run={run} near={near} />
      </Place>
    </Dialog>
  )
}

const RunFacts = ({ run, near }: { run: CheckStatus; near: HistoryRow['near'] }) => {
  const words = runMessage(run)
  return (
    <>
      <DescriptionList
        items={[
          { name: 'Time', value: <Time at={run.time} as="exact" /> },
          { name: 'Age', value: <Time at={run.time} as="elapsed" /> },
          {
            name: 'Duration',
            value: typeof run.duration === 'number' && run.status !== null ? formatDuration(run.duration) : null,
          },
        ]}
      />
      {words && <CopyBlock label="Message" code={words} />}
      {near.length > 0 && (
        <section aria-label="Related events">
          <h3 className={css.heading}>Related events</h3>
          <RelatedEventList list={near} />
        </section>
      )}
    </>
  )
}
