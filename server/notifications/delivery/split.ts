import type { Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { toStorableJson } from '../../data/db/storable-json'
import { type ClaimedSend, recipientMember } from './claim'
import type { Destination } from './destination'
import { composeRecipientKey, type RecipientColumns } from './recipient'

type Other = { destination: Destination; recipient: RecipientColumns }

/** Stores a message of its own for each further service of a rule. They are due at once. */
export async function insertMoreSends(
  tx: Queryable,
  { id, status, payload }: ClaimedSend,
  serviceMember: string,
  others: readonly Other[],
  now: Date
): Promise<void> {
  for (const { destination, recipient } of others) {
    const own = {
      ...payload,
      [recipientMember(status)]: composeRecipientKey(destination, recipient) ?? '',
      [serviceMember]: destination.kind === 'service' ? destination.key : '',
    }
    await tx.run(sql`
      insert into notification_send_history (notification_id, body, status, not_before, retries, payload, source_event,
        resource_id, resource_health, resource_status, resource_health_description, team_id, connection_id, group_id,
        error, count, first_observed, created_at)
      select notification_id, body, case status when 'evaluating-waitfor' then 'pending' else status end, ${now}, 0,
        ${toStorableJson(own)}::jsonb, source_event, resource_id, resource_health, resource_status,
        resource_health_description, ${recipient.teamId}, ${recipient.connectionId}, group_id, error, count,
        first_observed, created_at
      from notification_send_history where id = ${id}`)
  }
}
