import { useQuery } from '@tanstack/react-query'
import { eventQueue, type QueuedEvent, queuedEventName } from '@/api/settings/event-queue'
import type { Target } from '@/commands/command'
import { formatCount } from '@/shared/format'
import { Button } from '@/ui/button'
import { DescriptionList } from '@/ui/description-list'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { Time } from '@/ui/time'
import type { CommandDialogProps } from '../../shared/forms/command-dialog'
import { QueryState } from '../../shared/query/query-state'
import css from './event-queue.module.css'

/** The waiting events with one name, each with its error and its properties. */
export default function QueueDialog({ known, onClose }: CommandDialogProps) {
  const [target] = known['events'] as readonly Target<'queuedevent'>[]
  const name = queuedEventName(target?.id ?? '')
  const read = useQuery(eventQueue.byName(name))
  return (
    <Dialog
      title={`Waiting events: ${name}`}
      actions={
        <Button tone="primary" onPress={() => void onClose()}>
          Done
        </Button>
      }
      onClose={() => void onClose()}
    >
      <QueryState
        query={read}
        what="the events"
        as="pane"
        isEmpty={({ rows }) => rows.length === 0}
        empty={
          <Notice tone="empty" title="No such event is waiting">
            The events were handled meanwhile.
          </Notice>
        }
      >
        {({ rows, total }) => (
          <>
            <ul className={css.events} aria-label="Events">
              {rows.map((event) => (
                <li key={event.id} className={css.event}>
                  <Event {...event} />
                </li>
              ))}
            </ul>
            {total > rows.length && (
              <p className={css.quiet}>
                {rows.length} of {total.toLocaleString('en')} events, those with an error first.
              </p>
            )}
          </>
        )}
      </QueryState>
    </Dialog>
  )
}

function Event({ created_at, last_attempt, attempts, error, properties }: QueuedEvent) {
  return (
    <>
      {error && (
        <p className={css.error}>
          <bdi>{error}</bdi>
        </p>
      )}
      <DescriptionList
        items={[
          { name: 'Created', value: <Time at={created_at} as="ago" /> },
          ...(attempts
            ? [
                {
                  name: 'Attempts',
                  value: (
                    <>
                      {formatCount(attempts, 'attempt')}
                      {last_attempt && (
                        <>
                          , the last one <Time at={last_attempt} as="ago" />
                        </>
                      )}
                    </>
                  ),
                },
              ]
            : []),
          ...Object.entries(properties ?? {}).map(([name, value]) => ({
            name,
            value: <bdi className={css.value}>{typeof value === 'string' ? value : JSON.stringify(value)}</bdi>,
          })),
        ]}
      />
    </>
  )
}
