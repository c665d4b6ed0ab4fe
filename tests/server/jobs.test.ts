import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { createJobEngine } from '../../server/platform/jobs/jobs'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { silentLog } from '../helpers/health'

const db = await testDatabase()

test('tells when each job runs next, and nothing about a job that runs now', async () => {
  const now = new Date('2026-11-20T12:00:00Z')
  await db.run(sql`
    insert into job_history (name, status, time_start, time_end, created_at) values
      ('hourly', 'SUCCESS', '2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z', '2026-11-20T10:00:00Z'),
      ('hourly', 'FAILED', '2026-11-20T11:30:00Z', '2026-11-20T11:30:10Z', '2026-11-20T11:30:00Z'),
      ('overdue', 'SUCCESS', '2026-11-19T12:00:00Z', '2026-11-19T12:00:00Z', '2026-11-19T12:00:00Z'),
      ('busy', 'SUCCESS', '2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z', '2026-11-20T10:00:00Z'),
      ('busy', 'RUNNING', '2026-11-20T11:59:00Z', null, '2026-11-20T11:59:00Z'),
      ('Canary', 'SUCCESS', '2026-11-20T10:00:00Z', '2026-11-20T10:00:01Z', '2026-11-20T10:00:00Z')`)
  const jobs = ['hourly', 'overdue', 'busy', 'new'].map((name) => ({ name, everyMs: 3_600_000, run: async () => {} }))
  const { as, send } = await consoleApp(db, {
    engines: [createJobEngine([{ jobs }], { db, log: silentLog, now: () => now, hostname: 'here' })],
  })
  as({ id: '01890000-0000-7000-8000-000000000001', name: 'A', email: null, roles: ['viewer'] })
  const answer = await send('/api/jobs/next_runs')
  expect(await answer.json()).toEqual([
    { name: 'hourly', next_run_at: '2026-11-20T12:30:10.000Z' },
    { name: 'overdue', next_run_at: '2026-11-20T12:00:00.000Z' },
  ])
  as(undefined)
  expect((await send('/api/jobs/next_runs')).status).toBe(401)
})
