import { z } from 'zod'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { LocalProperties } from '../../data/properties'
import { createReadAs } from '../../identity/access/read-as'
import type { Evaluate } from '../../platform/expression/evaluator'
import type { EventHandler, QueuedEvent } from '../../platform/jobs/event-queue'
import { type NotificationEvent, readNotificationEvent } from '../event'
import { findEventObject, listensTo, matchesRule } from '../rules/matching'
import { renderMessage } from '../rules/message-text'
import { listRules, RuleError, type StoredRule, storeRuleError } from '../rules/rule'
import { type BrokenSilence, findSilence, listActiveSilences, storeSilenceErrors } from '../silences/match'
import { composeBody } from './body'
import { composeGroupHash, findGroup } from './groups'
import { describeObsolescence } from './obsolete'
import { describeLimit, findInhibitor, findRepeated } from './obstacles'
import { type PlannedSend, storeSend } from './store-send'

type Deps = {
  db: Db
  now: () => Date
  evaluate: Evaluate
  /** The address of the console, without a path. */
  siteUrl: string
  /** Called when there may be new messages. */
  wake(): void
  localProperties?: LocalProperties
}

const states = ['healthy', 'unhealthy', 'warning', 'unknown']
const withStates = (kind: string, more: readonly string[] = []) => [...more, ...states].map((one) => `${kind}.${one}`)
const incidentStates = ['open', 'closed', 'mitigated', 'resolved', 'investigating', 'cancelled']

/** The events that rules can be about. */
export const notificationEvents: readonly string[] = [
  'check.passed',
  'check.failed',
  ...withStates('config', ['created', 'updated', 'changed', 'deleted']),
  ...withStates('component'),
  'incident.created',
  'incident.comment.added',
  'incident.responder.added',
  'incident.responder.removed',
  'incident.dod.added',
  'incident.dod.removed',
  'incident.dod.passed',
  'incident.dod.regressed',
  ...incidentStates.map((one) => `incident.status.${one}`),
  'playbook.approval.inserted',
  'playbook.spec.approval.updated',
]

/** After a long stop, nobody wants to hear of old events. */
const STALE_AFTER_MS = 3_600_000

type Act = (tx: Queryable) => Promise<void>
type Decided = Pick<PlannedSend, 'decision' | 'group'> & { broken?: readonly BrokenSilence[] }

/** Plans messages: for each event and each rule that matches it, what is sent or why nothing is. */
export function createNotificationEvents({
  db,
  now,
  evaluate,
  siteUrl,
  wake,
  localProperties: local = new Map(),
}: Deps): EventHandler {
  const readAs = createReadAs({ db, local })
  let listening: readonly StoredRule[] = []

  /** Reads the resource of an event once for each writer. */
  const createEventReader = (queued: QueuedEvent) => {
    const known = new Map<string | null, Promise<NotificationEvent | undefined>>()
    const read = async (writer: string | null) => {
      const reader = await readAs(writer)
      const object = findEventObject(queued.name)
      return object !== undefined && !reader.mayRead(object) ? undefined : readNotificationEvent(reader, queued)
    }
    return (writer: string | null) => {
      const event = known.get(writer) ?? read(writer)
      known.set(writer, event)
      return event
    }
  }

  const decide = async (rule: StoredRule, event: NotificationEvent): Promise<Decided> => {
    const at = now()
    const obsolete = describeObsolescence(event)
    if (obsolete !== undefined) return { decision: { status: 'skipped', reason: obsolete } }
    const repeated = await findRepeated(db, rule, event, at)
    if (repeated !== undefined) return { decision: { status: 'repeat-interval', parentId: repeated } }
    const { silence, broken } = await findSilence(await listActiveSilences(db, at), event, evaluate)
    if (silence) return { decision: { status: 'silenced', silencedBy: silence.id }, broken }
    const inhibitor = await findInhibitor(db, rule, event, at)
    if (inhibitor !== undefined) return { decision: { status: 'inhibited', parentId: inhibitor }, broken }
    const hash = composeGroupHash(rule, event)
    const group = hash === undefined ? undefined : { hash, found: await findGroup(db, rule, hash, at) }
    const leader = group?.found?.sendId
    if (leader) return { decision: { status: 'grouped', parentId: leader }, group, broken }
    const limit = await describeLimit(db, rule.id, at)
    if (limit !== undefined) return { decision: { status: 'skipped', reason: limit }, broken }
    const notBefore = new Date(at.getTime() + (rule.waitForMs ?? 0))
    return { decision: { status: 'pending', notBefore }, group, broken }
  }

  const plan = async (
    rule: StoredRule,
    read: (writer: string | null) => Promise<NotificationEvent | undefined>
  ): Promise<Act | undefined> => {
    try {
      const event = await read(rule.writer)
      if (!event) return undefined
      const { isMatch, error } = await matchesRule(rule, event, evaluate)
      if (error !== undefined) throw new RuleError(error)
      if (!isMatch) return undefined
      const body = composeBody(renderMessage(rule, event, { siteUrl, now: now() }))
      const { broken = [], ...decided } = await decide(rule, event)
      return async (tx) => {
        await storeSilenceErrors(tx, broken)
        await storeSend(tx, { rule, event, body, ...decided, now: now() })
      }
    } catch (error) {
      if (!(error instanceof RuleError)) throw error
      const { message } = error
      return (tx) => storeRuleError(tx, { id: rule.id, error: message }, now())
    }
  }

  return {
    names: notificationEvents,
    activeNames: async () => {
      const { rules, broken } = await listRules(db)
      for (const one of broken) await storeRuleError(db, one, now())
      listening = rules.filter(({ recipient }) => recipient !== undefined)
      return new Set(notificationEvents.filter((name) => listening.some((rule) => listensTo(rule, name))))
    },
    handle: async (queued) => {
      if (now().getTime() - queued.createdAt.getTime() > STALE_AFTER_MS) return undefined
      const source = await readChangeSource(db, queued.properties)
      // Every message about a config item is a change of that item, and would be followed by another one.
      if (source === MESSAGE_SOURCE) return undefined
      const interested = listening.filter(
        (rule) =>
          listensTo(rule, queued.name) &&
          rule.createdAt <= queued.createdAt &&
          !(source === RUN_SOURCE && rule.recipient?.kind === 'playbook')
      )
      const read = createEventReader(queued)
      const acts: Act[] = []
      for (const rule of interested) {
        const act = await plan(rule, read)
        if (act) acts.push(act)
      }
      return acts.length === 0
        ? undefined
        : async (tx) => {
            for (const act of acts) await act(tx)
          }
    },
    handled: wake,
  }
}

/** The sources of changes that record messages and runs of playbooks. */
const MESSAGE_SOURCE = 'notification'
const RUN_SOURCE = 'Playbook'

async function readChangeSource(db: Queryable, { change_id: id }: QueuedEvent['properties']): Promise<string | null> {
  if (!z.guid().safeParse(id).success) return null
  const [change] = await db.query<{ source: string | null }>(sql`
    select source from config_changes where id = ${id ?? ''}`)
  return change?.source ?? null
}
