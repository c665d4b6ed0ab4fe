import { beforeEach, expect, test, vi } from 'vitest'
import type { Queryable } from '../../server/data/db/db'
import { sql } from '../../server/data/db/sql'
import { createCanaryHistory } from '../../server/health/canary-history'
import { aggregateDays, aggregateHours, deleteBefore } from '../../server/health/retention'
import type { CheckOutcome } from '../../server/health/outcome'
import { createCheckRecorder } from '../../server/health/recorder'
import { createCheckSummaries } from '../../server/health/summary'
import { withJobHistory } from '../../server/platform/jobs/job-history'
import { startJobs } from '../../server/platform/jobs/jobs'
import { testClock } from '../helpers/clock'
import { testDatabase } from '../helpers/database'
import { eventually } from '../helpers/eventually'
import { addCanary, silentLog, readCheckStatuses } from '../helpers/health'

const db = await testDatabase()
beforeEach(() => db.script('delete from canaries; delete from job_history; delete from event_queue'))

const HOUR = 3_600_000
const DAY = 24 * HOUR
const passed: CheckOutcome = { kind: 'passed', durationMs: 12.4, message: 'code=200', details: { code: 200 } }
const failed: CheckOutcome = { kind: 'failed', durationMs: 5003.2, error: 'timed out', details: {} }

async function addChecks(count: number): Promise<string[]> {
  const canary = await addCanary(db, {})
  const rows = await db.query<{ id: string }>(sql`
    insert into checks (canary_id, type, name) select ${canary}, 'http', 'check ' || place from generate_series(1, ${count}::int) as place
    returning id::text`)
  return rows.map(({ id }) => id)
}

const addRun = (check: string, at: Date, status: boolean | null, duration = 100) =>
  db.run(
    sql`insert into check_statuses (check_id, time, status, duration) values (${check}, ${at}, ${status}, ${duration})`
  )

/** The database, which can be made unavailable. */
function flaky() {
  let isAway = false
  let statements = 0
  const guard = <T>(work: () => Promise<T>) => {
    statements++
    return isAway ? Promise.reject(new Error('Connection terminated')) : work()
  }
  const through: Queryable = {
    query: (statement) => guard(() => db.query(statement)),
    run: (statement) => guard(() => db.run(statement)),
  }
  return { through, away: (value: boolean) => void (isAway = value), statements: () => statements }
}

/** A recorder on the test's own clock; `store` advances the clock until everything is stored. */
function recorder(log = silentLog) {
  const database = flaky()
  const clock = testClock(Date.now())
  const made = createCheckRecorder({ db: database.through, log, clock })
  const record = (checkId: string, outcome: CheckOutcome, startedAt = clock.now(), nextRunAt?: number) =>
    made.record({ checkId, outcome, startedAt, nextRunAt })
  return { ...database, clock, record, stop: made.stop }
}

test('stores no time in the future when the clock is set back an hour, and lets the last run decide', async () => {
  const [id = ''] = await addChecks(1)
  const { record, clock } = recorder()
  const first = record(id, passed)
  // Within one batch, and within one millisecond.
  const second = record(id, passed)
  clock.set(clock.now() - HOUR)
  const now = clock.now()
  const last = record(id, failed)
  await clock.advance(250)
  await Promise.all([first, second, last])
  const times = (await readCheckStatuses(db, id)).map(({ time }) => time.getTime())
  expect(times).toEqual([now, now + HOUR, now + HOUR + 1])
  const [check] = await db.query(sql`select status, last_runtime from checks where id = ${id}`)
  expect(check).toEqual({ status: 'unhealthy', last_runtime: new Date(now) })
})

test('stores results that arrive together in one statement', async () => {
  const ids = await addChecks(50)
  const { record, clock, statements } = recorder()
  const stored = Promise.all(
    ids.map((id, index) => record(id, index % 2 ? failed : passed, clock.now(), clock.now() + 30_000))
  )
  await clock.advance(250)
  await stored
  expect(statements()).toBe(1)
  expect(await readCheckStatuses(db, ids[0] ?? '')).toMatchObject([
    { status: true, duration: 12, message: 'code=200', details: { code: 200 } },
  ])
  expect(await readCheckStatuses(db, ids[1] ?? '')).toMatchObject([
    { status: false, duration: 5003, error: 'timed out', details: null },
  ])
  const rows = await db.query(
    sql`select status, count(*), count(last_transition_time) as changed, count(next_runtime) as planned from checks group by 1 order by 1`
  )
  expect(rows).toEqual([
    { status: 'healthy', count: 25, changed: 25, planned: 25 },
    { status: 'unhealthy', count: 25, changed: 25, planned: 25 },
  ])
})

test('records a change of status once, by its time and an event', async () => {
  const [id = ''] = await addChecks(1)
  const { record, clock } = recorder()
  const transition = async (outcome: CheckOutcome) => {
    const stored = record(id, outcome)
    await clock.advance(250)
    await stored
    const [row] = await db.query<{ at: Date }>(sql`select last_transition_time as at from checks where id = ${id}`)
    return row?.at.getTime()
  }
  const first = await transition(passed)
  expect(await transition(passed)).toBe(first)
  expect(await transition(failed)).toBeGreaterThan(first ?? 0)
  const events = await db.query(sql`select name from event_queue where properties ->> 'id' = ${id} order by name`)
  expect(events).toEqual([{ name: 'check.failed' }, { name: 'check.passed' }])
})

test('keeps both runs of one check in the same millisecond', async () => {
  const [id = ''] = await addChecks(1)
  const { record, clock } = recorder()
  const stored = Promise.all([record(id, passed, 1000), record(id, failed, 1000)])
  await clock.advance(250)
  await stored
  expect((await readCheckStatuses(db, id)).map(({ status }) => status)).toEqual([true, false])
})

test('stores the reason of a run that did not happen, without status or figure', async () => {
  const [id = ''] = await addChecks(1)
  const { record, clock } = recorder()
  const stored = Promise.all([record(id, failed), record(id, { kind: 'notRun', message: 'exec checks are off' })])
  await clock.advance(250)
  await stored
  expect((await readCheckStatuses(db, id))[1]).toMatchObject({
    status: null,
    invalid: true,
    message: 'exec checks are off',
  })
  expect(await db.query(sql`select status from checks where id = ${id}`)).toEqual([{ status: null }])
  await db.query(sql`select console.refresh_check_status_summary()`)
  expect(await db.query(sql`select passed, failed from check_status_summary where check_id = ${id}`)).toEqual([
    { passed: 0, failed: 1 },
  ])
})

test('loses no result while the database is unavailable, and logs it once', async () => {
  const [id = ''] = await addChecks(1)
  const log = { ...silentLog, error: vi.fn<() => void>(), warn: vi.fn<() => void>() } as unknown as typeof silentLog
  const { record, clock, away } = recorder(log)
  away(true)
  const refused = record(id, passed).catch((error: unknown) => String(error))
  await clock.advance(250)
  expect(await refused).toContain('Connection terminated')
  for (let run = 0; run < 20; run++) {
    record(id, failed).catch(() => {})
    await clock.advance(3000)
  }
  expect(log.error).toHaveBeenCalledTimes(1)
  away(false)
  await eventually(async () => {
    await clock.advance(10_000)
    expect(await readCheckStatuses(db, id)).toHaveLength(21)
  })
  expect(log.warn).toHaveBeenCalledTimes(1)
})

test('stores the other results when Postgres refuses one', async () => {
  const ids = await addChecks(5)
  const { record, clock } = recorder()
  const tooLong: CheckOutcome = { ...passed, durationMs: 1e12 }
  const odd: CheckOutcome = { ...failed, error: 'a\0b \ud800 c', details: { body: '\0' } }
  const stored = Promise.all(ids.map((id, index) => record(id, index === 2 ? tooLong : odd)))
  await eventually(async () => {
    await clock.advance(250)
    const [row] = await db.query<{ count: number }>(sql`select count(*) from check_statuses`)
    expect(row?.count).toBe(4)
  })
  await stored
  expect((await readCheckStatuses(db, ids[0] ?? ''))[0]?.error).toBe('ab \ufffd c')
})

test('skips a result of a deleted check', async () => {
  const [id = '', other = ''] = await addChecks(2)
  await db.run(sql`delete from checks where id = ${id}`)
  const { record, clock } = recorder()
  const stored = Promise.all([record(id, passed), record(other, passed)])
  await clock.advance(250)
  await stored
  expect(await readCheckStatuses(db, other)).toHaveLength(1)
})

test('stores waiting results when stopping', async () => {
  const [id = ''] = await addChecks(1)
  const { record, stop } = recorder()
  const stored = record(id, passed)
  await stop()
  await stored
  expect(await readCheckStatuses(db, id)).toHaveLength(1)
})

test('recomputes statistics when a check ran or its results expire, not otherwise', async () => {
  const [id = '', other = ''] = await addChecks(2)
  const clock = testClock(Date.now())
  const summaries = createCheckSummaries(db, clock)
  summaries.setChecks([id, other])
  await addRun(id, new Date(), true, 40)
  expect(await summaries.refreshDue()).toBe(2)
  expect(await db.query(sql`select passed, failed, p95 from check_status_summary where check_id = ${id}`)).toEqual([
    { passed: 1, failed: 0, p95: 40 },
  ])
  summaries.checkRan(id)
  expect(await summaries.refreshDue()).toBe(0)
  await clock.advance(15_000)
  expect(await summaries.refreshDue()).toBe(1)
  await clock.advance(40_000)
  expect(await summaries.refreshDue()).toBe(1)
  await clock.advance(20_000)
  expect(await summaries.refreshDue()).toBe(1)
  summaries.setChecks([])
  await clock.advance(HOUR)
  expect(await summaries.refreshDue()).toBe(0)
})

const at = (text: string) => new Date(`2026-05-${text}Z`)

const rollUps = (table: 'check_statuses_1h' | 'check_statuses_1d') =>
  db.query(
    sql`select created_at, duration, total, passed, failed from ${table === 'check_statuses_1h' ? sql`check_statuses_1h` : sql`check_statuses_1d`} order by check_id, created_at`
  )

test('aggregates hours and days, including the current ones, idempotently', async () => {
  const [id = ''] = await addChecks(1)
  const now = new Date('2026-05-10T10:30:00Z')
  await addRun(id, at('09T08:00:00'), true, 100)
  await addRun(id, at('09T08:59:59.999'), false, 300)
  await addRun(id, at('09T09:00:00'), true, 50)
  await addRun(id, at('09T09:10:00'), null, 9999)
  await addRun(id, at('10T10:15:00'), true, 1)
  await aggregateHours(db, now)
  const hours = [
    { created_at: at('09T08:00:00'), duration: 400, total: 2, passed: 1, failed: 1 },
    { created_at: at('09T09:00:00'), duration: 50, total: 1, passed: 1, failed: 0 },
    { created_at: at('10T10:00:00'), duration: 1, total: 1, passed: 1, failed: 0 },
  ]
  expect(await rollUps('check_statuses_1h')).toEqual(hours)
  await aggregateDays(db, now)
  const days = [
    { created_at: at('09T00:00:00'), duration: 450, total: 3, passed: 2, failed: 1 },
    { created_at: at('10T00:00:00'), duration: 1, total: 1, passed: 1, failed: 0 },
  ]
  expect(await rollUps('check_statuses_1d')).toEqual(days)
  for (let again = 0; again < 3; again++) {
    await aggregateHours(db, now)
    await aggregateDays(db, now)
  }
  expect(await rollUps('check_statuses_1h')).toEqual(hours)
  expect(await rollUps('check_statuses_1d')).toEqual(days)
  // Once complete, they are aggregated as a whole, including late results.
  await addRun(id, at('10T10:45:00'), false, 9)
  await aggregateHours(db, at('10T11:00:05'))
  await addRun(id, at('10T10:59:59'), true, 5)
  await aggregateHours(db, at('10T12:00:05'))
  await aggregateDays(db, at('11T00:30:00'))
  const whole = { duration: 15, total: 3, passed: 2, failed: 1 }
  expect((await rollUps('check_statuses_1h')).at(-1)).toEqual({ created_at: at('10T10:00:00'), ...whole })
  expect((await rollUps('check_statuses_1d')).at(-1)).toEqual({ created_at: at('10T00:00:00'), ...whole })
})

test('adds a late result to its hour', async () => {
  const [id = ''] = await addChecks(1)
  const now = new Date('2026-05-10T10:30:00Z')
  await addRun(id, new Date('2026-05-10T09:10:00Z'), true)
  await aggregateHours(db, now)
  await addRun(id, new Date('2026-05-10T09:50:00Z'), true)
  await aggregateHours(db, now)
  expect(await rollUps('check_statuses_1h')).toMatchObject([{ total: 2 }])
})

test('aggregates every hour after a week without the process', async () => {
  const [id = ''] = await addChecks(1)
  const start = Date.parse('2026-05-01T00:00:00Z')
  await db.run(sql`insert into check_statuses (check_id, time, status, duration)
    select ${id}, ${new Date(start)}::timestamptz + step * interval '10 minutes', true, 1 from generate_series(0, 7 * 24 * 6 - 1) as step`)
  await aggregateHours(db, new Date(start + DAY + 60_000))
  await aggregateHours(db, new Date(start + 7 * DAY + 60_000))
  const hours = await rollUps('check_statuses_1h')
  expect(hours).toHaveLength(7 * 24)
  expect(new Set(hours.map(({ total }) => total))).toEqual(new Set([6]))
})

test('deletes all results older than the retention, and no others', async () => {
  const ids = await addChecks(3)
  const now = Date.parse('2026-05-31T00:00:00Z')
  await db.run(sql`insert into check_statuses (check_id, time, status, duration)
    select check_id, ${new Date(now)}::timestamptz - step * interval '1 hour', true, 1
    from unnest(${ids}::uuid[]) as check_id, generate_series(1, 60 * 24) as step`)
  expect(await deleteBefore(db, 'check_statuses', new Date(now - 30 * DAY))).toBe(3 * 30 * 24)
  const rows = await db.query(sql`select min(time) as oldest, count(*) from check_statuses`)
  expect(rows).toEqual([{ oldest: new Date(now - 30 * DAY), count: 3 * 30 * 24 }])
  expect(await deleteBefore(db, 'check_statuses', new Date(now - 30 * DAY))).toBe(0)
})

const jobRows = () =>
  db.query(
    sql`select name, status, success_count, error_count, details, resource_type, resource_id, hostname from job_history order by time_start, id`
  )

test.each([
  ['successes only', 2, [], 'SUCCESS', null],
  ['both', 1, ['b: broke'], 'WARNING', { errors: ['b: broke'] }],
  ['errors only', 0, ['a: broke'], 'FAILED', { errors: ['a: broke'] }],
  ['nothing to do', 0, [], 'SUCCESS', null],
])('runs a job with %s', async (_name, successes, errors, status, details) => {
  await withJobHistory(
    db,
    { name: 'Job', hostname: 'here', resourceType: 'canary', resourceId: 'x' },
    async (report) => {
      expect(await db.query(sql`select status from job_history`)).toEqual([{ status: 'RUNNING' }])
      report.succeeded(successes)
      errors.forEach((error) => report.failed(error))
    }
  )
  expect(await jobRows()).toEqual([
    {
      name: 'Job',
      status,
      success_count: successes,
      error_count: errors.length,
      details,
      resource_type: 'canary',
      resource_id: 'x',
      hostname: 'here',
    },
  ])
})

test('records the error of a job that throws', async () => {
  const job = withJobHistory(db, { name: 'Job', hostname: 'here' }, () => Promise.reject(new Error('no disk')))
  await expect(job).rejects.toThrow('no disk')
  expect(await jobRows()).toMatchObject([{ status: 'FAILED', error_count: 1, details: { errors: ['no disk'] } }])
})

test('keeps the newest successes and failures per job and resource', async () => {
  for (let run = 0; run < 30; run++) {
    const resourceId = run % 2 ? 'odd' : 'even'
    await withJobHistory(db, { name: 'Job', hostname: 'here', resourceId }, async ({ failed: fail }) => {
      if (run % 5 === 0) fail(`run ${run}`)
    }).catch(() => {})
  }
  const rows = await jobRows()
  expect(rows.filter(({ resource_id: id }) => id === 'odd')).toHaveLength(6)
  expect(rows.filter(({ resource_id: id }) => id === 'even')).toHaveLength(6)
  expect(
    rows
      .filter(({ details }) => details)
      .map(({ details }) => (details as { errors: string[] }).errors[0])
      .toSorted()
  ).toEqual(['run 0', 'run 10', 'run 15', 'run 20', 'run 25', 'run 5'].toSorted())
})

test('records the runs of a canary together and keeps a limited number', async () => {
  const history = createCanaryHistory(db, 'here')
  for (let minute = 0; minute < 10; minute++) {
    for (let run = 0; run < 4; run++) {
      const startedAt = Date.parse('2026-05-01T00:00:00Z') + minute * 60_000 + run * 15_000
      const outcome = run === 3 && minute % 2 ? failed : passed
      history.addRun({ canaryId: 'c1', checkName: `check ${run}`, outcome, startedAt, endedAt: startedAt + 20 + run })
    }
    history.addRun({
      canaryId: 'c2',
      checkName: 'k8s',
      outcome: { kind: 'notRun', message: '' },
      startedAt: 0,
      endedAt: 0,
    })
    await history.flush()
  }
  await history.flush()
  const rows = await db.query(
    sql`select name, resource_type, resource_id, status, success_count, error_count, details, duration_millis from job_history order by time_start desc`
  )
  expect(rows).toHaveLength(6)
  expect(rows[0]).toEqual({
    name: 'Canary',
    resource_type: 'canary',
    resource_id: 'c1',
    status: 'WARNING',
    success_count: 3,
    error_count: 1,
    details: { errors: ['check 3: timed out'] },
    duration_millis: 23,
  })
  expect(rows[1]).toMatchObject({ status: 'SUCCESS', success_count: 4, details: null })
})

test('soon runs a job whose period passed while the process was away; a job that ran recently waits', async () => {
  const ran: string[] = []
  const job = (name: string) => ({ name, everyMs: DAY, run: async () => void ran.push(name) })
  await withJobHistory(db, { name: 'fresh', hostname: 'here' }, async () => {})
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const deps = { db, log: silentLog, now: () => new Date(), hostname: 'here' }
    const jobs = await startJobs([job('fresh'), job('due')], deps)
    await vi.advanceTimersByTimeAsync(HOUR)
    await jobs.run('fresh')
    expect(ran).toEqual(['due', 'fresh'])
    await expect(jobs.run('nothing')).rejects.toThrow('no job nothing')
    await jobs.stop()
  } finally {
    vi.useRealTimers()
  }
})
