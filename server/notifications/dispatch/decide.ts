import type { Queryable } from '../../data/db/db'
import type { Evaluate } from '../../platform/expression/evaluator'
import type { NotificationEvent } from '../event'
import type { Rule } from '../rules/rule'
import { type BrokenSilence, findSilence, listActiveSilences, type Silence } from '../silences/match'
import { subjectOf } from '../send-row'
import { findFlappingSend, FLAPPING_REASON } from './flapping'
import { composeGroupHash, findGroup, type Group } from './groups'
import { describeObsolescence } from './obsolete'
import { countRecentSends, describeLimit, findInhibitor, findRepeated } from './obstacles'
import type { PlannedSend } from './store-send'

/** The earlier messages of rules, and the silences, by which a decision is made. */
export type SendHistory = {
  /** Finds the message that an event repeats. */
  findRepeated(rule: Rule, event: NotificationEvent, now: Date): Promise<string | undefined>
  listSilences(now: Date): Promise<readonly Silence[]>
  /** Finds the message about a related item that holds back the one about this event. */
  findInhibitor(rule: Rule, event: NotificationEvent, now: Date): Promise<string | undefined>
  /** Finds the message that says that the resource of an event is flapping. */
  findFlapping(rule: Rule, event: NotificationEvent, now: Date): Promise<string | undefined>
  findGroup(rule: Rule, hash: string, now: Date): Promise<Group | undefined>
  /** Counts the messages that count for the limit of a rule. */
  countRecentSends(rule: Rule, now: Date): Promise<number>
}

/** The messages that the database has. */
export const createStoredHistory = (db: Queryable): SendHistory => ({
  findRepeated: (rule, event, now) => findRepeated(db, rule, event, now),
  listSilences: (now) => listActiveSilences(db, now),
  findInhibitor: (rule, event, now) => findInhibitor(db, rule, event, now),
  findFlapping: ({ id }, event, now) => findFlappingSend(db, id, subjectOf(event), now),
  findGroup: (rule, hash, now) => findGroup(db, rule, hash, now),
  countRecentSends: ({ id }, now) => countRecentSends(db, id, now),
})

type Decided = Pick<PlannedSend, 'decision' | 'group'> & {
  /** The silences whose filter or selectors fail. */
  broken?: readonly BrokenSilence[]
}

type DecisionOptions = {
  history: SendHistory
  evaluate: Evaluate
  /** The changes of health of a flapping resource; undefined if it is not flapping. */
  changesInHour: number | undefined
  now: Date
}

/** Decides what becomes of an event that matches a rule. Stores nothing. */
export async function decideSend(
  rule: Rule,
  event: NotificationEvent,
  { history, evaluate, changesInHour, now }: DecisionOptions
): Promise<Decided> {
  const obsolete = describeObsolescence(event)
  if (obsolete !== undefined) return { decision: { status: 'skipped', reason: obsolete } }
  const repeated = await history.findRepeated(rule, event, now)
  if (repeated !== undefined) return { decision: { status: 'repeat-interval', parentId: repeated } }
  const { silence, broken } = await findSilence(await history.listSilences(now), event, evaluate)
  if (silence) return { decision: { status: 'silenced', silencedBy: silence.id }, broken }
  const inhibitor = await history.findInhibitor(rule, event, now)
  if (inhibitor !== undefined) return { decision: { status: 'inhibited', parentId: inhibitor }, broken }
  const isFlapping = changesInHour !== undefined
  const flapping = isFlapping ? await history.findFlapping(rule, event, now) : undefined
  if (flapping !== undefined)
    return { decision: { status: 'repeat-interval', parentId: flapping, reason: FLAPPING_REASON }, broken }
  const hash = composeGroupHash(rule, event)
  const group = hash === undefined ? undefined : { hash, found: await history.findGroup(rule, hash, now) }
  const leader = group?.found?.sendId
  if (leader) return { decision: { status: 'grouped', parentId: leader }, group, broken }
  const limit = describeLimit(await history.countRecentSends(rule, now))
  if (limit !== undefined) return { decision: { status: 'skipped', reason: limit }, broken }
  const notBefore = new Date(now.getTime() + (rule.waitForMs ?? 0))
  return { decision: { status: 'pending', notBefore, isFlapping }, group, broken }
}
