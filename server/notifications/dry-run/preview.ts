import { z } from 'zod'
import type { PersonReader } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import { evaluateFor } from '../../platform/expression/evaluator'
import { type NotificationEvent, parseResourceKind } from '../event'
import { listPastEvents, type MessageRow, parseMessageEvent, type PastEvent } from '../past/events'
import { createPastEventReader } from '../past/read-event'
import { EvaluationDelayedError, matchesRule } from '../rules/matching'
import { type MessageOptions, renderMessage } from '../rules/message-text'
import { type Rule, RuleError } from '../rules/rule'
import {
  DRY_RUN_DEADLINE_MS,
  type DryRunDeps,
  type EventResourceName,
  mayReadEvent,
  nameEventResource,
} from './dry-run'
import { createRecipientFinder, type Recipient } from './recipients'

/** How far back past events are offered. */
const DAYS = 7
const DAY_MS = 86_400_000

/** An event to render a message for: the one of a message, or the newest one with a name. */
export const eventChoiceSchema = z.union([
  z.object({ send_id: z.guid() }),
  z.object({ name: z.string().max(100), resource_id: z.guid().optional() }),
])
export type EventChoice = z.output<typeof eventChoiceSchema>

type PreviewError = { field: 'filter' | 'title' | 'template'; message: string }

export type MessagePreview = {
  event: string
  at: string
  resource: EventResourceName | null
  /** Absent if the template cannot be filled in. */
  title?: string
  body?: string
  recipients: readonly Recipient[]
  /** Why nobody would receive it, or not the first recipient, as a sentence. */
  recipientReason?: string
  isMatch: boolean
  /** The result of the filter; absent without a filter or a result. */
  filterResult?: boolean
  error?: PreviewError
}

/**
 * Renders the message of a rule for an event. Nothing is sent or stored.
 * @throws {HttpError} 404 when there is no such event, or the caller may not read it.
 */
export async function previewMessage(rule: Rule, choice: EventChoice, deps: DryRunDeps): Promise<MessagePreview> {
  const { reader, siteUrl, owner, mayRead } = deps
  const evaluate = evaluateFor(deps.evaluate, owner)
  const past = await chooseEvent(choice, deps)
  const event = await createPastEventReader(reader)(past)
  if (!event) throw new HttpError(404, 'The event cannot be read: its resource was removed, or you may not read it.')
  const match = await matchesRule({ ...rule, events: [event.name] }, event, evaluate).catch(describeDelay)
  const text = renderParts(rule, event, { siteUrl, now: event.createdAt })
  const receivers = await createRecipientFinder({ reader, evaluate, mayRead })(rule, event).catch(describeRuleError)
  const error = match.error === undefined ? text.error : ({ field: 'filter', message: match.error } as const)
  return {
    event: event.name,
    at: event.createdAt.toISOString(),
    resource: nameEventResource(event),
    ...(text.title !== undefined && { title: text.title }),
    ...(text.body !== undefined && { body: text.body }),
    recipients: receivers.recipients,
    ...(receivers.reason !== undefined && { recipientReason: receivers.reason }),
    isMatch: match.isMatch && rule.events.includes(event.name),
    ...(rule.filter !== undefined && match.error === undefined && { filterResult: match.isMatch }),
    ...(error && { error }),
  }
}

function describeDelay(error: unknown): { isMatch: false; error: string } {
  if (!(error instanceof EvaluationDelayedError)) throw error
  return { isMatch: false, error: 'The filters need too much time. Try again in a minute.' }
}

function describeRuleError(error: unknown): { recipients: []; reason: string } {
  if (error instanceof RuleError) return { recipients: [], reason: error.message }
  return { recipients: [], reason: describeDelay(error).error }
}

/** Renders as much as can be rendered: an error in the title leaves the body. */
function renderParts(
  rule: Rule,
  event: NotificationEvent,
  options: MessageOptions
): { title?: string; body?: string; error?: PreviewError } {
  try {
    const { title, message } = renderMessage(rule, event, options)
    return { title, body: message }
  } catch (error) {
    if (!(error instanceof RuleError) || error.field === undefined) throw error
    const { field, message } = error
    const { title, body } = renderParts({ ...rule, [field]: undefined }, event, options)
    const rest = field === 'title' ? { ...(body !== undefined && { body }) } : { ...(title !== undefined && { title }) }
    return { ...rest, error: { field, message } }
  }
}

/**
 * Finds the event that a caller has chosen. A resource that had no such event is read as if it had happened now.
 * @throws {HttpError}
 */
export async function chooseEvent(choice: EventChoice, deps: DryRunDeps): Promise<PastEvent> {
  const { reader, now } = deps
  if ('send_id' in choice) return readSentEvent(reader, choice.send_id, deps)
  const { name, resource_id: about } = choice
  if (!mayReadEvent(deps, name)) throw new HttpError(404, `There is no event ${name.slice(0, 100)} that you may read.`)
  const { events } = await listPastEvents(reader, {
    names: [name],
    since: new Date(now.getTime() - DAYS * DAY_MS),
    until: now,
    ...(about !== undefined && { about }),
    most: 1,
    deadline: Date.now() + DRY_RUN_DEADLINE_MS,
  })
  const [event] = events
  if (event) return event
  if (about !== undefined && parseResourceKind(name) !== undefined)
    return { name, createdAt: now, properties: { id: about } }
  throw new HttpError(404, `No event ${name} happened within the last ${DAYS} days.`)
}

async function readSentEvent(reader: PersonReader, id: string, deps: DryRunDeps): Promise<PastEvent> {
  const [row] = await reader.query<MessageRow>(sql`
    select id::text, source_event, resource_id::text, payload, created_at from notification_send_history
    where id = ${id}`)
  if (!row || !mayReadEvent(deps, row.source_event)) throw new HttpError(404, `There is no message with this id: ${id}`)
  return parseMessageEvent(row)
}

type RecentEvent = { name: string; at: string; resource: EventResourceName | null; send_id?: string }

/** The newest past events that the caller may read, of the last seven days. */
export async function listRecentEvents(
  names: readonly string[],
  limit: number,
  deps: DryRunDeps
): Promise<RecentEvent[]> {
  const found = await readRecentEvents(names, limit, deps)
  return found.map(({ past, event }) => ({
    name: event.name,
    at: event.createdAt.toISOString(),
    resource: nameEventResource(event),
    ...(past.sendId !== undefined && { send_id: past.sendId }),
  }))
}

/** Reads the newest past events, the newest first. */
export async function readRecentEvents(
  names: readonly string[],
  limit: number,
  deps: DryRunDeps
): Promise<{ past: PastEvent; event: NotificationEvent }[]> {
  const { reader, now } = deps
  const { events } = await listPastEvents(reader, {
    names: names.filter((name) => mayReadEvent(deps, name)),
    since: new Date(now.getTime() - DAYS * DAY_MS),
    until: now,
    most: limit,
    deadline: Date.now() + DRY_RUN_DEADLINE_MS,
  })
  const readEvent = createPastEventReader(reader)
  const read: { past: PastEvent; event: NotificationEvent }[] = []
  for (const past of events.toReversed()) {
    const event = await readEvent(past)
    if (event) read.push({ past, event })
  }
  return read
}
