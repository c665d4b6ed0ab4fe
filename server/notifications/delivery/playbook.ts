import type { Db, PersonReader, Queryable } from '../../data/db/db'
import type { ResourceKind } from '../../platform/selection/find-resource'
import type { NotificationEvent } from '../event'
import { type ClaimedSend, changeSend } from './claim'
import { DestinationError } from './destination'

/**
 * Plans the run of a playbook that receives a message, for its resource and on behalf of the last author of the rule.
 * @returns a function that stores the run in a transaction and returns its id, or why there is none, as a sentence.
 */
export type PlanRun = (run: {
  playbookId: string
  messageId: string
  writer: string | null
  reader: PersonReader
  resource: { kind: ResourceKind; id: string } | undefined
  eventAt: Date
}) => Promise<((tx: Queryable) => Promise<string>) | string>

type Deps = { db: Db; planRun: PlanRun; reader: PersonReader; writer: string | null }

/**
 * Stores a run of the playbook. When the run ends, the database stores the outcome with the message.
 * @throws {DestinationError} when it cannot be run.
 */
export async function startPlaybook(
  { db, planRun, reader, writer }: Deps,
  send: ClaimedSend,
  playbookId: string,
  { event, body }: { event: NotificationEvent; body: string }
): Promise<void> {
  const { resource, createdAt: eventAt } = event
  const store = await planRun({ playbookId, messageId: send.id, writer, reader, resource, eventAt })
  if (typeof store === 'string') throw new DestinationError(store)
  try {
    await db.transaction(async (tx) => {
      const change = { status: 'pending_playbook_run', body, error: null, notBefore: null }
      // The run of another attempt would be a second one.
      if (!(await changeSend(tx, send, { ...change, playbookRunId: await store(tx) }))) throw new LeaseEndedError()
    })
  } catch (error) {
    if (!(error instanceof LeaseEndedError)) throw error
  }
}

class LeaseEndedError extends Error {
  override readonly name = 'LeaseEndedError'
}
