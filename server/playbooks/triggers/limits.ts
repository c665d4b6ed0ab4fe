import type { Queryable } from '../../data/db/db'
import { sql, toJsonText } from '../../data/db/sql'
import type { StoredPlaybook } from '../playbooks'
import type { PlaybookTarget } from '../playbook-target'
import { recordTriggerError } from './triggered-playbooks'

// Playbooks can trigger each other, and themselves. These limits stop that. They do not apply to users, nor to schedules,
// which no run can trigger.

/** The number of runs in a chain in which each run follows from the one before. */
const LONGEST_CHAIN = 5
const MOST_PER_HOUR = 60
const HOUR_MS = 3_600_000
/** The effects of a run, such as the next result of a check, are visible within this time after its end. */
const SETTLES_MS = 60_000

/** The run that an event follows from. */
export type RunCause = { runId: string; chainLength: number }

/**
 * Returns the run that probably caused an event: one for the same resource, in progress or just ended. Of several, the
 * one with the longest chain.
 */
export async function findCause(db: Queryable, { kind, id }: PlaybookTarget, at: Date): Promise<RunCause | undefined> {
  const of = { config: sql`r.config_id`, component: sql`r.component_id`, check: sql`r.check_id` }[kind]
  const [found] = await db.query<RunCause>(sql`
    select r.id::text as "runId", coalesce(c.chain_length, 1) as "chainLength"
    from playbook_runs r left join console.playbook_run_causes c on c.run_id = r.id
    where ${of} = ${id} and r.start_time <= ${at}
      and (r.end_time is null or r.end_time >= ${new Date(at.getTime() - SETTLES_MS)})
    order by coalesce(c.chain_length, 1) desc, r.start_time desc limit 1`)
  return found
}

export type Stop = { reason: 'chain' | 'rate'; message: string; retryAfterMs: number }

/** Why events and webhooks do not start a playbook now; undefined when they do. */
export async function findStop(
  db: Queryable,
  playbookId: string,
  cause: RunCause | undefined,
  now: Date
): Promise<Stop | undefined> {
  if (cause && cause.chainLength >= LONGEST_CHAIN)
    return {
      reason: 'chain',
      retryAfterMs: SETTLES_MS,
      message:
        `Stopped: this run would be number ${cause.chainLength + 1} of a chain of runs, each of which was triggered ` +
        `during or just after the one before. The last one was ${cause.runId}. Check whether the playbook triggers ` +
        'itself. Events start it again one minute after the last run for the resource has ended.',
    }
  const recent = await db.query<{ at: Date }>(sql`
    select created_at as at from playbook_runs
    where playbook_id = ${playbookId} and created_at > ${new Date(now.getTime() - HOUR_MS)} and created_by is null
      and (request is not null or coalesce(check_id, config_id, component_id) is not null)
      and not (status = 'failed' and start_time is null)
    order by created_at desc limit ${MOST_PER_HOUR}`)
  const oldest = recent[MOST_PER_HOUR - 1]
  if (!oldest) return undefined
  const until = new Date(oldest.at.getTime() + HOUR_MS)
  return {
    reason: 'rate',
    retryAfterMs: Math.max(1000, until.getTime() - now.getTime()),
    message:
      `Stopped: events and webhooks have started this playbook ${MOST_PER_HOUR} times within an hour. Check whether it ` +
      `triggers itself. They start it again from ${until.toISOString()}; users and schedules can start it at any time.`,
  }
}

/** An event such as `check.failed`, and the resource it is about. */
type StoppedEvent = { event: string; target: PlaybookTarget }

/**
 * Tells users that a playbook was stopped, once per hour and reason: by a failed run, the job history and, for an event,
 * a message about the resource.
 */
export async function announceStop(
  tx: Queryable,
  playbook: StoredPlaybook,
  stopped: StoppedEvent | undefined,
  { reason, message }: Stop,
  { now, hostname }: { now: Date; hostname: string }
): Promise<void> {
  const isNew = await tx.run(sql`
    insert into console.playbook_stops as stops (playbook_id, reason, announced_at)
    values (${playbook.id}, ${reason}, ${now})
    on conflict (playbook_id, reason) do update set announced_at = excluded.announced_at
    where stops.announced_at <= ${new Date(now.getTime() - HOUR_MS)}`)
  if (isNew === 0) return
  const idFor = (kind: PlaybookTarget['kind']) => (stopped?.target.kind === kind ? stopped.target.id : null)
  const [run] = await tx.query<{ id: string }>(sql`
    insert into playbook_runs (playbook_id, spec, status, created_at, scheduled_time, end_time, error, check_id, config_id, component_id)
    values (${playbook.id}, ${toJsonText(playbook.spec)}::jsonb, 'failed', ${now}, ${now}, ${now}, ${message},
      ${idFor('check')}, ${idFor('config')}, ${idFor('component')})
    returning id::text`)
  const body = `The playbook ${playbook.title || playbook.name} was stopped. ${message}`
  if (stopped)
    await tx.run(sql`
      insert into notification_send_history (notification_id, body, status, source_event, resource_id, playbook_run_id, created_at)
      values (${await ensureRule(tx)}, ${body}, 'sent', ${stopped.event}, ${stopped.target.id}, ${run?.id ?? null}, ${now})`)
  await recordTriggerError({ db: tx, hostname }, playbook.id, message)
}

const RULE = 'Stopped playbooks'

/** Returns the rule of the messages about stopped playbooks. It matches no event. */
async function ensureRule(tx: Queryable): Promise<string> {
  const find = () =>
    tx.query<{ id: string }>(sql`
      select id::text from notifications where name = ${RULE} and namespace = 'default' and deleted_at is null`)
  const [known] = await find()
  if (known) return known.id
  await tx.run(sql`
    insert into notifications (name, namespace, events, title)
    values (${RULE}, 'default', '{}', 'Playbooks that are stopped because they trigger themselves')
    on conflict do nothing`)
  const [added] = await find()
  if (!added) throw new Error('The rule of the message could not be stored')
  return added.id
}
