import type { TriageQueue } from '@/api/triage/triage'
import { sourceDetails, type TriageSource } from '@/lib/triage/triage'
import { formatNames } from '@/shared/format'
import { Notice } from '../../ui/notice'
import { TurnedOffNotice } from '../shared/access/page-guard'
import { CommandButton } from '../shared/commands/command-button'
import { QueueWarnings } from './queue-summary'

type Props = {
  queue: TriageQueue
  /** Sources that the user may read. */
  sources: readonly TriageSource[]
  /** Sources that the user has no permission to read. */
  closed: readonly TriageSource[]
}

const reload = <CommandButton call="triage.renew" label="Reload queue" tone="primary" />
const sourceNames = (sources: readonly TriageSource[]) =>
  formatNames(sources.map((source) => sourceDetails[source].what))

/** Replaces an empty queue, and distinguishes "nothing to triage" from "nothing could be read". */
export function EmptyQueue({ queue, sources, closed }: Props) {
  if (sources.length === 0 && closed.length === 0) return <TurnedOffNotice title="Triage" />
  if (sources.length === 0)
    return (
      <Notice tone="closed" title="Your role cannot read any triage source">
        {`Triage lists ${sourceNames(closed)}. Ask an administrator for a role that can read them.`}
      </Notice>
    )
  const read = sources.filter((source) => !queue.failed.some((one) => one.source === source))
  if (read.length === 0)
    return (
      <Notice tone="bad" title="The queue could not be read" actions={reload}>
        {queue.failed[0]?.message}
      </Notice>
    )
  return (
    <>
      <QueueWarnings {...queue} closed={closed} />
      <Notice
        tone="good"
        title={read.length < sources.length ? 'Nothing else to triage' : 'Nothing to triage'}
        actions={reload}
      >
        {`There are no ${sourceNames(read).replace(/ and /, ' or ')}.`}
      </Notice>
    </>
  )
}
