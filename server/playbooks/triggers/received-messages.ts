import { DatabaseError, type Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { SignedMessage } from './webhook'

/** The id of the run that a message has started; undefined for a new message. */
export async function findRunOfMessage(
  db: Queryable,
  playbookId: string,
  signed: SignedMessage | undefined,
  now: Date
): Promise<string | undefined> {
  if (!signed) return undefined
  const [found] = await db.query<{ run_id: string }>(sql`
    select run_id::text from console.webhook_messages
    where playbook_id = ${playbookId} and message = ${signed.message} and expires_at >= ${now}`)
  return found?.run_id
}

/**
 * Remembers that a message has started a run, in the transaction that stores the run.
 * @throws {DatabaseError} `isRepeatedMessage`, if another transaction has done so meanwhile
 */
export async function rememberMessage(
  tx: Queryable,
  playbookId: string,
  { message, expiresAt }: SignedMessage,
  { runId, now }: { runId: string; now: Date }
): Promise<void> {
  await tx.run(sql`delete from console.webhook_messages where expires_at < ${now}`)
  await tx.run(sql`
    insert into console.webhook_messages (playbook_id, message, run_id, expires_at)
    values (${playbookId}, ${message}, ${runId}, ${expiresAt})`)
}

export const isRepeatedMessage = (error: unknown) =>
  error instanceof DatabaseError && error.code === '23505' && error.message.includes('webhook_messages_pkey')
