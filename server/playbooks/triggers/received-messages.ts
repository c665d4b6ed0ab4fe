import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { SignedMessage } from './webhook'

/**
 * Stores the run of a webhook, unless its message has already started one.
 * @param store stores the run in the same transaction, and returns its id
 * @returns the id of the run that the message has started, and whether that was before
 */
export async function storeOnce(
  tx: Queryable,
  playbookId: string,
  signed: SignedMessage | undefined,
  now: Date,
  store: () => Promise<string>
): Promise<{ runId: string; isRepeated: boolean }> {
  if (!signed) return { runId: await store(), isRepeated: false }
  await tx.run(sql`delete from console.webhook_messages where expires_at < ${now}`)
  const reserved = crypto.randomUUID()
  // A concurrent transaction with the same message waits here until this one ends.
  const [first] = await tx.query(sql`
    insert into console.webhook_messages (playbook_id, message, run_id, expires_at)
    values (${playbookId}, ${signed.message}, ${reserved}, ${signed.expiresAt})
    on conflict do nothing returning run_id`)
  if (!first) {
    const [before] = await tx.query<{ run_id: string }>(sql`
      select run_id::text from console.webhook_messages
      where playbook_id = ${playbookId} and message = ${signed.message}`)
    return { runId: before?.run_id ?? '', isRepeated: true }
  }
  const runId = await store()
  await tx.run(sql`
    update console.webhook_messages set run_id = ${runId}
    where playbook_id = ${playbookId} and message = ${signed.message}`)
  return { runId, isRepeated: false }
}
