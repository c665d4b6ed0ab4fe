import type { Queue } from '../../api/triage'
import { aboutSource, type TriageSource } from '../../lib/triage'
import { formatNames } from '../../lib/format'
import { Notice } from '../../ui/notice'
import { TurnedOffNotice } from '../shell/access/guard'
import { CommandButton } from '../shell/commands/command-button'
import { Trouble } from './lead'

type Props = {
  queue: Queue
  /** What this person may read of what there is, and what not. */
  sources: readonly TriageSource[]
  closed: readonly TriageSource[]
}

const again = <CommandButton call="triage.renew" label="Look again" tone="primary" />
const whats = (sources: readonly TriageSource[]) => formatNames(sources.map((source) => aboutSource[source].what))

/** In place of a queue with nothing in it: because there is nothing, or because it is not known. */
export function Nothing({ queue, sources, closed }: Props) {
  if (sources.length === 0 && closed.length === 0) return <TurnedOffNotice title="Triage" />
  if (sources.length === 0)
    return (
      <Notice tone="closed" title="Your role may read nothing of what is listed here">
        {`That would be ${whats(closed)}. An administrator can give you a role that may.`}
      </Notice>
    )
  const read = sources.filter((source) => !queue.failed.some((one) => one.source === source))
  if (read.length === 0)
    return (
      <Notice tone="bad" title="The queue could not be read" actions={again}>
        {queue.failed[0]?.message}
      </Notice>
    )
  return (
    <>
      <Trouble {...queue} closed={closed} />
      <Notice
        tone="good"
        title={read.length < sources.length ? 'Nothing else to triage' : 'Nothing to triage'}
        actions={again}
      >
        {`There are no ${whats(read).replace(/ and /, ' or ')}.`}
      </Notice>
    </>
  )
}
