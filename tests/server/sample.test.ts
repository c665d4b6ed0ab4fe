import { beforeAll, expect, test } from 'vitest'
import { ident, sql } from '../../server/data/db/sql'
import { replaceMovedAddresses, annotationFor, usualPorts } from '../../server/sample/addresses'
import { createSampleArtifactsEngine } from '../../server/sample/artifacts'
import { loadSample } from '../../server/sample/load'
import { createLogEngine } from '../../server/logs/engine'
import { createTopologyEngine } from '../../server/topology/engine'
import type { Evaluate } from '../../server/platform/expression/evaluator'
import { testArtifacts } from '../helpers/artifacts'
import { testDatabase } from '../helpers/database'
import { silentLog } from '../helpers/health'

const db = await testDatabase()

type Column = { table: string; name: string; type: string }
let columns: Column[] = []
let tables: string[] = []

beforeAll(async () => {
  await db.transaction(loadSample)
  columns = await db.query<Column>(sql`
    select table_name as table, column_name as name, data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'
    order by table_name, ordinal_position`)
  tables = [...new Set(columns.map(({ table }) => table))]
})

const rowsOf = async (table: string) =>
  (await db.query<{ row: Record<string, unknown> }>(sql`select to_jsonb(t) as row from ${ident(table)} as t`)).map(
    ({ row }) => row
  )

test('fills every table, except invitations and those that only other backends fill', async () => {
  const empty: string[] = []
  for (const table of tables) {
    if ((await db.query(sql`select from ${ident(table)} limit 1`)).length === 0) empty.push(table)
  }
  // Anyone who knows the id of an invitation can register, so the sample has none.
  const foreign = ['config_access_logs', 'external_users', 'plugins', 'scopes', 'views']
  expect(empty).toEqual([...foreign, 'invites'].toSorted())
})

test('stores an object with every piece of evidence, because other clients read its members', async () => {
  expect(await db.query(sql`select id from evidences where evidence is null`)).toEqual([])
})

test('has a file for every artifact', async () => {
  await createSampleArtifactsEngine(db, testArtifacts.put).start?.()
  const rows = await db.query<{ id: string; filename: string; size: number }>(sql`
    select id::text, filename, size from artifacts`)
  for (const { id, filename, size } of rows) {
    const file = await testArtifacts.read(id)
    expect([filename, file?.size]).toEqual([filename, size])
    file?.stream.destroy()
  }
})

test('refers to existing ids only', async () => {
  const exist = new Set<unknown>()
  const mentioned = new Map<string, string>()
  for (const table of tables) {
    for (const row of await rowsOf(table)) {
      exist.add(row['id'])
      for (const [id] of JSON.stringify(row).matchAll(/5a0000\d\d-0000-4000-8000-\d{12}/g)) mentioned.set(id, table)
    }
  }
  expect(mentioned.size).toBeGreaterThan(400)
  expect([...mentioned].filter(([id]) => !exist.has(id))).toEqual([])
})

test('has only plans in the future', async () => {
  const plans = new Set(['until', 'from', 'expires_at', 'next_runtime', 'not_before', 'scheduled_time'])
  const wrong: string[] = []
  for (const { table, name, type } of columns) {
    if (type !== 'timestamp with time zone' || plans.has(name)) continue
    const late = await db.query(sql`select from ${ident(table)} where ${ident(name)} > now() limit 1`)
    if (late.length > 0) wrong.push(`${table}.${name}`)
  }
  expect(wrong).toEqual([])
})

test('has no change, deletion or end before the creation', async () => {
  const pairs = [
    ['created_at', 'updated_at'],
    ['created_at', 'deleted_at'],
    ['created_at', 'resolved'],
    ['created_at', 'closed'],
    ['created_at', 'acknowledged'],
    ['created_at', 'last_runtime'],
    ['first_observed', 'created_at'],
    ['first_observed', 'last_observed'],
    ['start_time', 'end_time'],
    ['time_start', 'time_end'],
    ['from', 'until'],
  ] as const
  const wrong: string[] = []
  for (const table of tables) {
    const has = (name: string) => columns.some((column) => column.table === table && column.name === name)
    for (const [first, then] of pairs.filter((pair) => pair.every(has))) {
      const found = await db.query(sql`select from ${ident(table)} where ${ident(first)} > ${ident(then)} limit 1`)
      if (found.length > 0) wrong.push(`${table}: ${first} after ${then}`)
    }
  }
  expect(wrong).toEqual([])
})

test('has a result for every check that ran, matching its status', async () => {
  expect(
    await db.query(sql`
      select checks.name, checks.status, last.status as passed
      from checks left join lateral (
        select status, time from check_statuses where check_id = checks.id order by time desc limit 1
      ) as last on true
      where checks.status is distinct from case when last.status then 'healthy' when not last.status then 'unhealthy' end
        or checks.last_runtime is distinct from last.time`)
  ).toEqual([])
})

test('has checks of every health', async () => {
  const [found] = await db.query(sql`
    select count(*) filter (where status = 'healthy') >= 10 as healthy,
      count(*) filter (where status = 'unhealthy') >= 6 as unhealthy,
      count(*) filter (where status is null) >= 3 as unknown
    from checks where deleted_at is null`)
  expect(found).toEqual({ healthy: true, unhealthy: true, unknown: true })
})

test.each([
  ['check_statuses_1h', 'hour'],
  ['check_statuses_1d', 'day'],
])('aggregates the runs in %s for every complete %s', async (table, unit) => {
  expect(
    await db.query(sql`
      select * from ${ident(table)} as rolled full join (
        select check_id, date_trunc(${unit}::text, time, 'UTC') as created_at, sum(duration) as duration,
          count(*) as total, count(*) filter (where status) as passed, count(*) filter (where not status) as failed
        from check_statuses where time < date_trunc(${unit}::text, now(), 'UTC') group by 1, 2
      ) as runs using (check_id, created_at, duration, total, passed, failed)
      where rolled.tableoid is null or runs.check_id is null`)
  ).toEqual([])
})

test('builds every path from the root to the item itself', async () => {
  expect(
    await db.query(sql`
      select item.name, item.path from config_items item left join config_items parent on parent.id = item.parent_id
      where item.path is distinct from concat_ws('.', parent.path, item.id) and item.path is not null
        and (item.parent_id is not null or item.deleted_at is null)`)
  ).toEqual([])
  expect(
    await db.query(sql`
      select child.name from components child join components parent on parent.id = child.parent_id
      where child.path <> concat_ws('.', nullif(parent.path, ''), parent.id)`)
  ).toEqual([])
})

test('counts the leaves of a component by their status', async () => {
  expect(
    await db.query(sql`
      select parent.name, parent.summary from components parent
      join components leaf on leaf.is_leaf and leaf.path like '%' || parent.id || '%' and leaf.deleted_at is null
      where parent.topology_id = leaf.topology_id and parent.summary is not null
      group by parent.id
      having count(*) filter (where leaf.status = 'healthy') <> coalesce((parent.summary ->> 'healthy')::int, 0)
        or count(*) filter (where leaf.status = 'unhealthy') <> coalesce((parent.summary ->> 'unhealthy')::int, 0)
        or count(*) filter (where leaf.status = 'warning') <> coalesce((parent.summary ->> 'warning')::int, 0)`)
  ).toEqual([])
})

const evaluate: Evaluate = async () => ({ kind: 'undecided', message: 'nothing is looked up' })

test('finds its components unchanged when running the topologies of this backend', async () => {
  const engine = createTopologyEngine({
    db,
    log: silentLog,
    now: () => new Date(),
    hostname: 'here',
    evaluate,
    logs: createLogEngine({ db, now: () => new Date() }),
  })
  const topologies = await db.query<{ id: string; name: string }>(sql`
    select id::text, name from topologies where agent_id = '00000000-0000-0000-0000-000000000000' and deleted_at is null`)
  expect(topologies.map(({ name }) => name)).toEqual(['quillmoor'])
  expect(await engine.sync(topologies[0]?.id ?? '')).toEqual({ added: 0, updated: 0, unchanged: 19, deleted: 0 })
})

test('has one root hypothesis per incident, with factors and solutions below it', async () => {
  expect(
    await db.query(sql`
      select title from incidents
      where (select count(*) from hypotheses where incident_id = incidents.id and type = 'root' and parent_id is null) <> 1`)
  ).toEqual([])
  expect(
    await db.query(sql`
      select child.title from hypotheses child left join hypotheses parent on parent.id = child.parent_id
      where (parent.id is null) <> (child.type = 'root') or parent.incident_id <> child.incident_id
        or (parent.id is not null and (parent.type, child.type) not in (('root', 'factor'), ('factor', 'solution')))`)
  ).toEqual([])
})

test('starts the history of an incident with its creation and ends it with its status', async () => {
  expect(
    await db.query(sql`
      select title, first.type, last.description from incidents
      join lateral (select * from incident_histories h where h.incident_id = incidents.id order by created_at limit 1) as first on true
      left join lateral (
        select * from incident_histories h where h.incident_id = incidents.id and type = 'incident.status_updated'
        order by created_at desc limit 1
      ) as last on true
      where first.type <> 'incident.created' or first.created_at <> incidents.created_at
        or coalesce(last.description, 'open') <> incidents.status`)
  ).toEqual([])
})

test('describes the checkout outage consistently', async () => {
  const [story] = await db.query(sql`
    select pod.status as pod, checks.status as check, change.change_type as change, insight.status as insight,
      incidents.status as incident, run.status as run, sent.status as notification,
      change.created_at < checks.last_transition_time as "the change came first",
      checks.last_transition_time < incidents.created_at as "the incident came after",
      incidents.created_at < run.start_time as "the playbook came last"
    from config_items deployment
    join config_items pod on pod.path like deployment.path || '.%' and pod.type = 'Kubernetes::Pod'
    join check_config_relationships link on link.config_id = deployment.id
    join checks on checks.id = link.check_id and checks.name = 'checkout API'
    join config_changes change on change.config_id = deployment.id and change.change_type = 'diff'
    join config_analysis insight on insight.config_id = deployment.id
    join evidences on evidences.check_id = checks.id
    join hypotheses on hypotheses.id = evidences.hypothesis_id
    join incidents on incidents.id = hypotheses.incident_id
    join playbook_runs run on run.config_id = deployment.id and run.status = 'failed'
    join notification_send_history sent on sent.resource_id = deployment.id
    where deployment.name = 'checkout' and deployment.status = 'Rollout Failed'
    order by change.created_at desc limit 1`)
  expect(story).toEqual({
    pod: 'CrashLoopBackOff',
    check: 'unhealthy',
    change: 'diff',
    insight: 'open',
    incident: 'investigating',
    run: 'failed',
    notification: 'sent',
    'the change came first': true,
    'the incident came after': true,
    'the playbook came last': true,
  })
})

test('uses the usual addresses from annotations in specs', async () => {
  const canaries = await db.query<{ name: string; spec: object; annotations: Record<string, string> | null }>(
    sql`select name, spec, annotations from canaries where deleted_at is null`
  )
  const usual = Object.entries(usualPorts).map(([name, port]) => [annotationFor(name), `127.0.0.1:${port}`])
  const notes = canaries.flatMap(({ spec, annotations }) =>
    Object.entries(annotations ?? {}).map(([note, address]) => ({ note, address, spec }))
  )
  for (const { address, spec } of notes) {
    expect(replaceMovedAddresses(spec, new Map([[address, '192.0.2.1:99']]))).not.toEqual(spec)
  }
  expect(Object.fromEntries(notes.map(({ note, address }) => [note, address]))).toEqual({
    ...Object.fromEntries(usual),
    [annotationFor('backups')]: '/sample/backups',
  })
})

test('leaves no event of the loading in the queue', async () => {
  const waiting = await db.query(sql`select name, attempts, error from event_queue`)
  expect(waiting.length).toBeLessThan(10)
  expect(waiting).toContainEqual({ name: 'notification.send', attempts: 4, error: 'failed to send message: 401' })
})

test('has the statistics of the last hour from the start', async () => {
  const [sluggish] = await db.query<{ uptime: { passed: number; failed: number }; latency: { p50: number } }>(
    sql`select uptime, latency from check_summary where name = 'search results'`
  )
  expect(sluggish?.uptime).toMatchObject({ passed: 120, failed: 0 })
  expect(sluggish?.latency.p50).toBeGreaterThan(180)
})

test('has hundreds of catalog items of clusters, a cloud and databases, with history, costs and insights', async () => {
  const [found] = await db.query<Record<string, number>>(sql`
    select count(*) as items, count(*) filter (where type like 'Kubernetes::%') as kubernetes,
      count(*) filter (where type like 'AWS::%') as aws, count(*) filter (where type like '%::Database') as databases,
      count(*) filter (where cost_total_30d > 0) as costs, count(*) filter (where type like '%::::%') as misspelt,
      (select count(*) from config_changes where diff is not null and patches is not null) as diffs,
      (select count(*) from config_analysis) as insights,
      (select count(*) from config_relationships where relation <> 'hard') as soft
    from config_items`)
  expect(found).toMatchObject({ misspelt: 0 })
  const least = { items: 300, kubernetes: 200, aws: 50, databases: 8, costs: 50, diffs: 150, insights: 40, soft: 150 }
  const short = Object.entries(least).filter(([name, count]) => !(Number(found?.[name]) >= count))
  expect(short).toEqual([])
})
