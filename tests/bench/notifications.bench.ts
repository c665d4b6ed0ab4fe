import { randomUUID } from 'node:crypto'
import { createQueuedDb, type Db } from '../../server/data/db/db'
import { migrate } from '../../server/data/db/migrate'
import { openPglite } from '../../server/data/db/pglite-connection'
import { openPostgres } from '../../server/data/db/postgres'
import { sql } from '../../server/data/db/sql'
import { createReadAs } from '../../server/identity/access/read-as'
import { previewSilence } from '../../server/notifications/silences/preview'
import { parseScope } from '../../server/notifications/silences/match'
import { evaluateHere } from '../helpers/evaluate-here'
import { addRule, testNotifications } from '../helpers/notifications'
import { formatMs, formatSeconds, percentile } from './figures'

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)

const EVENTS = number('BENCH_EVENTS', 10_000)
const SENDS = number('BENCH_SENDS', 100_000)
const CHECKS = number('BENCH_CHECKS', 200)
const DAYS = number('BENCH_DAYS', 30)
/** How often a flapping check changes in its hour of each day. */
const CHANGES = 12
const HOUR = 3_600_000

const parts = { burst: measureBurst, preview: measurePreview, flapping: measureFlapping }

/**
 * A burst of events, the preview of silences over many messages, and a month of flapping checks. `BENCH_PARTS` names some
 * of the three.
 */
export async function bench(): Promise<Record<string, string>> {
  const wanted = process.env['BENCH_PARTS']?.split(',')
  const figures: Record<string, string> = {}
  for (const [name, measure] of Object.entries(parts))
    if (wanted?.includes(name) ?? true) Object.assign(figures, await withDatabase(measure))
  return figures
}

/** An empty database: in memory, or a new one on the server of `TEST_DATABASE_URL`. */
async function withDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const server = process.env['TEST_DATABASE_URL']
  const { db, remove } = server ? await createDatabase(server) : await createEmbedded()
  try {
    await migrate(db)
    await db.script(`insert into canaries (id, name, namespace, spec) values ('${CANARY}', 'bench', 'default', '{}')`)
    return await work(db)
  } finally {
    await db.close()
    await remove()
  }
}

const createEmbedded = async () => ({ db: createQueuedDb(await openPglite(undefined)), remove: async () => {} })

async function createDatabase(server: string) {
  const name = `bench_${randomUUID().replaceAll('-', '')}`
  const owner = await openPostgres(server)
  await owner.script(`create database ${name}`)
  const url = new URL(server)
  url.pathname = name
  const remove = async () => {
    await owner.script(`drop database ${name} with (force)`)
    await owner.close()
  }
  return { db: await openPostgres(url.href), remove }
}

const CANARY = '00000000-0000-4000-8000-000000000001'

const addChecks = (db: Db, count: number) =>
  db.run(sql`
    insert into checks (canary_id, name, type, status, labels)
    select ${CANARY}, 'check ' || n, 'http', 'healthy', jsonb_build_object('app', 'app-' || n % 20)
    from generate_series(1, ${count}) as n`)

const services = { custom_services: [{ url: 'https://a.example' }] }

async function measureBurst(db: Db): Promise<Record<string, string>> {
  await addChecks(db, EVENTS)
  const grouped = await addRule(db, { events: ['check.failed'], group_by: ['label:app'], ...services })
  const single = await addRule(db, { events: ['check.failed'], ...services })
  const keys = new Set<string>()
  let twice = 0
  const engine = testNotifications(db, {
    now: () => new Date(),
    notify: async (_target, _message, _signal, { idempotencyKey: key }) => {
      if (keys.has(key)) twice++
      keys.add(key)
    },
  })
  await db.run(sql`update checks set status = 'unhealthy'`)
  const begun = performance.now()
  await engine.plan()
  const plannedMs = performance.now() - begun
  await engine.send()
  const sentMs = performance.now() - begun
  const count = async (rule: string) => {
    const rows = await db.query<{ status: string; events: number }>(sql`
      select status, sum(count)::integer as events from notification_send_history where notification_id = ${rule}
      group by status order by status`)
    return {
      text: rows.map(({ status, events }) => `${events} ${status}`).join(', '),
      lost: EVENTS - rows.reduce((sum, { events }) => sum + events, 0),
    }
  }
  const [ofGrouped, ofSingle] = [await count(grouped), await count(single)]
  return {
    [`burst of ${EVENTS} events, two rules: planned`]: formatSeconds(plannedMs),
    '… until the last message was sent': formatSeconds(sentMs),
    '… rule with group_by': ofGrouped.text,
    '… rule without': ofSingle.text,
    '… events without a row; messages sent twice': `${ofGrouped.lost + ofSingle.lost}; ${twice}`,
  }
}

async function measurePreview(db: Db): Promise<Record<string, string>> {
  await addChecks(db, 2000)
  const rule = await addRule(db, { events: ['check.failed'], ...services })
  await db.run(sql`
    insert into notification_send_history (notification_id, body, status, source_event, resource_id, created_at)
    select ${rule}, 'It fails', 'sent', 'check.failed', ids[1 + n % 2000], now() - n * interval '6 seconds'
    from generate_series(1, ${SENDS}) as n, (select array_agg(id) as ids from checks) as found`)
  await db.script('analyze')
  const [check] = await db.query<{ id: string }>(sql`select id::text from checks limit 1`)
  const reader = await createReadAs({ db, local: new Map() })(null)
  const empty = { config_id: null, component_id: null, check_id: null, canary_id: null, recursive: null }
  const scopes = {
    'one check': { ...empty, check_id: check?.id ?? '', filter: null, selectors: null },
    'a canary': { ...empty, canary_id: CANARY, filter: null, selectors: null },
    'a filter without a match': { ...empty, filter: 'check.name == "none"', selectors: null },
    selectors: { ...empty, filter: null, selectors: [{ labelSelector: 'app=app-3' }] },
  }
  const figures: Record<string, string> = {}
  for (const [name, row] of Object.entries(scopes)) {
    const times: number[] = []
    for (let turn = 0; turn < 20; turn++) {
      const begun = performance.now()
      await previewSilence(parseScope(row), {
        reader,
        evaluate: evaluateHere,
        owner: 'bench',
        mayRead: () => true,
        now: new Date(),
      })
      times.push(performance.now() - begun)
    }
    figures[`preview over ${SENDS} messages, ${name}: p50 / p95`] =
      `${formatMs(percentile(times, 0.5))} / ${formatMs(percentile(times, 0.95))}`
  }
  return figures
}

/**
 * Each check flaps for an hour of each day, at its own hour. The engine and the recorded changes use the same simulated
 * clock. The rules differ only in grouping; recognition is turned off by forgetting the recorded changes.
 */
async function measureFlapping(db: Db): Promise<Record<string, string>> {
  const figures: Record<string, string> = {
    'flapping checks, days, changes each': `${CHECKS}, ${DAYS}, ${CHANGES * DAYS}`,
  }
  const kinds = {
    'without grouping': { isRecognised: false, rule: {} },
    'with group_by': { isRecognised: false, rule: { group_by: ['label:app'], group_by_interval: HOUR * 1e6 } },
    'with recognition': { isRecognised: true, rule: {} },
    'with group_by and recognition': {
      isRecognised: true,
      rule: { group_by: ['label:app'], group_by_interval: HOUR * 1e6 },
    },
  }
  for (const [name, { isRecognised, rule }] of Object.entries(kinds)) {
    await db.script(
      'delete from notification_send_history; delete from notifications; delete from notification_groups;'
    )
    await db.script('delete from checks; delete from console.health_changes; delete from event_queue')
    await addChecks(db, CHECKS)
    figures[`messages ${name}`] = String(await countMessages(db, isRecognised, rule))
  }
  return figures
}

async function countMessages(db: Db, isRecognised: boolean, columns: object): Promise<number> {
  let clock = Date.now()
  const begun = clock
  let sent = 0
  const engine = testNotifications(db, { now: () => new Date(clock), notify: async () => void sent++ })
  await addRule(db, { events: ['check.failed', 'check.passed'], ...services, ...columns })
  const checks = await db.query<{ id: string }>(sql`select id::text from checks order by name`)
  for (let day = 0; day < DAYS; day++)
    for (let hour = 0; hour < 24; hour++) {
      const ids = checks.filter((_, index) => index % 24 === hour).map(({ id }) => id)
      for (let change = 0; change < CHANGES; change++) {
        clock = begun + (day * 24 + hour) * HOUR + (change * HOUR) / CHANGES
        await db.run(sql`
          update checks set status = ${change % 2 === 0 ? 'unhealthy' : 'healthy'} where id = any(${ids}::uuid[])`)
        await db.run(
          isRecognised
            ? sql`
              update console.health_changes set times = trim_array(times, 1) || ${new Date(clock)}::timestamptz
              where resource_id = any(${ids}::uuid[])`
            : sql`delete from console.health_changes`
        )
        await db.run(sql`update event_queue set created_at = ${new Date(clock)}`)
        await engine.plan()
        await engine.send()
      }
    }
  clock += HOUR
  await engine.send()
  return sent
}
