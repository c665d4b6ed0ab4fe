import type { Logger } from 'pino'
import type { Db } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import type { Engine } from '../../platform/jobs/engine'
import type { Evaluate } from '../../platform/expression/evaluator'
import { fillIn } from '../../platform/expression/template'
import { repeat } from '../../platform/jobs/repeat'
import { nextDue, parseSchedule, type Schedule, ScheduleError } from '../../platform/jobs/schedule'
import { createTemplateEnv, PlaybookError } from '../context'
import type { RunSecrets } from '../run-secrets'
import { planRun, storeRun } from '../submit'
import {
  planTriggeredRun,
  recordTriggerError,
  type TriggeredPlaybook,
  listTriggeredPlaybooks,
} from './triggered-playbooks'

type Deps = {
  db: Db
  log: Logger
  now: () => Date
  hostname: string
  evaluate: Evaluate
  secrets: RunSecrets
  /** Called when there may be new runs. */
  wake(): void
}

const POLL_EVERY_MS = 1000
/** A restart takes less time. A run that is later than this is skipped, because it was meant for its time. */
const LATE_BY_MS = 5 * 60_000
/** Runs of a playbook that wait for a slot. */
const MOST_WAITING = 10

type Row = { playbook_id: string; place: number; schedule: string; next_time: Date | null; moment: string | null }

/** Starts playbooks at the times of their schedules, in one process. */
export function createPlaybookSchedules(deps: Deps): Engine & { poll(): Promise<void> } {
  const { db, log, now, evaluate, secrets, wake } = deps
  let stop: (() => Promise<void>) | undefined
  /** Invalid triggers, including events and webhooks: reported once, not every second. */
  let reported: ReadonlyMap<string, string> = new Map()

  const poll = async () => {
    const unreadable = new Map<string, string>()
    const playbooks = await listTriggeredPlaybooks(db, sql`true`, (id, why) => void unreadable.set(id, why))
    for (const [id, why] of unreadable) if (reported.get(id) !== why) await recordTriggerError(deps, id, why)
    reported = unreadable
    const rows = await db.query<Row>(sql`
      select playbook_id::text, place, schedule, next_time, next_time::text as moment from console.playbook_schedules`)
    const rowOf = (id: string, place: number) => rows.find((row) => row.playbook_id === id && row.place === place)
    const gone = rows.filter(
      ({ playbook_id, place }) => !playbooks.some(({ id, on }) => id === playbook_id && on.schedule?.[place])
    )
    for (const { playbook_id, place } of gone)
      await db.run(sql`
        delete from console.playbook_schedules where playbook_id = ${playbook_id} and place = ${place}`)
    for (const playbook of playbooks)
      for (const [place, { schedule }] of (playbook.on.schedule ?? []).entries()) {
        const row = rowOf(playbook.id, place)
        if (row?.schedule !== schedule) await enter(playbook, place, schedule)
        else if (row.next_time && row.next_time <= now()) await run(playbook, row)
      }
  }

  /** An invalid schedule is never due; the job history has the reason. */
  const nextOf = async (playbook: TriggeredPlaybook, place: number, schedule: string): Promise<Date | null> => {
    const read = readSchedule(schedule)
    if (typeof read !== 'string') {
      const next = nextDue(read, `${playbook.id} ${place}`, now().getTime())
      return next === undefined ? null : new Date(next)
    }
    await recordTriggerError(deps, playbook.id, read)
    return null
  }

  const enter = async (playbook: TriggeredPlaybook, place: number, schedule: string) => {
    const next = await nextOf(playbook, place, schedule)
    await db.run(sql`
      insert into console.playbook_schedules (playbook_id, place, schedule, next_time)
      values (${playbook.id}, ${place}, ${schedule}, ${next})
      on conflict (playbook_id, place) do update set schedule = excluded.schedule, next_time = excluded.next_time`)
  }

  /** Otherwise runs that take longer than the period would fill the queue. */
  const hasWaitingRuns = async (playbookId: string): Promise<boolean> => {
    const found = await db.query(sql`
      select from playbook_runs
      where playbook_id = ${playbookId} and status = 'scheduled' and created_by is null limit ${MOST_WAITING}`)
    return found.length >= MOST_WAITING
  }

  const run = async (playbook: TriggeredPlaybook, { place, schedule, next_time: due, moment }: Row) => {
    const isMissed = !due || now().getTime() - due.getTime() > LATE_BY_MS
    const plan = isMissed
      ? undefined
      : await planTriggeredRun(deps, playbook, async (spec) => {
          if (await hasWaitingRuns(playbook.id))
            throw new PlaybookError(
              `A time of the schedule was skipped, because ${MOST_WAITING} earlier runs still wait.`
            )
          const about = { playbook, spec, resource: undefined, params: {}, userId: null }
          const env = await createTemplateEnv(db, about)
          const given = Object.entries(playbook.on.schedule?.[place]?.parameters ?? {})
          const params = Object.fromEntries(given.map(([name, value]) => [name, fillIn(value, env)]))
          return planRun(db, evaluate, { playbook, spec, target: undefined, params, userId: null })
        })
    const next = await nextOf(playbook, place, schedule)
    await db.transaction(async (tx) => {
      const moved = await tx.run(sql`
        update console.playbook_schedules set next_time = ${next}
        where playbook_id = ${playbook.id} and place = ${place} and next_time = ${moment}::timestamptz`)
      if (moved === 1 && plan) await storeRun(tx, secrets, plan, now())
    })
    wake()
  }

  return {
    name: 'playbook schedules',
    poll,
    start: async () => {
      stop = repeat(POLL_EVERY_MS, poll, (error) => log.error({ err: error }, 'playbook schedules cannot be read'))
    },
    stop: async () => stop?.(),
  }
}

/** Parsed once: some cron lines take a while. */
const known = new Map<string, Schedule | string>()
const MOST_KNOWN = 1000

/** @returns the error as a sentence when the schedule is invalid. */
function readSchedule(text: string): Schedule | string {
  const before = known.get(text)
  if (before !== undefined) return before
  if (known.size >= MOST_KNOWN) known.clear()
  const read = tryParseSchedule(text)
  known.set(text, read)
  return read
}

/** Each run takes a slot, so a playbook that starts more often would delay the others. */
const SHORTEST_PERIOD_MS = 10_000
/** The number of consecutive times of a schedule whose distance is checked. */
const CHECKED_TIMES = 12

function isTooFrequent(schedule: Schedule): boolean {
  let time = nextDue(schedule, '', Date.now())
  for (let count = 1; count < CHECKED_TIMES && time !== undefined; count++) {
    const next = nextDue(schedule, '', time)
    if (next !== undefined && next - time < SHORTEST_PERIOD_MS) return true
    time = next
  }
  return false
}

function tryParseSchedule(text: string): Schedule | string {
  try {
    const schedule = parseSchedule({ schedule: text })
    return isTooFrequent(schedule) ? `The schedule "${text}" starts more often than every 10 seconds.` : schedule
  } catch (error) {
    if (error instanceof ScheduleError) return `${error.message}.`
    throw error
  }
}
