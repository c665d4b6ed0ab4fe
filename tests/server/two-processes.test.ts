import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../server/data/db/db'
import { type Locks, createSessionLocks } from '../../server/data/db/locks'
import { openPostgres } from '../../server/data/db/postgres'
import { sql } from '../../server/data/db/sql'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { eventually } from '../helpers/eventually'
import { addCanary, readCanaryChecks, readCheckStatuses } from '../helpers/health'
import { listen } from '../helpers/listen'
import { readRunActions, addPlaybook, readTestRun } from '../helpers/playbooks'

// Two consoles (the built program) on one external Postgres: shared work is done once, and taken over after a kill -9.
// Requires a server, so it runs only with TEST_DATABASE_URL.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const name = `test_${randomUUID().replaceAll('-', '')}`
const url = server && new URL(`/${name}`, server).href
/** The documented limit; its parts add up to about twenty seconds. */
const TAKEN_OVER_WITHIN_MS = 30_000
const CHECK_EVERY_MS = 2000

const secret = () => randomBytes(32).toString('base64')
const CONSOLE_KEYS = JSON.stringify({ keys: [{ version: 1, hmac: secret(), encryption: secret() }] })

const start = async (): Promise<ConsoleProcess> => {
  const folder = temporaryFolder()
  const running = await startConsole(['--data', folder.path, '--empty'], { DATABASE_URL: url, CONSOLE_KEYS })
  onTestFinished(async () => {
    await running.stop()
    folder.remove()
  })
  return running
}

describe.skipIf(!server)('two processes on one database', { timeout: 180_000 }, () => {
  let owner: Db
  let db: Db
  beforeAll(async () => {
    owner = await openPostgres(server)
    await owner.script(`create database ${name}`)
    db = await openPostgres(url)
  })
  afterAll(async () => {
    await db.close()
    await owner.script(`drop database ${name} with (force)`)
    await owner.close()
  })

  test('locks have one holder, until it releases them, closes, or its session ends', async () => {
    const [ours, theirs] = [createSessionLocks(url), createSessionLocks(url)]
    const giveBack = await ours.take('a')
    expect(giveBack).toBeDefined()
    expect(await ours.take('a')).toBeUndefined()
    expect(await theirs.take('a')).toBeUndefined()
    expect(await theirs.take('b')).toBeDefined()
    await giveBack?.()
    expect(await theirs.take('a')).toBeDefined()

    const lost = vi.fn<() => void>()
    theirs.onLost(lost)
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'mission-control locks'`)
    await eventually(() => expect(lost).toHaveBeenCalledTimes(1))
    const again = await taken(ours, 'a')
    expect(await theirs.take('a')).toBeUndefined()
    await again()
    await ours.close()
    await theirs.close()
  })

  test('checks run once while both live, and continue within 30 seconds of kill -9', async () => {
    const asked: number[] = []
    const { url: target } = await listen((_request, response) => {
      asked.push(Date.now())
      response.end()
    })
    const first = await start()
    const second = await start()
    const third = await start()
    const canary = await addCanary(db, { interval: CHECK_EVERY_MS / 1000, http: [{ name: 'shop', url: target.href }] })
    await eventually(() => expect(asked.length).toBeGreaterThan(6))
    // Two processes would send twice as many requests, three three times; the first run comes early.
    const sinceFirstMs = Date.now() - (asked[0] ?? 0)
    expect(asked.length).toBeLessThanOrEqual(sinceFirstMs / CHECK_EVERY_MS + 2)

    const killedAt = Date.now()
    await first.stop('SIGKILL')
    const before = asked.length
    await eventually(() => expect(asked.length).toBeGreaterThan(before + 2))
    expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_WITHIN_MS)
    const [check] = await readCanaryChecks(db, canary)
    const stored = await readCheckStatuses(db, check?.id ?? '')
    expect(stored.some(({ time }) => time.getTime() > killedAt)).toBe(true)
    await second.stop()
    await third.stop()
  })

  test('a run completes while a third process starts, and when every database connection is ended', async () => {
    const waiting: ServerResponse[] = []
    const { url: target } = await listen((_request, response) => void waiting.push(response))
    await start()
    const second = await start()
    const actions = [{ name: 'wait', http: { url: target.href } }]
    const run = await submit(db, await addPlaybook(db, { actions }))
    await eventually(() => expect(waiting).toHaveLength(1))
    const third = await start()
    await db.query(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    // Waits until each has reconnected and reacquired its locks.
    for (const { url: console } of [second, third])
      await eventually(async () =>
        expect(await (await fetch(`${console}/api/_health`)).json()).toEqual({ health: 'ok' })
      )
    await eventually(async () => expect(await holdersOf(db, run)).toBe(1))
    expect((await readTestRun(db, run)).status).toBe('running')
    waiting[0]?.end()
    await eventually(async () => expect((await readTestRun(db, run)).status).toBe('completed'))
    expect(await readRunActions(db, run)).toMatchObject([{ name: 'wait', status: 'completed', error: null }])
    expect(waiting).toHaveLength(1)
  })

  test('a run is executed once; the run of a killed process is ended by the other within 30 seconds', async () => {
    const asked = new Map<string, number>()
    const { url: target } = await listen((request, response) => {
      const path = request.url ?? ''
      asked.set(path, (asked.get(path) ?? 0) + 1)
      if (!path.startsWith('/hangs')) response.end()
    })
    const first = await start()
    const hanging = await addPlaybook(db, { actions: [{ name: 'wait', http: { url: `${target.origin}/hangs` } }] })
    const run = await submit(db, hanging)
    await eventually(async () => expect(await readRunActions(db, run)).toMatchObject([{ status: 'running' }]))

    // A new process leaves the run alone, and shares new ones.
    await start()
    const quick = await addPlaybook(db, { actions: [{ name: 'ask', http: { url: `${target.origin}/quick` } }] })
    const runs = await Promise.all(Array.from({ length: 8 }, () => submit(db, quick)))
    await eventually(async () => {
      for (const id of runs) expect((await readTestRun(db, id)).status).toBe('completed')
    })
    expect(asked.get('/quick')).toBe(8)
    expect((await readTestRun(db, run)).status).toBe('running')

    const killedAt = Date.now()
    await first.stop('SIGKILL')
    await eventually(async () => expect((await readTestRun(db, run)).status).toBe('failed'))
    expect(Date.now() - killedAt).toBeLessThan(TAKEN_OVER_WITHIN_MS)
    expect(await readTestRun(db, run)).toMatchObject({ error: 'The console stopped while this run was in progress.' })
    expect(asked.get('/hangs')).toBe(1)
  })
})

/** Queues a run. @returns its id. */
const submit = async (on: Db, playbook: string) => {
  const [row] = await on.query<{ id: string }>(sql`
    insert into playbook_runs (playbook_id, status, spec, scheduled_time)
    select id, 'scheduled', spec, now() from playbooks where id = ${playbook} returning id::text`)
  return row?.id ?? ''
}

/** Number of sessions that hold the lock of a run. */
async function holdersOf(on: Db, run: string): Promise<number> {
  const [row] = await on.query<{ holders: number }>(sql`
    select count(*) as holders from pg_locks
    where locktype = 'advisory' and granted and
      (classid::bigint << 32) + objid::bigint = hashtextextended(${`mission-control playbook run ${run}`}, 0)`)
  return row?.holders ?? 0
}

const taken = (locks: Locks, lock: string): Promise<() => Promise<void>> =>
  eventually(async () => {
    const giveBack = await locks.take(lock)
    if (!giveBack) throw new Error('it is taken')
    return giveBack
  })
