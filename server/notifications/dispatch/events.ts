import { z } from 'zod'
import { notificationEvents } from '@/shared/notifications/events'
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
import { storeSilenceErrors } from '../silences/match'
import { composeBody } from './body'
import { createStoredHistory, decideSend } from './decide'
import { countFlapping } from './flapping'
import { storeSend } from './store-send'

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

/** After a long stop, nobody wants to hear of old events. */
const STALE_AFTER_MS = 3_600_000

type Act = (tx: Queryable) => Promise<void>

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
  const history = createStoredHistory(db)
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
      const changesInHour = await countFlapping(db, event, now())
      const body = composeBody(renderMessage(rule, event, { siteUrl, now: now(), changesInHour }))
      const options = { history, evaluate, changesInHour, now: now() }
      const { broken = [], ...decided } = await decideSend(rule, event, options)
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
export const MESSAGE_SOURCE = 'notification'
export const RUN_SOURCE = 'Playbook'

async function readChangeSource(db: Queryable, { change_id: id }: QueuedEvent['properties']): Promise<string | null> {
  if (!z.guid().safeParse(id).success) return null
  const [change] = await db.query<{ source: string | null }>(sql`
    select source from config_changes where id = ${id ?? ''}`)
  return change?.source ?? null
}
