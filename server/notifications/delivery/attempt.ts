import type { Db, PersonReader } from '../../data/db/db'
import type { LocalProperties } from '../../data/properties'
import { createReadAs } from '../../identity/access/read-as'
import type { SmtpSettings } from '../../identity/mail/courier'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import type { Evaluate } from '../../platform/expression/evaluator'
import { valueEscapeFor } from '../../platform/outside/notify/notify'
import type { ReadConnection } from '../../platform/outside/resolve-connection'
import { composeBody } from '../dispatch/body'
import { readGroupMembers } from '../dispatch/groups'
import { describeObsolescence } from '../dispatch/obsolete'
import { type NotificationEvent, readNotificationEvent } from '../event'
import { EvaluationDelayedError, findEventObject } from '../rules/matching'
import { type GroupMember, renderMessage } from '../rules/message-text'
import { findRule, RuleError, type RuleRecipient, type StoredRule, storeRuleError } from '../rules/rule'
import { findSilence, listActiveSilences, storeSilenceErrors } from '../silences/match'
import { type ClaimedSend, changeSend } from './claim'
import { describeRecipient, type Destination, findDestinations, findPlannedService } from './destination'
import { retryOrGiveUp } from './failure'
import { type PlanRun, startPlaybook } from './playbook'
import { insertMoreSends } from './split'
import { namespaceOf, type Notify, openTarget } from './transport'

export type AttemptDeps = {
  db: Db
  now: () => Date
  evaluate: Evaluate
  openConnection: ReadConnection
  planRun: PlanRun
  /** The address of the console, without a path. */
  siteUrl: string
  smtp: SmtpSettings | undefined
  notify: Notify
  /** Called when a run was stored. */
  wakeRuns(): void
  localProperties?: LocalProperties
}

const DEADLINE_MS = 30_000
const DELAY_MS = 60_000

/** Makes one attempt at a leased message and stores the outcome. */
export async function attemptSend(deps: AttemptDeps, send: ClaimedSend): Promise<void> {
  const { db, now } = deps
  const { rule, error } = await findRule(db, send.ruleId)
  if (!rule) {
    const reason = error ?? 'Not sent, because the rule was deleted.'
    return void (await changeSend(db, send, { status: error ? 'error' : 'skipped', error: reason, notBefore: null }))
  }
  try {
    const reader = await createReadAs({ db, local: deps.localProperties ?? new Map() })(rule.writer)
    const own = await readEventAgain(reader, send)
    const members = own && send.groupId ? await readGroupMembers(db, reader, send.groupId, own, now()) : []
    // The message is still of use if the resource recovered but others of the group did not.
    const event = own && describeObsolescence(own) === undefined ? own : (members[0] ?? own)
    if (await isHeldBack(deps, send, rule, event)) return
    if (event) await sendTo(deps, send, { rule, event, reader, members: describeMembers(members, event) })
  } catch (failure) {
    if (failure instanceof EvaluationDelayedError)
      return void (await changeSend(db, send, {
        status: send.status,
        notBefore: new Date(now().getTime() + DELAY_MS),
      }))
    if (failure instanceof RuleError) await storeRuleError(db, { id: rule.id, error: failure.message }, now())
    await retryOrGiveUp(db, send, rule, failure, now())
  }
}

async function readEventAgain(reader: PersonReader, send: ClaimedSend): Promise<NotificationEvent | undefined> {
  const object = findEventObject(send.event)
  if (object !== undefined && !reader.mayRead(object)) return undefined
  const stored = tryParseJson(send.payload['properties'] ?? '')
  const properties = typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {}
  const at = new Date(send.payload['event_created_at'] ?? '')
  return readNotificationEvent(reader, {
    name: send.event,
    properties: { id: send.resourceId, ...properties },
    createdAt: Number.isNaN(at.getTime()) ? send.createdAt : at,
  })
}

/** Whether the message is not sent now; the reason is stored with it. */
async function isHeldBack(
  { db, now, evaluate }: AttemptDeps,
  send: ClaimedSend,
  rule: StoredRule,
  event: NotificationEvent | undefined
): Promise<boolean> {
  const { waits, ...payload } = send.payload
  const reason = event
    ? describeObsolescence(event)
    : 'Not sent, because its subject does not exist, or the last author of the rule may not read it.'
  if (reason !== undefined || !event) {
    const skipped = { status: 'skipped', error: reason ?? '', notBefore: null, payload }
    await changeSend(db, send, skipped)
    return true
  }
  if (send.status === 'pending' && send.retries === 0 && waits === 'true' && rule.evaluationPeriodMs !== undefined) {
    const notBefore = new Date(now().getTime() + rule.evaluationPeriodMs)
    await changeSend(db, send, { status: 'evaluating-waitfor', notBefore })
    return true
  }
  // Silences that were added during the wait.
  if (waits !== 'true' || send.retries > 0) return false
  const { silence, broken } = await findSilence(await listActiveSilences(db, now()), event, evaluate)
  await storeSilenceErrors(db, broken)
  if (!silence) return false
  await changeSend(db, send, { status: 'silenced', silencedBy: silence.id, payload, notBefore: null })
  return true
}

type Subject = {
  rule: StoredRule
  event: NotificationEvent
  reader: PersonReader
  /** The other resources of the group. */
  members: readonly GroupMember[]
}

const describeMembers = (members: readonly NotificationEvent[], { resource: subject }: NotificationEvent) =>
  members.flatMap(({ resource }): GroupMember[] => {
    if (!resource || resource.id === subject?.id) return []
    const { name, type, health } = resource.selectable
    return [{ id: resource.id, kind: resource.kind, name, type: type ?? '', health: health ?? '' }]
  })

async function sendTo(deps: AttemptDeps, send: ClaimedSend, { rule, event, reader, members }: Subject): Promise<void> {
  const { db, now, evaluate, siteUrl } = deps
  const recipient = recipientOf(send, rule)
  const planned = await findPlannedService(db, recipient, send.payload[serviceMember(send)] ?? '')
  const [destination, ...more] = planned ? [planned] : await findDestinations(db, rule, recipient, event, evaluate)
  if (!destination) {
    const reason = 'Not sent, because the filter of no service matches.'
    return void (await changeSend(db, send, { status: 'skipped', error: reason, notBefore: null }))
  }
  const namespace = namespaceOf(rule)
  const body = composeBody(renderMessage(rule, event, { siteUrl, now: now(), members }))
  if (!(await takeDestination(db, send, { destination, more, namespace, now: now() }))) return
  if (destination.kind === 'playbook') {
    await startPlaybook({ ...deps, reader, writer: rule.writer }, send, destination.id, { event, body })
    return deps.wakeRuns()
  }
  const { connection, properties } = await openTarget(destination, rule, deps)
  const message = renderMessage(rule, event, { siteUrl, now: now(), members, escapeValue: valueEscapeFor(connection) })
  const started = performance.now()
  const signal = AbortSignal.timeout(DEADLINE_MS)
  await deps
    .notify(connection, { ...message, properties }, signal, { idempotencyKey: send.id })
    .catch((error: unknown) => {
      throw signal.aborted ? new Error(`The service did not respond within ${DEADLINE_MS / 1000} seconds.`) : error
    })
  await changeSend(db, send, {
    status: 'sent',
    body,
    durationMs: Math.round(performance.now() - started),
    notBefore: null,
    // That the first recipient did not get it remains visible.
    ...(send.status !== 'attempting_fallback' && { error: null }),
  })
}

/** The member of a payload that names the service of a message. */
const serviceMember = ({ status }: ClaimedSend) =>
  status === 'attempting_fallback' ? 'fallback_service' : 'custom_service'

function recipientOf(send: ClaimedSend, { recipient, fallback }: StoredRule): RuleRecipient {
  const found = send.status === 'attempting_fallback' ? fallback?.recipient : recipient
  if (!found) throw new RuleError('The rule has no recipient.')
  return found
}

type Taken = { destination: Destination; more: readonly Destination[]; namespace: string; now: Date }

/**
 * Stores where the message goes, and a message for each further service, so that another attempt at one of them repeats
 * no other.
 * @returns false if the lease has ended.
 */
async function takeDestination(db: Db, send: ClaimedSend, { destination, more, namespace, now }: Taken) {
  const recipient = await describeRecipient(db, destination, namespace)
  const others = await Promise.all(
    more.map(async (one) => ({ destination: one, recipient: await describeRecipient(db, one, namespace) }))
  )
  return db.transaction(async (tx) => {
    // The wait is over; it does not begin again when a user asks for another attempt.
    const { waits: _, ...rest } = send.payload
    const payload = destination.kind === 'service' ? { ...rest, [serviceMember(send)]: destination.key } : rest
    const isTaken = await changeSend(tx, send, { status: send.status, payload, recipient })
    if (isTaken) await insertMoreSends(tx, { ...send, payload }, serviceMember(send), others, now)
    return isTaken
  })
}
