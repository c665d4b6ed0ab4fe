import { z } from 'zod'
import type { PersonReader } from '../../data/db/db'
import { type Evaluate, evaluateFor } from '../../platform/expression/evaluator'
import { formatDuration } from '@/shared/format'
import type { AccessObject } from '@/shared/access/policy'
import { decideSend } from '../dispatch/decide'
import { RUN_SOURCE } from '../dispatch/events'
import { describeObsolescence } from '../dispatch/obsolete'
import type { SendDecision } from '../dispatch/store-send'
import { type NotificationEvent, parseResourceKind } from '../event'
import { reportedHealth } from '../health-events'
import { listPastEvents, type PastEvent } from '../past/events'
import { createPastEventReader } from '../past/read-event'
import { EvaluationDelayedError, findEventObject, listensTo, matchesRule } from '../rules/matching'
import { renderMessage } from '../rules/message-text'
import { type Rule, RuleError } from '../rules/rule'
import { subjectOf } from '../send-row'
import { findSilence } from '../silences/match'
import { createRecipientFinder, type Recipient } from './recipients'
import { createSimulatedHistory, type SimulatedSend } from './simulated-history'

const MOST_EVENTS = 5000
const MOST_RESOURCES = 500
const MOST_MESSAGES = 200
export const DRY_RUN_DEADLINE_MS = 10_000

export type DryRunDeps = {
  reader: PersonReader
  evaluate: Evaluate
  /** The owner of the time that expressions take. */
  owner: string
  /** Whether the caller may read a relation. */
  mayRead: (relation: string) => boolean
  /** Whether the caller may read an object. */
  mayReadObject: (object: AccessObject) => boolean
  siteUrl: string
  now: Date
  deadlineMs?: number
}

/** The outcome of an event. A message that is not due yet is `pending`. */
const statuses = [
  'sent',
  'pending',
  'error',
  'silenced',
  'repeat-interval',
  'inhibited',
  'grouped',
  'skipped',
  'filtered',
] as const
type Status = (typeof statuses)[number]

const toMessageStatus = (status: string): DryRunMessage['status'] =>
  statuses.find((one): one is DryRunMessage['status'] => one === status && one !== 'filtered') ?? 'pending'

/** The resource of an event, for a list. */
export type EventResourceName = { id: string; name: string; kind: string; type: string | null }

type DryRunMessage = {
  event: string
  at: string
  status: Exclude<Status, 'filtered'>
  reason?: string
  resource: EventResourceName | null
  recipient?: Recipient
  title?: string
  /** When it would have been sent, after the wait of the rule. */
  sentAt?: string
}

export type DryRun = {
  since: string
  until: string
  /** The number of events that the rule is about. */
  events: number
  isPartial: boolean
  partialReason?: string
  counts: Record<Status, number>
  /** The newest first. */
  messages: DryRunMessage[]
  /** Why the rule has stopped sending messages, as a sentence. */
  error?: string
}

/**
 * Finds the messages that a rule would have sent over the last hours, with their recipients. Nothing is sent or stored.
 * The decisions are those of the engine, on messages that are simulated from the first event on. Resources are read as
 * they are now, except for their health at the time of the event.
 */
export async function runDry(rule: Rule, hours: number, deps: DryRunDeps): Promise<DryRun> {
  const { reader, now: until, deadlineMs = DRY_RUN_DEADLINE_MS } = deps
  const since = new Date(until.getTime() - hours * 3_600_000)
  const deadline = Date.now() + deadlineMs
  const names = rule.events.filter((name) => mayReadEvent(deps, name))
  const found = await listPastEvents(reader, {
    names,
    hasRelated: true,
    since,
    until,
    most: MOST_EVENTS,
    deadline,
  })
  const { events, isCut } = limitResources(found.events)
  const simulation = createSimulation(rule, deps, since)
  const stopped = await simulate(simulation, events, until, deadline)
  const gaps = [
    ...found.gaps,
    ...(names.length < rule.events.length ? ['Events that you may not read are not included.'] : []),
    ...(isCut ? [`Only events of ${MOST_RESOURCES} resources are included.`] : []),
    ...(stopped.gap === undefined ? [] : [stopped.gap]),
  ]
  const error = stopped.error ?? (rule.recipient ? undefined : 'The rule has no recipient, so it sends nothing.')
  return {
    since: since.toISOString(),
    until: until.toISOString(),
    ...simulation.summarise(),
    isPartial: gaps.length > 0,
    ...(gaps.length > 0 && { partialReason: gaps.join(' ') }),
    ...(error !== undefined && { error }),
  }
}

/** Whether a caller may read what events of this name are about. */
export function mayReadEvent({ mayReadObject }: Pick<DryRunDeps, 'mayReadObject'>, name: string): boolean {
  const object = findEventObject(name)
  return object !== undefined && mayReadObject(object)
}

/** Keeps the events of the resources with the newest events. */
function limitResources(events: readonly PastEvent[]): { events: PastEvent[]; isCut: boolean } {
  const kept = new Set<string>()
  const newestFirst = events.toReversed().filter(({ properties }) => {
    const id = properties['id'] ?? ''
    if (!kept.has(id) && kept.size >= MOST_RESOURCES) return false
    kept.add(id)
    return true
  })
  return { events: newestFirst.toReversed(), isCut: newestFirst.length < events.length }
}

type Simulation = ReturnType<typeof createSimulation>

/** Passes events to a simulation in their order, until one cannot be decided. */
async function simulate(
  { handle, deliverUntil }: Simulation,
  events: readonly PastEvent[],
  until: Date,
  deadline: number
): Promise<{ gap?: string; error?: string }> {
  let at = until
  try {
    for (const event of events) {
      at = event.createdAt
      if (Date.now() > deadline)
        return { gap: `The dry run took too long. The last ${sinceTime(at, until)} are not included.` }
      await deliverUntil(at)
      await handle(event)
    }
    at = until
    await deliverUntil(until)
    return {}
  } catch (error) {
    if (error instanceof EvaluationDelayedError)
      return {
        gap: `The filters need too much time. The last ${sinceTime(at, until)} are not included. Try again in a minute.`,
      }
    if (error instanceof RuleError) return { error: error.message }
    throw error
  }
}

const sinceTime = (earlier: Date | undefined, later: Date) =>
  formatDuration(later.getTime() - (earlier ?? later).getTime())

const dueTime = ({ dueAt, send }: Entry) => (dueAt ?? send.at).getTime()

const nameOf = (send: SimulatedSend | undefined) => send?.event.resource?.selectable.name ?? 'the same event'

/** Names the resource of an event, or its incident or playbook; null if it has none. */
export function nameEventResource({ resource, env }: NotificationEvent): EventResourceName | null {
  if (resource) {
    const { name, type } = resource.selectable
    return { id: resource.id, name, kind: resource.kind, type }
  }
  for (const kind of ['incident', 'playbook'] as const) {
    const found = subjectSchema.safeParse(env[kind]).data
    if (found) return { id: found.id, name: found.title || found.name || '', kind, type: null }
  }
  return null
}

const subjectSchema = z.object({ id: z.string(), title: z.string().nullish(), name: z.string().nullish() })

type Entry = {
  send: SimulatedSend
  title: string
  reason?: string
  recipient?: Recipient
  /** When the message is due; undefined if it does not wait. */
  dueAt?: Date
  isEvaluated?: boolean
}

function createSimulation(rule: Rule, deps: DryRunDeps, since: Date) {
  const { reader, siteUrl } = deps
  const evaluate = evaluateFor(deps.evaluate, deps.owner)
  const history = createSimulatedHistory(reader, since)
  const readEvent = createPastEventReader(reader)
  const findRecipients = createRecipientFinder({ reader, evaluate, mayRead: deps.mayRead })
  const entries: Entry[] = []
  let waiting: Entry[] = []
  /** The latest event about the health or existence of each resource. */
  const latest = new Map<string, PastEvent>()
  const counts = Object.fromEntries(statuses.map((status) => [status, 0])) as Record<Status, number>
  let total = 0

  const handle = async (past: PastEvent): Promise<void> => {
    const id = past.properties['id'] ?? ''
    if (reportedHealth(past.name) !== undefined || past.name === 'config.deleted') latest.set(id, past)
    if (!listensTo(rule, past.name)) return
    // The run of a playbook does not start the next one.
    if (past.changeSource === RUN_SOURCE && rule.recipient?.kind === 'playbook') return
    const event = await readEvent(past)
    if (!event) return
    total++
    const { isMatch, error } = await matchesRule(rule, event, evaluate)
    if (error !== undefined) throw new RuleError(error)
    if (!isMatch) return void counts.filtered++
    await plan(event)
  }

  const plan = async (event: NotificationEvent): Promise<void> => {
    const at = event.createdAt
    const changesInHour = history.countFlapping(rule, event, at)
    const { title } = renderMessage(rule, event, { siteUrl, now: at, changesInHour })
    const { decision, group } = await decideSend(rule, event, { history, evaluate, changesInHour, now: at })
    const isMember = decision.status === 'pending' || decision.status === 'grouped'
    const groupId = group && isMember ? history.join(rule, event, group.found, at) : undefined
    if (decision.status !== 'pending') {
      const send = history.add({
        event,
        at,
        status: decision.status,
        ...('parentId' in decision && { parentId: decision.parentId }),
        ...(groupId !== undefined && { groupId }),
      })
      return void entries.push({ send, title, reason: await describeDecision(decision, at) })
    }
    // As in the history, an event of a message that still waits is part of that message.
    const waits = waiting.find(
      ({ send, isEvaluated }) =>
        !isEvaluated && send.event.name === event.name && subjectOf(send.event) === subjectOf(event)
    )
    if (waits) {
      const send = { id: '', event, at, status: 'grouped', parentId: waits.send.id }
      return void entries.push({
        send,
        title,
        reason: `Part of the message that has waited for ${sinceTime(waits.send.at, at)}.`,
      })
    }
    const { isFlapping = false } = decision
    const send = history.add({ event, at, status: 'pending', isFlapping, ...(groupId !== undefined && { groupId }) })
    const entry: Entry = { send, title, ...(rule.waitForMs !== undefined && { dueAt: decision.notBefore }) }
    entries.push(entry)
    if (entry.dueAt) waiting = [...waiting, entry].toSorted((a, b) => dueTime(a) - dueTime(b))
    else await deliver(entry, at)
  }

  const describeDecision = async (decision: SendDecision, at: Date): Promise<string> => {
    switch (decision.status) {
      case 'skipped':
        return decision.reason
      case 'silenced': {
        const silence = (await history.listSilences(at)).find(({ id }) => id === decision.silencedBy)
        return `Silenced by ${silence?.name ?? 'a silence'}.`
      }
      case 'repeat-interval':
        if (decision.reason !== undefined) return decision.reason
        return `Repeats the message from ${sinceTime(parentOf(decision.parentId)?.at, at)} earlier, within the repeat interval.`
      case 'inhibited':
        return `Inhibited by the message about ${nameOf(parentOf(decision.parentId))}.`
      case 'grouped':
        return `Part of the message about ${nameOf(parentOf(decision.parentId))}.`
      case 'pending':
        return ''
    }
  }
  const parentOf = (id: string) => history.sends.find((send) => send.id === id)

  /** Makes the attempts that are due until a time. */
  const deliverUntil = async (time: Date): Promise<void> => {
    for (let entry = waiting[0]; entry && dueTime(entry) <= time.getTime(); entry = waiting[0]) {
      waiting = waiting.slice(1)
      await deliver(entry, entry.dueAt ?? time)
    }
  }

  /** Does what an attempt of the sender does, without sending. */
  const deliver = async (entry: Entry, at: Date): Promise<void> => {
    const { send } = entry
    const obsolete = describeObsolescence(atTime(send.event))
    const members = obsolete !== undefined && send.groupId !== undefined ? history.listMembers(send.groupId) : []
    const event = obsolete === undefined ? send.event : members.find((one) => !describeObsolescence(atTime(one)))
    if (!event) return close(entry, 'skipped', obsolete)
    const waits = entry.dueAt !== undefined
    if (waits && !entry.isEvaluated && rule.evaluationPeriodMs !== undefined) {
      Object.assign(entry, { isEvaluated: true, dueAt: new Date(at.getTime() + rule.evaluationPeriodMs) })
      send.status = 'evaluating-waitfor'
      waiting = [...waiting, entry].toSorted((a, b) => dueTime(a) - dueTime(b))
      return
    }
    if (waits) {
      const { silence } = await findSilence(await history.listSilences(at), event, evaluate)
      if (silence) return close(entry, 'silenced', `Silenced by ${silence.name}.`)
    }
    const found = await findRecipients(rule, event)
    const [first, ...more] = found.recipients
    close(entry, 'status' in found ? found.status : 'sent', found.reason, first)
    // Each further service has a message of its own.
    for (const recipient of more) {
      const { event: about, at: storedAt, groupId } = send
      const other = history.add({
        event: about,
        at: storedAt,
        status: 'sent',
        ...(groupId !== undefined && { groupId }),
      })
      entries.push({ ...entry, send: other, recipient })
    }
  }

  const close = (entry: Entry, status: string, reason: string | undefined, recipient?: Recipient) => {
    entry.send.status = status
    Object.assign(entry, { ...(reason !== undefined && { reason }), ...(recipient && { recipient }) })
  }

  /** An event with the health that its resource had at the time that the simulation has reached. */
  const atTime = (event: NotificationEvent): NotificationEvent => {
    const { resource } = event
    const last = resource && latest.get(resource.id)
    if (!resource || !last || parseResourceKind(last.name) !== resource.kind) return event
    const health = reportedHealth(last.name) ?? resource.selectable.health
    const isDeleted = last.name === 'config.deleted'
    return { ...event, resource: { ...resource, selectable: { ...resource.selectable, health, isDeleted } } }
  }

  const summarise = () => {
    const messages = entries.map(({ send, title, reason, recipient, dueAt }): DryRunMessage => {
      const status = toMessageStatus(send.status)
      return {
        event: send.event.name,
        at: send.at.toISOString(),
        status,
        ...(reason && { reason }),
        resource: nameEventResource(send.event),
        ...(recipient && { recipient }),
        title,
        ...(dueAt && (status === 'sent' || status === 'pending') && { sentAt: dueAt.toISOString() }),
      }
    })
    for (const { status } of messages) counts[status]++
    const newestFirst = messages.toSorted((a, b) => b.at.localeCompare(a.at))
    return { events: total, counts, messages: newestFirst.slice(0, MOST_MESSAGES) }
  }

  return { handle, deliverUntil, summarise }
}
