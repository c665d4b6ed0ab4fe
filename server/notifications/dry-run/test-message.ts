import { setTimeout } from 'node:timers/promises'
import type { Db } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { toStorableJson } from '../../data/db/storable-json'
import { HttpError } from '../../http/errors'
import { composeBody } from '../dispatch/body'
import { countRecentSends, describeLimit } from '../dispatch/obstacles'
import { createPastEventReader } from '../past/read-event'
import { renderMessage } from '../rules/message-text'
import { findRule, RuleError, type StoredRule } from '../rules/rule'
import { composePayload, subjectOf, toTest, UNTESTED_PLAYBOOK, waitingStatuses } from '../send-row'
import type { DryRunDeps } from './dry-run'
import { chooseEvent, type EventChoice, readRecentEvents } from './preview'

const POLL_EVERY_MS = 200

/**
 * Stores a message that is due at once, marked as a test. The sender sends it like any other, but only once and to no
 * fallback recipient. It counts for the limit of the rule, and holds back no message.
 * @param choice undefined for the newest event of the rule.
 * @returns the id of the message.
 * @throws {HttpError} when the rule or the event cannot be used.
 */
export async function queueTest(
  db: Db,
  ruleId: string,
  choice: EventChoice | undefined,
  deps: DryRunDeps
): Promise<string> {
  const { reader, siteUrl, now } = deps
  const rule = await readTestedRule(db, ruleId, deps)
  const [newest] = choice ? [] : await readRecentEvents(rule.events, 1, deps)
  if (!choice && !newest)
    throw new HttpError(
      404,
      'No event of this rule happened within the last 7 days. Choose another event for the test.'
    )
  const event = choice ? await createPastEventReader(reader)(await chooseEvent(choice, deps)) : newest?.event
  if (!event) throw new HttpError(404, 'The event cannot be read: its resource was removed, or you may not read it.')
  const limit = describeLimit(await countRecentSends(db, rule.id, now))
  if (limit !== undefined) throw new HttpError(409, limit)
  const { recipient } = rule
  const [stored] = await db.requests.query<{ id: string }>(sql`
    insert into notification_send_history (notification_id, body, status, not_before, retries, payload, source_event,
      resource_id, person_id, team_id, first_observed, created_at)
    values (${rule.id}, ${composeTestBody(rule, () => renderMessage(rule, event, { siteUrl, now }))}, 'pending', ${now}, 0,
      ${toStorableJson(toTest(composePayload(rule, event)))}::jsonb, ${event.name}, ${subjectOf(event)},
      ${recipient?.kind === 'person' ? recipient.id : null}, ${recipient?.kind === 'team' ? recipient.id : null},
      ${now}, ${now})
    returning id::text`)
  if (!stored) throw new Error('The test could not be stored')
  return stored.id
}

async function readTestedRule(db: Db, id: string, { reader }: DryRunDeps): Promise<StoredRule> {
  const [seen] = await reader.query(sql`select from notifications where id = ${id} and deleted_at is null`)
  const { rule, error } = seen ? await findRule(db, id) : {}
  if (error !== undefined) throw new HttpError(409, error)
  if (!rule) throw new HttpError(404, `There is no notification rule with this id: ${id}`)
  if (!rule.recipient) throw new HttpError(409, 'The rule has no recipient.')
  if (rule.recipient.kind === 'playbook') throw new HttpError(409, UNTESTED_PLAYBOOK)
  return rule
}

/** The sender renders the message again and stores why it cannot. */
function composeTestBody({ name }: StoredRule, render: () => { title: string; message: string }): string {
  try {
    const { title, message } = render()
    return composeBody({ title: `Test: ${title}`, message })
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    return composeBody({ title: `Test: ${name}`, message: '' })
  }
}

/** The outcome of a message: `pending` if the time was too short. */
type Outcome = { id: string; status: string; error?: string; duration_millis?: number }

/** Waits until a message was sent, or could not be. */
export async function readOutcome(db: Db, id: string, waitMs: number): Promise<Outcome> {
  const until = Date.now() + waitMs
  for (;;) {
    const [row] = await db.requests.query<{ status: string; error: string | null; duration_millis: number | null }>(sql`
      select status, error, duration_millis from notification_send_history where id = ${id}`)
    const status = row?.status ?? 'pending'
    if (!waitingStatuses.some((one) => one === status) || Date.now() >= until)
      return {
        id,
        status,
        ...(row?.error && { error: row.error }),
        ...(typeof row?.duration_millis === 'number' && { duration_millis: row.duration_millis }),
      }
    await setTimeout(POLL_EVERY_MS)
  }
}
