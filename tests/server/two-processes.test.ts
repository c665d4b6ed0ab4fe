import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../../server/db/db'
import { type Locks, sessionLocks } from '../../server/db/locks'
import { openPostgres } from '../../server/db/postgres'
import { sql } from '../../server/db/sql'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { addCanary, checksOf, statusesOf } from '../helpers/health'
import { listen } from '../helpers/listen'
import { actionsOf, addPlaybook, runOf } from '../helpers/playbooks'

// Two consoles on one external Postgres, the real program (built): what one of them is for is done once, and by the
// other after a kill -9. Needs a server, and so runs where TEST_DATABASE_URL is set.

const server = process.env['TEST_DATABASE_URL'] ?? ''
const name = `test_${randomUUID().replaceAll('-', '')}`
const url = server && new URL(`/${name}`, server).href
/** Of the machine and of a busy one. */
const patient = { timeout: 60_000, interval: 100 }

const start = async (): Promise<ConsoleProcess> => {
  const folder = temporaryFolder()
  const running = await startConsole(['--data', folder.path, '--empty'], { DATABASE_URL: url })
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

  test('locks: one holder, until it gives back, closes, or its session is ended', async () => {
    const [ours, theirs] = [sessionLocks(url), sessionLocks(url)]
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
    await vi.waitFor(() => expect(lost).toHaveBeenCalledTimes(1), patient)
    const again = await eventually(ours, 'a')
    expect(await theirs.take('a')).toBeUndefined()
    await again()
    await ours.close()
    await theirs.close()
  })

  test('checks run once while both live, and go on within 30 seconds of kill -9', async () => {
    const asked: number[] = []
    const { url: target } = await listen((_request, response) => {
      asked.push(Date.now())
      response.end()
    })
    const first = await start()
    const second = await start()
    const canary = await addCanary(db, { interval: 2, http: [{ name: 'shop', url: target.href }] })
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(6), patient)
    // Two that run it would ask in pairs; one asks every two seconds after its first run.
    const gaps = asked.slice(2, 7).map((at, index) => at - (asked[index + 1] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(1000)

    const killedAt = Date.now()
    await first.stop('SIGKILL')
    const before = asked.length
    await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before + 2), { timeout: 30_000, interval: 100 })
    const [check] = await checksOf(db, canary)
    const stored = await statusesOf(db, check?.id ?? '')
    expect(stored.some(({ time }) => time.getTime() > killedAt)).toBe(true)
    await second.stop()
  })

  test('a run is carried out once; one whose process is killed is ended by the other within 30 seconds', async () => {
    const asked = new Map<string, number>()
    const { url: target } = await listen((request, response) => {
      const path = request.url ?? ''
      asked.set(path, (asked.get(path) ?? 0) + 1)
      if (!path.startsWith('/hangs')) response.end()
    })
    const first = await start()
    const submit = async (playbook: string) => {
      const [row] = await db.query<{ id: string }>(sql`
        insert into playbook_runs (playbook_id, status, spec, scheduled_time)
        select id, 'scheduled', spec, now() from playbooks where id = ${playbook} returning id::text`)
      return row?.id ?? ''
    }
    const hanging = await addPlaybook(db, { actions: [{ name: 'wait', http: { url: `${target.origin}/hangs` } }] })
    const run = await submit(hanging)
    await vi.waitFor(async () => expect(await actionsOf(db, run)).toMatchObject([{ status: 'running' }]), patient)

    // Another that starts leaves it alone, and shares what comes.
    await start()
    const quick = await addPlaybook(db, { actions: [{ name: 'ask', http: { url: `${target.origin}/quick` } }] })
    const runs = await Promise.all(Array.from({ length: 8 }, () => submit(quick)))
    await vi.waitFor(async () => {
      for (const id of runs) expect((await runOf(db, id)).status).toBe('completed')
    }, patient)
    expect(asked.get('/quick')).toBe(8)
    expect((await runOf(db, run)).status).toBe('running')

    await first.stop('SIGKILL')
    await vi.waitFor(async () => expect((await runOf(db, run)).status).toBe('failed'), {
      timeout: 30_000,
      interval: 100,
    })
    expect(await runOf(db, run)).toMatchObject({ error: 'The console stopped while this run was under way.' })
    expect(asked.get('/hangs')).toBe(1)
  })
})

async function eventually(locks: Locks, lock: string): Promise<() => Promise<void>> {
  return vi.waitFor(async () => {
    const giveBack = await locks.take(lock)
    if (!giveBack) throw new Error('it is taken')
    return giveBack
  }, patient)
}
