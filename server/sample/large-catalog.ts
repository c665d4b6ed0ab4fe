import type { Db, Queryable } from '../data/db/db'
import { type Sql, sql } from '../data/db/sql'

/** Number of rows of each kind. */
export type LargeCatalogSize = { configs: number; changes: number; checks: number; components?: number }

/** Rows per statement. */
const AT_ONCE = 20_000

/** The id of the nth row of a kind: the same in every database. */
const idOf = (kind: string, n: Sql) => sql`md5(${kind} || '/' || ${n})::uuid`

const SCRAPER = sql`md5('generated/scraper')::uuid`
const CLUSTER_SIZE = 4000
const NAMESPACES = 20
const PODS = 4

/** Number of rows written so far, and in total. */
type OnGenerateProgress = (done: number, total: number) => void

/** A generated installation exists already; a second one would have the same rows. */
export class AlreadyGeneratedError extends Error {
  override readonly name = 'AlreadyGeneratedError'
}

const INSIGHT_EVERY = 5
const RUNS_OF_A_CHECK = 12

/**
 * Adds items, changes, insights, checks and components of a large installation, all or nothing. The same numbers
 * create the same rows, with times relative to now. Only a superuser can disable its triggers, and the owner of the
 * embedded database is one. No statement writes more than about ten thousand rows, so memory does not grow with the
 * requested number.
 * @throws {AlreadyGeneratedError}
 */
export async function generateLargeCatalog(
  db: Db,
  requested: LargeCatalogSize,
  onProgress: OnGenerateProgress = () => {}
): Promise<void> {
  const { configs, changes, checks, components = 0 } = requested
  const total = configs + changes + checks + components
  let done = 0
  const report = (rows: number) => onProgress((done += rows), total)
  await db.transaction(async (tx) => {
    if ((await tx.query(sql`select from config_scrapers where id = ${SCRAPER}`)).length > 0)
      throw new AlreadyGeneratedError('A generated installation is there already')
    // With triggers, each row would create events and notices, and each item would search its parent: minutes instead
    // of seconds.
    await tx.script('set local session_replication_role = replica')
    await tx.run(sql`
      insert into config_scrapers (id, name, namespace, spec, source)
      values (${SCRAPER}, 'generated', 'default', '{"kubernetes": [{"clusterName": "generated"}]}', 'UI')`)
    for (const [from, to] of chunks(configs)) {
      await tx.run(items(from, to))
      await tx.run(hardLinks(from, to))
      await tx.run(insights(from, to))
      report(to - from + 1)
    }
    await writeSoftLinks(tx, configs)
    for (const [from, to] of chunks(changes)) {
      await tx.run(changesOf(from, to, configs))
      report(to - from + 1)
    }
    await tx.run(canaries(checks))
    for (const [from, to] of chunks(checks, Math.floor(AT_ONCE / RUNS_OF_A_CHECK))) {
      await tx.run(checksOf(from, to))
      await tx.run(runsOf(from, to))
      report(to - from + 1)
    }
    await tx.run(topologyOf(components))
    for (const [from, to] of chunks(components)) {
      await tx.run(componentsOf(from, to))
      await tx.run(componentLinks(from, to, components))
      await tx.run(componentItems(from, to, configs))
      await tx.run(componentChecks(from, to, checks))
      report(to - from + 1)
    }
  })
  await db.script('vacuum analyze')
}

function* chunks(count: number, size = AT_ONCE): Generator<[from: number, to: number]> {
  for (let from = 0; from < count; from += size) yield [from, Math.min(from + size, count) - 1]
}

/** Parents come before their children, so they exist already. */
const hardLinks = (from: number, to: number) => sql`
  insert into config_relationships (config_id, related_id, relation)
  select item.parent_id, item.id, 'hard'
  from generate_series(${from}::int, ${to}::int) as n join config_items as item on item.id = ${idOf('item', sql`n`)}
  where item.parent_id is not null`

const writeSoftLinks = (tx: Queryable, configs: number) =>
  tx.run(sql`
    insert into config_relationships (config_id, related_id, relation)
    select ${idOf('item', sql`(n - 1 - n % ${PODS + 1})`)}, ${idOf('item', sql`n`)}, 'Related'
    from generate_series(${NAMESPACES * 10}::int, ${configs - 1}::int, 97) as n
    on conflict do nothing`)

const insights = (from: number, to: number) => sql`
  insert into config_analysis (id, config_id, scraper_id, analyzer, analysis_type, severity, summary, status, first_observed, last_observed)
  select ${idOf('insight', sql`n`)}, ${idOf('item', sql`n`)}, ${SCRAPER}, 'rule-' || n % 30,
    (array['security', 'cost', 'reliability', 'performance'])[1 + n / 7 % 4],
    (array['critical', 'high', 'medium', 'low', 'info'])[1 + n / 11 % 5], 'Finding ' || n,
    (array['open', 'open', 'resolved'])[1 + n / 13 % 3], now() - make_interval(hours => n % 2000), now()
  from generate_series(${from}::int, ${to}::int) as n where n % ${INSIGHT_EVERY}::int = 0`

/**
 * Creates a cluster every few thousand items, followed by its namespaces; the rest are deployments, each followed by
 * its pods. Every fortieth deployment is a cloud database instead.
 */
const items = (from: number, to: number) => sql`
  with item as (
    select n, n - n % ${CLUSTER_SIZE}::int as cluster, n % ${CLUSTER_SIZE}::int as place
    from generate_series(${from}::int, ${to}::int) as n
  ), placed as (
    select *,
      case when place = 0 then 'Cluster' when place <= ${NAMESPACES}::int then 'Namespace'
        when n % ${PODS + 1}::int > 0 and place > ${NAMESPACES + PODS}::int then 'Pod'
        when n / 5 % 40 = 0 then 'DBInstance' else 'Deployment' end as class,
      n - n % ${PODS + 1}::int as owner
    from item
  ), tied as (
    select *, cluster + 1 + owner / 5 % ${NAMESPACES}::int as namespace,
      case class when 'Cluster' then null when 'Namespace' then cluster when 'Pod' then owner
        else cluster + 1 + owner / 5 % ${NAMESPACES}::int end as parent
    from placed
  )
  insert into config_items (id, scraper_id, type, config_class, name, external_id, status, health, labels, tags, config,
    parent_id, path, cost_per_minute, cost_total_1d, cost_total_7d, cost_total_30d, created_at, updated_at, last_scraped_time)
  select ${idOf('item', sql`n`)}, ${SCRAPER}, case class when 'DBInstance' then 'AWS::RDS::' else 'Kubernetes::' end || class,
    class, lower(class) || '-' || n, array['generated/' || n],
    case when n % 41 = 0 then 'CrashLoopBackOff' else 'Running' end,
    case when n % 41 = 0 then 'unhealthy' when n % 23 = 0 then 'warning' else 'healthy' end,
    jsonb_build_object('app', 'app-' || owner % 500, 'team', 'team-' || owner % 12),
    jsonb_build_object('cluster', 'cluster-' || cluster / ${CLUSTER_SIZE}::int)
      || case when class in ('Cluster', 'Namespace') then '{}' else jsonb_build_object('namespace', 'namespace-' || namespace) end,
    jsonb_build_object('kind', class, 'metadata', jsonb_build_object('name', lower(class) || '-' || n),
      'spec', jsonb_build_object('replicas', n % 5, 'image', 'registry.example/app:' || n % 90)),
    ${idOf('item', sql`parent`)},
    concat_ws('.', ${idOf('item', sql`cluster`)}, case when class not in ('Cluster', 'Namespace') then ${idOf('item', sql`namespace`)} end),
    n % 97 / 10000.0, n % 97 * 0.144, n % 97 * 1.008, n % 97 * 4.32,
    now() - make_interval(days => 20 + n % 300), now() - make_interval(hours => n % 400), now() - interval '3 minutes'
  from tied`

/** Denser towards now, and most of them for about a tenth of the items. */
const changesOf = (from: number, to: number, configs: number) => sql`
  insert into config_changes (id, config_id, change_type, severity, source, summary, diff, patches, external_created_by, created_at, first_observed, count)
  select ${idOf('change', sql`n`)}, ${idOf('item', sql`item`)}, kind, case kind when 'diff' then '' when 'BackOff' then 'high' else 'info' end,
    case kind when 'diff' then 'diff' else 'kubelet' end, case kind when 'diff' then 'spec.replicas' else kind || ' of ' || item end,
    case kind when 'diff' then format(E'--- before\n+++ after\n@@ -5,3 +5,3 @@\n spec:\n-  replicas: %s\n+  replicas: %s\n', n % 5, n % 7) end,
    case kind when 'diff' then jsonb_build_object('spec', jsonb_build_object('replicas', n % 5)) end,
    case when n % 3 = 0 then 'person-' || n % 40 || '@shop.example' end, at, at, 1 + n % 9
  from (
    select n, case when n % 10 < 7 then n * 7919 % greatest(${configs}::int / 10, 1) else n * 104729 % ${configs}::int end as item,
      (array['diff', 'Pulled', 'Scheduled', 'BackOff', 'Killing'])[1 + n / 3 % 5] as kind,
      now() - interval '60 days' * power(n % 100003 / 100003.0, 2) as at
    from generate_series(${from}::bigint, ${to}::bigint) as n
  ) as made`

const CHECKS_OF_A_CANARY = 50

/** They run on demand only. */
const canaries = (checks: number) => sql`
  insert into canaries (id, name, namespace, source, labels, spec)
  select ${idOf('canary', sql`c`)}, 'generated-' || c, 'default', 'UI', jsonb_build_object('team', 'team-' || c % 12),
    jsonb_build_object('schedule', '@never', 'http', (
      select jsonb_agg(jsonb_build_object('name', 'check-' || n, 'url', 'http://127.0.0.1:9/'))
      from generate_series(c * ${CHECKS_OF_A_CANARY}::int, least((c + 1) * ${CHECKS_OF_A_CANARY}::int, ${checks}::int) - 1) as n
    ))
  from generate_series(0, (${checks}::int - 1) / ${CHECKS_OF_A_CANARY}::int) as c
  where ${checks}::int > 0`

const checksOf = (from: number, to: number) => sql`
  insert into checks (id, canary_id, type, name, namespace, spec, labels, status, last_runtime, last_transition_time, created_at, updated_at)
  select ${idOf('check', sql`n`)}, ${idOf('canary', sql`n / ${CHECKS_OF_A_CANARY}::int`)}, 'http', 'check-' || n, 'default',
    jsonb_build_object('name', 'check-' || n, 'url', 'http://127.0.0.1:9/'), '{}',
    case when n % 53 = 0 then 'unhealthy' else 'healthy' end, now(), now() - make_interval(hours => n % 90), now(), now()
  from generate_series(${from}::int, ${to}::int) as n`

const runsOf = (from: number, to: number) => sql`
  insert into check_statuses (check_id, time, status, duration, message)
  select ${idOf('check', sql`n`)}, date_trunc('minute', now()) - make_interval(mins => 5 * age), (n * 31 + age * 17) % 53 > 0,
    20 + (n * 7 + age * 13) % 400, 'code=200'
  from generate_series(${from}::int, ${to}::int) as n
    cross join generate_series(0, ${RUNS_OF_A_CHECK - 1}::int) as age`

/** Without a spec: no components are created from it or deleted. */
const topologyOf = (components: number) => sql`
  insert into topologies (id, name, namespace, source)
  select md5('generated/topology')::uuid, 'generated', 'default', 'UI' where ${components}::int > 0`

/** One in a hundred is an application, every tenth a group in it, and the rest are services in the groups. */
const componentsOf = (from: number, to: number) => sql`
  with placed as (
    select n, case when n % 100 = 0 then 'Application' when n % 10 = 0 then 'Group' else 'Service' end as class,
      case when n % 100 = 0 then null when n % 10 = 0 or n % 100 < 10 then n - n % 100 else n - n % 10 end as parent
    from generate_series(${from}::int, ${to}::int) as n
  )
  insert into components (id, topology_id, external_id, parent_id, path, name, type, namespace, icon, owner, labels, status,
    health, is_leaf, properties, cost_total_30d, created_at, updated_at)
  select ${idOf('component', sql`n`)}, md5('generated/topology')::uuid, 'generated/' || n, ${idOf('component', sql`parent`)},
    concat_ws('.', case when n % 100 > 0 then ${idOf('component', sql`(n - n % 100)`)} end,
      case when parent % 100 > 0 then ${idOf('component', sql`parent`)} end),
    lower(class) || '-' || n, class, 'default', lower(class), 'team-' || n % 12,
    jsonb_build_object('team', 'team-' || n % 12, 'tier', (array['gold', 'silver', 'bronze'])[1 + n % 3]), '',
    case when class <> 'Service' then null when n % 83 = 0 then 'unhealthy' when n % 29 = 0 then 'warning' else 'healthy' end,
    class = 'Service',
    jsonb_build_array(
      jsonb_build_object('name', 'version', 'text', 'v1.' || n % 40, 'headline', true),
      jsonb_build_object('name', 'cpu', 'value', n * 37 % 2000, 'max', 2000, 'unit', 'millicores', 'headline', true)
    ),
    n % 97 * 4.32, now() - make_interval(days => 20 + n % 300), now()
  from placed`

/** Every seventh service requires one of another group. */
const componentLinks = (from: number, to: number, components: number) => sql`
  insert into component_relationships (component_id, relationship_id, selector_id)
  select ${idOf('component', sql`((n + 111) % ${components}::int)`)}, ${idOf('component', sql`n`)}, 'generated'
  from generate_series(${from}::int, ${to}::int) as n
  where n % 7 = 0 and n % 10 > 0 and n % 100 > 10 and (n + 111) % ${components}::int % 10 > 0`

const componentItems = (from: number, to: number, configs: number) => sql`
  insert into config_component_relationships (component_id, config_id, selector_id)
  select ${idOf('component', sql`n`)}, ${idOf('item', sql`n`)}, 'generated'
  from generate_series(${from}::int, least(${to}::int, ${configs}::int - 1)) as n where n % 10 > 0`

const componentChecks = (from: number, to: number, checks: number) => sql`
  insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
  select ${idOf('component', sql`n`)}, ${idOf('check', sql`n`)}, ${idOf('canary', sql`n / ${CHECKS_OF_A_CANARY}::int`)}, 'generated'
  from generate_series(${from}::int, least(${to}::int, ${checks}::int - 1)) as n where n % 10 > 0`
