import { defaultPreferences } from '@/shared/notifications/preferences'
import type { Db, PersonReader } from '../../data/db/db'
import type { LocalProperties } from '../../data/properties'
import { createReadAs, mayWriter } from '../../identity/access/read-as'
import type { SmtpSettings } from '../../identity/mail/courier'
import { tryParseJson } from '../../platform/documents/try-parse-json'
import type { Evaluate } from '../../platform/expression/evaluator'
import { valueEscapeFor } from '../../platform/outside/notify/notify'
import type { ReadConnection } from '../../platform/outside/resolve-connection'
import { composeBody } from '../dispatch/body'
import { asCurrentEvent, countFlapping, findSettleTime, planSettledSend, SETTLED_AFTER_MS } from '../dispatch/flapping'
import { readGroupMembers } from '../dispatch/groups'
import { describeObsolescence } from '../dispatch/obsolete'
import { type NotificationEvent, readNotificationEvent } from '../event'
import { createPastEventReader } from '../past/read-event'
import { findKeepTime, readPreferences } from '../preferences/preferences'
import { EvaluationDelayedError, findEventObject, listensTo } from '../rules/matching'
import { type GroupMember, type MessageOptions, renderMessage } from '../rules/message-text'
import { findRule, RuleError, type RuleRecipient, type StoredRule, storeRuleError } from '../rules/rule'
import { isTest, UNTESTED_PLAYBOOK } from '../send-row'
import { findSilence, listActiveSilences, storeSilenceErrors } from '../silences/match'
import { type ClaimedSend, changeSend, recipientMember, type SendFacts } from './claim'
import { connectionOf, type Destination, DestinationError, findDestinations, findPlannedService } from './destination'
import { retryOrGiveUp } from './failure'
import { type DigestItem, joinDigest, leaveDigest, readDigestParts, renderDigest } from './digest'
import { type PlanRun, startPlaybook } from './playbook'
import { composeRecipientKey, describeRecipient, type RecipientColumns } from './recipient'
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

/** Whether an attempt at a message to a recipient may start. The key is undefined if there is no limit. */
export type EnterRecipient = (key: string | undefined) => boolean

/**
 * Makes one attempt at a leased message and stores the outcome.
 * @param enter returns false if there are enough attempts at messages to the recipient; the message then stays due.
 */
export async function attemptSend(deps: AttemptDeps, send: ClaimedSend, enter: EnterRecipient): Promise<void> {
  const { db, now } = deps
  const { rule, error } = await findRule(db, send.ruleId)
  if (!rule) {
    const reason = error ?? 'Not sent, because the rule was deleted.'
    return void (await changeSend(db, send, { status: error ? 'error' : 'skipped', error: reason, notBefore: null }))
  }
  let used: StoredRule = rule
  try {
    const reader = await createReadAs({ db, local: deps.localProperties ?? new Map() })(rule.writer)
    if (send.payload['kept'] !== undefined && send.payload['asked'] === undefined) {
      const leader = await joinDigest(db, send, now())
      if (!leader) return
      const parts = await readDigestParts(db, leader)
      if (parts.length > 0) {
        // The fallback recipient of one rule must not read the messages of others.
        used = { ...rule, fallback: undefined }
        return await sendDigest(deps, leader, { rule: used, reader }, parts, enter)
      }
    }
    const own = await readEventAgain(reader, send)
    if (isTest(send.payload)) return await sendTest(deps, send, { rule, event: own, reader }, enter)
    if (own && send.payload['settles'] === 'true')
      return await sendIfStable(deps, send, { rule, event: own, reader }, enter)
    const members = own && send.groupId ? await readGroupMembers(db, reader, send.groupId, own, now()) : []
    // The message is still of use if the resource recovered but others of the group did not.
    const event = own && describeObsolescence(own) === undefined ? own : (members[0] ?? own)
    if (await isHeldBack(deps, send, rule, event)) return
    if (event) await sendTo(deps, send, { rule, event, reader, members: describeMembers(members, event) }, enter)
  } catch (failure) {
    if (failure instanceof EvaluationDelayedError)
      return void (await changeSend(db, send, {
        status: send.status,
        notBefore: new Date(now().getTime() + DELAY_MS),
      }))
    // A test is about any event, so its failure does not stop the rule.
    if (failure instanceof RuleError && !isTest(send.payload))
      await storeRuleError(db, { id: rule.id, error: failure.message }, now())
    await retryOrGiveUp(db, send, used, failure, now())
  }
}

async function readEventAgain(reader: PersonReader, send: SendFacts): Promise<NotificationEvent | undefined> {
  const object = findEventObject(send.event)
  if (object !== undefined && !reader.mayRead(object)) return undefined
  const stored = tryParseJson(send.payload['properties'] ?? '')
  const properties = typeof stored === 'object' && stored !== null ? (stored as Record<string, string>) : {}
  const at = new Date(send.payload['event_created_at'] ?? '')
  const event = {
    name: send.event,
    properties: { id: send.resourceId, ...properties },
    createdAt: Number.isNaN(at.getTime()) ? send.createdAt : at,
  }
  return isTest(send.payload) ? createPastEventReader(reader)(event) : readNotificationEvent(reader, event)
}

/** Sends a message that a user asked for, although its event has passed: nothing holds it back. */
async function sendTest(
  deps: AttemptDeps,
  send: ClaimedSend,
  { rule, event, reader }: Omit<Subject, 'event'> & { event: NotificationEvent | undefined },
  enter: EnterRecipient
): Promise<void> {
  if (event) return sendTo(deps, send, { rule, event, reader }, enter)
  await changeSend(deps.db, send, { status: 'skipped', error: NO_SUBJECT, notBefore: null })
}

/** Whether the message is not sent now; the reason is stored with it. */
async function isHeldBack(
  { db, now, evaluate }: AttemptDeps,
  send: ClaimedSend,
  rule: StoredRule,
  event: NotificationEvent | undefined
): Promise<boolean> {
  const { waits, ...payload } = send.payload
  const reason = event ? describeObsolescence(event) : NO_SUBJECT
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

/** Sends the message that a resource is no longer flapping, or waits until it is stable. */
async function sendIfStable(
  deps: AttemptDeps,
  send: ClaimedSend,
  { rule, event: own, reader }: Subject,
  enter: EnterRecipient
): Promise<void> {
  const { db, now } = deps
  const event = asCurrentEvent(own)
  const notBefore = event.resource && (await findSettleTime(db, event.resource.id, now()))
  if (notBefore) return void (await changeSend(db, send, { status: send.status, notBefore }))
  const waiting = { ...send, payload: { ...send.payload, waits: 'true' } }
  if (await isHeldBack(deps, waiting, { ...rule, evaluationPeriodMs: undefined }, event)) return
  // The templates of the rule are written for its events only.
  const texts = listensTo(rule, event.name) ? {} : { title: undefined, template: undefined }
  await sendTo(deps, send, { rule: { ...rule, ...texts }, event, reader }, enter)
}

type Subject = {
  rule: StoredRule
  event: NotificationEvent
  reader: PersonReader
  /** The other resources of the group. */
  members?: readonly GroupMember[]
  /** The lines of a digest. */
  digest?: (escapeValue?: (value: string) => string) => readonly DigestItem[]
}

/** A message is kept once. One that a user sends again is not kept. */
const mayBeKept = ({ status, retries, payload }: ClaimedSend) =>
  status !== 'attempting_fallback' && retries === 0 && payload['kept'] === undefined && payload['asked'] === undefined

/** Lets a message wait until a time that its recipient chose. */
async function keep(
  db: Db,
  send: ClaimedSend,
  { until, reason }: { until: Date; reason: string },
  recipient: RecipientColumns
): Promise<void> {
  const { waits: _, ...rest } = send.payload
  const payload = { ...rest, kept: until.toISOString() }
  await changeSend(db, send, { status: 'pending', notBefore: until, error: reason, payload, recipient })
}

/** Sends one message that lists a kept message and those that joined it, as far as they are still of use. */
async function sendDigest(
  deps: AttemptDeps,
  leader: ClaimedSend,
  { rule, reader }: Pick<Subject, 'rule' | 'reader'>,
  parts: readonly SendFacts[],
  enter: EnterRecipient
): Promise<void> {
  const { db, now, siteUrl } = deps
  const used: { rule: StoredRule; event: NotificationEvent; at: Date }[] = []
  let own: NotificationEvent | undefined
  let reason = 'Not sent, because none of the kept notifications is still of use.'
  for (const send of [leader, ...parts]) {
    const found = await readKeptPart(deps, send)
    const isLeader = send.id === leader.id
    if (isLeader) own = found.event
    if (found.obstacle === undefined && found.rule && found.event)
      used.push({ rule: found.rule, event: found.event, at: send.createdAt })
    else if (isLeader) reason = found.obstacle?.error ?? reason
    else await leaveDigest(db, send, found.obstacle ?? { status: 'skipped', error: reason })
  }
  const event = own ?? used[0]?.event
  if (used.length === 0 || !event)
    return void (await changeSend(db, leader, { status: 'skipped', error: reason, notBefore: null }))
  const digest = (escapeValue?: (value: string) => string): DigestItem[] =>
    used.map((one) => ({ title: renderTitle(one.rule, one.event, { siteUrl, now: now(), escapeValue }), at: one.at }))
  await sendTo(deps, leader, { rule, event, reader, digest }, enter)
}

type Obstacle = { status: 'skipped' | 'silenced'; error?: string; silencedBy?: string }

/** Reads what a kept message is about, and why it is no longer of use. */
async function readKeptPart(
  { db, now, evaluate, localProperties: local = new Map() }: AttemptDeps,
  send: SendFacts
): Promise<{ rule?: StoredRule; event?: NotificationEvent | undefined; obstacle?: Obstacle }> {
  const { rule } = await findRule(db, send.ruleId)
  if (!rule) return { obstacle: { status: 'skipped', error: 'Not sent, because the rule was deleted.' } }
  const found = await readEventAgain(await createReadAs({ db, local })(rule.writer), send)
  if (!found) return { rule, obstacle: { status: 'skipped', error: NO_SUBJECT } }
  const event = send.payload['settles'] === 'true' ? asCurrentEvent(found) : found
  const error = describeObsolescence(event)
  if (error !== undefined) return { rule, event, obstacle: { status: 'skipped', error } }
  const { silence, broken } = await findSilence(await listActiveSilences(db, now()), event, evaluate)
  await storeSilenceErrors(db, broken)
  return { rule, event, ...(silence && { obstacle: { status: 'silenced', silencedBy: silence.id } }) }
}

/** The title of a message. If the template of the rule fails, a later event of the rule tells so. */
function renderTitle(rule: StoredRule, event: NotificationEvent, options: MessageOptions): string {
  try {
    return renderMessage(rule, event, options).title
  } catch (error) {
    if (!(error instanceof RuleError)) throw error
    return renderMessage({ title: undefined, template: undefined }, event, options).title
  }
}

const NO_SUBJECT = 'Not sent, because its subject does not exist, or the last author of the rule may not read it.'

const describeMembers = (members: readonly NotificationEvent[], { resource: subject }: NotificationEvent) =>
  members.flatMap(({ resource }): GroupMember[] => {
    if (!resource || resource.id === subject?.id) return []
    const { name, type, health } = resource.selectable
    return [{ id: resource.id, kind: resource.kind, name, type: type ?? '', health: health ?? '' }]
  })

async function sendTo(
  deps: AttemptDeps,
  send: ClaimedSend,
  { rule, event, reader, members = [], digest }: Subject,
  enter: EnterRecipient
): Promise<void> {
  const { db, now, evaluate, siteUrl, localProperties: local = new Map() } = deps
  const recipient = recipientOf(send, rule)
  const planned = await findPlannedService(db, recipient, send.payload[serviceMember(send)] ?? '')
  const [destination, ...more] = planned
    ? [planned]
    : await findDestinations({ db, evaluate, local }, rule, recipient, event)
  if (!destination) {
    const reason = 'Not sent, because the filter of no service matches.'
    return void (await changeSend(db, send, { status: 'skipped', error: reason, notBefore: null }))
  }
  const namespace = namespaceOf(rule)
  const personId = destination.kind === 'playbook' ? undefined : destination.personId
  const preferences = personId === undefined ? defaultPreferences : await readPreferences(db, personId)
  const kept = mayBeKept(send) && !isTest(send.payload) ? findKeepTime(preferences, event.name, now()) : undefined
  if (kept) return keep(db, send, kept, await describeRecipient(db, destination, namespace))
  const isSettled = send.payload['settles'] === 'true'
  const changesInHour = isSettled || digest ? undefined : await countFlapping(db, event, now())
  const options = {
    siteUrl,
    now: now(),
    members,
    changesInHour,
    stableForMinutes: isSettled ? SETTLED_AFTER_MS / 60_000 : undefined,
  }
  const render = (escapeValue?: (value: string) => string) => {
    if (digest)
      return renderDigest(digest(escapeValue), { siteUrl, timeZone: preferences.quietHours?.timeZone ?? 'UTC' })
    const text = renderMessage(rule, event, { ...options, escapeValue })
    return isTest(send.payload) ? { ...text, title: `Test: ${text.title}` } : text
  }
  const body = composeBody(render())
  const isFlapping = changesInHour !== undefined && event.resource?.id === send.resourceId && !isTest(send.payload)
  const key = await takeDestination(db, send, { destination, more, namespace, isFlapping, now: now() })
  if (key === false) return
  if (!enter(key)) return void (await changeSend(db, send, { status: send.status, notBefore: now() }))
  if (destination.kind === 'playbook') {
    // The rule was changed since the test was asked for.
    if (isTest(send.payload)) throw new DestinationError(UNTESTED_PLAYBOOK)
    await startPlaybook({ ...deps, reader, writer: rule.writer }, send, destination.id, { event, body })
    return deps.wakeRuns()
  }
  await requireConnectionUse(db, rule, destination)
  const { connection, properties } = await openTarget(destination, rule, deps)
  const message = render(valueEscapeFor(connection))
  const started = performance.now()
  const signal = AbortSignal.timeout(DEADLINE_MS)
  await deps
    .notify(connection, { ...message, properties }, signal, { idempotencyKey: send.id })
    .catch((error: unknown) => {
      throw signal.aborted ? new Error(`The service did not respond within ${DEADLINE_MS / 1000} seconds.`) : error
    })
  const durationMs = Math.round(performance.now() - started)
  await db.transaction(async (tx) => {
    const isStored = await changeSend(tx, send, {
      status: 'sent',
      body,
      durationMs,
      notBefore: null,
      // That the first recipient did not get it remains visible.
      ...(send.status !== 'attempting_fallback' && { error: null }),
      ...(isSettled && { event: { name: event.name, at: now() } }),
    })
    if (isStored && isFlapping) await planSettledSend(tx, send.id, now())
  })
}

/**
 * Requires the right to the connection of a rule from the last author of the rule.
 * @throws {DestinationError}
 */
async function requireConnectionUse(db: Db, { writer }: StoredRule, destination: Destination): Promise<void> {
  // A team and a person choose their own connections.
  if (destination.kind !== 'service' || (destination.teamId ?? destination.personId) !== undefined) return
  if (connectionOf(destination.service) === undefined || (await mayWriter(db, writer, 'read', 'connection'))) return
  throw new DestinationError(
    'The last author of the rule may not send to stored connections: this requires read on connection.'
  )
}

/** The member of a payload that names the service of a message. */
const serviceMember = ({ status }: ClaimedSend) =>
  status === 'attempting_fallback' ? 'fallback_service' : 'custom_service'

function recipientOf(send: ClaimedSend, { recipient, fallback }: StoredRule): RuleRecipient {
  const found = send.status === 'attempting_fallback' ? fallback?.recipient : recipient
  if (!found) throw new RuleError('The rule has no recipient.')
  return found
}

type Taken = {
  destination: Destination
  more: readonly Destination[]
  namespace: string
  isFlapping: boolean
  now: Date
}

/**
 * Stores where the message goes, and a message for each further service, so that another attempt at one of them repeats
 * no other.
 * @returns the key of the recipient, or false if the lease has ended.
 */
async function takeDestination(db: Db, send: ClaimedSend, { destination, more, namespace, isFlapping, now }: Taken) {
  const recipient = await describeRecipient(db, destination, namespace)
  const others = await Promise.all(
    more.map(async (one) => ({ destination: one, recipient: await describeRecipient(db, one, namespace) }))
  )
  return db.transaction(async (tx) => {
    // The wait is over; it does not begin again when a user asks for another attempt.
    const { waits: _, flapping: _before, ...rest } = send.payload
    const key = composeRecipientKey(destination, recipient)
    const payload = {
      ...rest,
      [recipientMember(send.status)]: key ?? '',
      ...(isFlapping && { flapping: 'true' }),
      ...(destination.kind === 'service' && { [serviceMember(send)]: destination.key }),
    }
    const isTaken = await changeSend(tx, send, { status: send.status, payload, recipient })
    if (isTaken) await insertMoreSends(tx, { ...send, payload }, serviceMember(send), others, now)
    return isTaken ? key : false
  })
}
