import { z } from 'zod'
import { shorten } from '@/shared/format'
import type { Db, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { LocalProperties } from '../../data/properties'
import { createReadAs } from '../../identity/access/read-as'
import { type Evaluate, evaluateFor } from '../../platform/expression/evaluator'
import { parseTruth } from '../../platform/expression/truth'
import type { EventHandler, QueuedEvent } from '../../platform/jobs/event-queue'
import { matchesList } from '../../platform/selection/selector'
import { unsupportedVariables, PlaybookError } from '../context'
import { objectOfKind } from '../../identity/access/resource-rules'
import type { TriggerEvent } from '../playbook'
import { findResource } from '../../platform/selection/find-resource'
import type { PlaybookTarget, PlaybookTargetKind } from '../playbook-target'
import type { RunSecrets } from '../run-secrets'
import { CHANGE_SOURCE, planRun, storeRun } from '../submit'
import { announceStop, findCause, findStop } from './limits'
import { planTriggeredRun, type TriggeredPlaybook, listTriggeredPlaybooks } from './triggered-playbooks'

type Deps = {
  db: Db
  now: () => Date
  hostname: string
  evaluate: Evaluate
  secrets: RunSecrets
  /** Called when there may be new runs. */
  wake(): void
  localProperties?: LocalProperties
}

/** Events about resources, by kind, and the member of `on` with their triggers. */
const kinds = {
  check: { member: 'canary', events: ['passed', 'failed'] },
  component: { member: 'component', events: ['healthy', 'unhealthy', 'warning', 'unknown'] },
  config: {
    member: 'config',
    events: ['created', 'updated', 'changed', 'deleted', 'healthy', 'unhealthy', 'warning', 'unknown'],
  },
} as const satisfies Record<
  PlaybookTargetKind,
  { member: 'canary' | 'component' | 'config'; events: readonly string[] }
>

const all = Object.entries(kinds).flatMap(([kind, { events }]) => events.map((event) => `${kind}.${event}`))
/** Events of approvals are deleted from the queue: an approval starts its run at once, and changed approvers do not count. */
const unused = ['playbook.approval.inserted', 'playbook.spec.approval.updated']

/** After a long stop, old events no longer start runs. */
const STALE_AFTER_MS = 3_600_000

/** Starts playbooks on events of checks, components and config items. */
export function createPlaybookEvents({
  db,
  now,
  hostname,
  evaluate,
  secrets,
  wake,
  localProperties: local = new Map(),
}: Deps): EventHandler {
  const readAs = createReadAs({ db, local })
  let listening: readonly TriggeredPlaybook[] = []

  const runs = async ({ name, properties, createdAt }: QueuedEvent) => {
    const [kind, event] = name.split('.') as [PlaybookTargetKind, string]
    const interested = listening.filter(
      ({ createdAt: since, on }) => since <= createdAt && findTriggers(on, kind, event)[0]
    )
    const id = z.guid().safeParse(properties['id']).data
    if (interested.length === 0 || id === undefined) return undefined
    if (now().getTime() - createdAt.getTime() > STALE_AFTER_MS || (await isRecordOfWork(db, properties)))
      return undefined
    const acts = await Promise.all(
      interested.map((playbook) =>
        planTriggeredRun({ db, hostname }, playbook, async (spec) => {
          const reader = await readAs(playbook.writer)
          if (!reader.mayRead(objectOfKind[kind]))
            throw new PlaybookError(`The last author of the playbook may not read ${objectOfKind[kind]}.`)
          const target = await findResource(reader, kind, id)
          const triggers = findTriggers(playbook.on, kind, event)
          const evaluateHere = evaluateFor(evaluate, `playbook ${playbook.id}`)
          if (!target || !(await matchesTrigger(target, triggers, evaluateHere))) return undefined
          const cause = await findCause(db, target, createdAt)
          const stop = await findStop(db, playbook.id, cause, now())
          if (stop)
            return (tx: Queryable) =>
              announceStop(tx, playbook, { event: name, target }, stop, { now: now(), hostname })
          const plan = await planRun(db, evaluate, { playbook, spec, target, params: {}, userId: null, cause })
          return async (tx: Queryable) => void (await storeRun(tx, secrets, plan, now()))
        })
      )
    )
    return async (tx: Queryable) => {
      for (const act of acts) await act?.(tx)
    }
  }

  return {
    names: [...all, ...unused],
    activeNames: async () => {
      listening = await listTriggeredPlaybooks(db, sql`spec -> 'on' ?| array['canary', 'component', 'config']`)
      const names = all.filter((name) => {
        const [kind, event] = name.split('.') as [PlaybookTargetKind, string]
        return listening.some(({ on }) => findTriggers(on, kind, event).length > 0)
      })
      return new Set(names)
    },
    handle: runs,
    handled: wake,
  }
}

const findTriggers = (on: TriggeredPlaybook['on'], kind: PlaybookTargetKind, event: string): TriggerEvent[] =>
  (on[kinds[kind].member] ?? []).filter((one) => one.event === event || one.event === `${kind}.${event}`)

/** Changes that record runs and messages; if they started runs, these would start each other forever. */
const unfollowed = [CHANGE_SOURCE, 'notification']

/** Whether the event is a change that records a run or a message. */
async function isRecordOfWork(db: Queryable, { change_id: changeId }: QueuedEvent['properties']): Promise<boolean> {
  if (!z.guid().safeParse(changeId).success) return false
  const found = await db.query(sql`
    select from config_changes where id = ${changeId ?? ''} and source = any(${unfollowed}::text[])`)
  return found.length > 0
}

/**
 * Whether one of the triggers matches the resource with all its labels and its filter.
 * @throws {PlaybookError} for a filter that is neither true nor false.
 */
async function matchesTrigger(
  target: PlaybookTarget,
  triggers: readonly TriggerEvent[],
  evaluate: Evaluate
): Promise<boolean> {
  const { labels, tags } = target.selectable
  const values = { ...labels, ...tags }
  for (const { labels: required, filter } of triggers) {
    const hasLabels = Object.entries(required ?? {}).every(
      ([name, list]) => Object.hasOwn(values, name) && matchesList(list, values[name] ?? '')
    )
    if (hasLabels && (!filter || (await passesFilter(filter, target, evaluate)))) return true
  }
  return false
}

async function passesFilter(filter: string, { kind, env }: PlaybookTarget, evaluate: Evaluate): Promise<boolean> {
  const answer = await evaluate({ expression: filter, variables: { [kind]: env }, unsupported: unsupportedVariables })
  const shown = shorten(filter, 300)
  if (answer.kind === 'undecided')
    throw new PlaybookError(`The filter ${shown} needs ${answer.message}, which the embedded backend does not support.`)
  if (answer.kind === 'failed') throw new PlaybookError(`The filter ${shown} cannot be evaluated: ${answer.message}.`)
  const truth = parseTruth(answer.text)
  if (truth === undefined)
    throw new PlaybookError(`The filter ${shown} returns ${shorten(answer.text, 300)}, not true or false.`)
  return truth
}
