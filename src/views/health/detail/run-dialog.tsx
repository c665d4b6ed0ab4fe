import { type CheckStatus, resultOf, runMessage } from '../../../api/checks'
import type { Place as PlaceData } from '../../../commands/place'
import { formatDuration } from '../../../lib/format'
import { CopyBlock } from '../../../ui/copy-block'
import { DescriptionList } from '../../../ui/description-list'
import { Dialog } from '../../../ui/dialog'
import { Time } from '../../../ui/time'
import { CommandButton } from '../../shell/commands/command-button'
import { Place } from '../../shell/commands/place'
import { RelatedEventList } from './related-event-list'
import type { HistoryRow } from './history-columns'
import css from './run-dialog.module.css'

const titles = { passed: 'A run that passed', failed: 'A run that failed', 'not run': 'Not run' } as const

type Props = HistoryRow & {
  onClose: () => void
  /** To the run that many further on, or back if negative. */
  onStep: (by: number) => void
  /** A failed run is looked for beyond the page. */
  isSeeking: boolean
  /** The same, counting those that failed. */
  onStepFailed: (by: number) => void
}

/** One run with its whole message, and the events around it if its result was new; keys lead to those beside it. */
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
      title={titles[resultOf(run)]}
      onClose={onClose}
      // Focus begins here: whoever opens one run often wants the one before it.
      actions={
        <Place {...place} className={css.steps}>
          <CommandButton call="detail.next" label="Older" />
          <CommandButton call="detail.previous" label="Newer" />
          <CommandButton call="list.nextProblem" label="Older failed" />
          {/* Heard when the key is pressed. */}
          {isSeeking && <span aria-hidden="true">Looking…</span>}
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
        <section aria-label="What happened around it">
          <h3 className={css.heading}>What happened around it</h3>
          <RelatedEventList list={near} />
        </section>
      )}
    </>
  )
}
