import { expect, test } from 'vitest'
import { type Sql, sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { fixtures } from './schema-fixtures'

// The functions that clients call.

const db = await testDatabase()
const make = fixtures(db)

const ids = async (statement: Sql) => (await db.query<{ id: string }>(statement)).map(({ id }) => id)
const sorted = (...list: string[]) => list.toSorted()

// cluster → namespace → pod (parents), pod ⇢ volume and volume ⇢ pod (soft, a cycle)
async function graph() {
  const cluster = await make.config({ name: make.unique('cluster') })
  const namespace = await make.config({ parent: cluster, path: cluster })
  const pod = await make.config({ parent: namespace, path: `${cluster}.${namespace}` })
  const volume = await make.config()
  await make.relate(pod, volume, 'PodVolume')
  await make.relate(volume, pod, 'VolumePod')
  return { cluster, namespace, pod, volume }
}
const related = (id: string, direction: string) =>
  ids(sql`select id from related_configs_recursive(${id}, ${direction})`)

test('returns related items: outgoing, incoming and all, in a cycle, always with ancestors', async () => {
  const { cluster, namespace, pod, volume } = await graph()
  expect(await related(cluster, 'outgoing')).toEqual([cluster, namespace, pod, volume])
  expect((await related(volume, 'incoming')).toSorted()).toEqual(sorted(cluster, namespace, pod, volume))
  expect((await related(volume, 'outgoing')).toSorted()).toEqual(sorted(pod, volume))
  expect((await related(pod, 'outgoing')).toSorted()).toEqual(sorted(cluster, namespace, pod, volume))
  expect((await related(namespace, 'all')).toSorted()).toEqual(sorted(cluster, namespace, pod, volume))
})

test('returns a self-related or unrelated item once', async () => {
  const [alone, self] = [await make.config(), await make.config()]
  await make.relate(self, self, 'Itself')
  for (const id of [alone, self]) expect(await related(id, 'all')).toEqual([id])
})

test('follows hard links only, or also soft ones', async () => {
  const { cluster, namespace, pod, volume } = await graph()
  const all = (incoming: string, outgoing: string) =>
    ids(sql`select id from related_configs_recursive(${pod}, 'all', false, 10, ${incoming}, ${outgoing})`)
  expect((await all('hard', 'hard')).toSorted()).toEqual(sorted(cluster, namespace, pod))
  expect((await all('both', 'hard')).toSorted()).toEqual(sorted(cluster, namespace, pod, volume))
})

test('stops at the given depth, and returns the direction of each link', async () => {
  const { cluster, namespace } = await graph()
  const near = await db.query(
    sql`select id, related_ids from related_configs_recursive(${cluster}, 'outgoing', false, 1)`
  )
  expect(near).toEqual([
    { id: cluster, related_ids: [namespace] },
    { id: namespace, related_ids: null },
  ])
})

test('links an ancestor to the next lower one', async () => {
  const { cluster, namespace, pod } = await graph()
  expect(await db.query(sql`select * from get_recursive_path(${pod})`)).toEqual([
    { id: namespace, related_id: pod, relation_type: 'parent', direction: 'incoming', depth: 1 },
    { id: cluster, related_id: namespace, relation_type: 'parent', direction: 'incoming', depth: 2 },
  ])
})

test.each([
  ['the item itself at the end', (id: string, parent: string) => `${parent}.${id}`],
  ['an empty segment', (_id: string, parent: string) => `${parent}.`],
  ['an invalid id', (_id: string, parent: string) => `eu-west.${parent}`],
])('reads a path with %s', async (_name, path) => {
  const parent = await make.config()
  const id = await make.config()
  await db.run(sql`update config_items set path = ${path(id, parent)} where id = ${id}`)
  expect(await ids(sql`select id from get_recursive_path(${id})`)).toEqual([parent])
  expect((await related(id, 'outgoing')).toSorted()).toEqual(sorted(parent, id))
  expect(await make.one(sql`select summary from config_detail where id = ${id}`)).toMatchObject({
    summary: { changes: 0 },
  })
})

test('leaves out deleted items and deleted links', async () => {
  const { cluster, namespace, pod, volume } = await graph()
  await db.run(sql`update config_items set deleted_at = now() where id = ${pod}`)
  expect(await related(cluster, 'outgoing')).toEqual([cluster, namespace, volume])
  const all = await ids(sql`select id from related_configs_recursive(${cluster}, 'outgoing', true)`)
  expect(all).toEqual([cluster, namespace, pod, volume])
  await db.run(sql`update config_relationships set deleted_at = now() where config_id = ${pod}`)
  expect(await related(cluster, 'outgoing')).toEqual([cluster, namespace])
})

test('refuses an unknown direction', async () => {
  const id = await make.config()
  await expect(related(id, 'sideways')).rejects.toMatchObject({ code: 'P0001' })
  await expect(db.query(sql`select * from related_changes_recursive(${id}, 'sideways')`)).rejects.toMatchObject({
    code: 'P0001',
  })
})

test('returns edges and distances', async () => {
  const { cluster, namespace, pod, volume } = await graph()
  expect(
    await db.query(
      sql`select * from config_relationships_recursive(${cluster}, 'outgoing', 10, 'hard', 'hard') order by depth`
    )
  ).toEqual([
    { id: cluster, related_id: namespace, relation_type: 'hard', direction: 'outgoing', depth: 1 },
    { id: namespace, related_id: pod, relation_type: 'hard', direction: 'outgoing', depth: 2 },
  ])
  expect(await db.query(sql`select * from related_config_ids_recursive(${cluster})`)).toEqual([
    { id: namespace, direction: 'outgoing', depth: 1 },
    { id: pod, direction: 'outgoing', depth: 2 },
    { id: volume, direction: 'outgoing', depth: 3 },
  ])
})

test('takes time for items, not paths, in a complete graph', async () => {
  const all = await Promise.all(Array.from({ length: 30 }, () => make.config()))
  await db.run(sql`
    insert into config_relationships (config_id, related_id, relation)
    select a, b, 'Mesh' from unnest(${all}::uuid[]) as a, unnest(${all}::uuid[]) as b where a <> b`)
  const found = await ids(sql`select id from related_configs_recursive(${all[0] ?? ''}, 'all', false, 1000)`)
  expect(found.toSorted()).toEqual(all.toSorted())
})

test('returns related changes along the same links', async () => {
  const { cluster, pod, volume } = await graph()
  for (const [id, type] of [
    [pod, 'pod'],
    [volume, 'volume'],
    [cluster, 'cluster'],
  ] as const)
    await make.change(id, type)
  const types = async (id: string, direction: string, soft: boolean) =>
    (
      await db.query<{ change_type: string }>(sql`
        select change_type from related_changes_recursive(${id}, ${direction}, false, 5, ${soft}) order by change_type`)
    ).map((row) => row.change_type)
  expect(await types(cluster, 'downstream', false)).toEqual(['cluster', 'pod'])
  expect(await types(cluster, 'downstream', true)).toEqual(['cluster', 'pod', 'volume'])
  expect(await types(pod, 'upstream', false)).toEqual(['cluster', 'pod'])
  expect(await types(pod, 'all', true)).toEqual(['cluster', 'pod', 'volume'])
  expect(await types(pod, 'none', false)).toEqual(['pod'])
  await db.run(sql`update config_items set deleted_at = now() where id = ${pod}`)
  expect(await types(cluster, 'downstream', false)).toEqual(['cluster'])
})

test('returns children by level, also in a cycle', async () => {
  const { cluster, namespace, pod } = await graph()
  const children = (id: string, depth: number) =>
    db.query(sql`select child_id, level from lookup_config_children(${id}, ${depth}) order by level`)
  expect(await children(cluster, -1)).toEqual([
    { child_id: cluster, level: 0 },
    { child_id: namespace, level: 1 },
    { child_id: pod, level: 2 },
  ])
  expect(await children(cluster, 1)).toHaveLength(2)
  await db.run(sql`update config_items set parent_id = ${pod} where id = ${cluster}`)
  expect((await children(cluster, 1_000_000)).length).toBeLessThan(100)

  const parent = await make.component()
  const child = await make.component({ parent })
  expect(await db.query(sql`select child_id, parent_id, level from lookup_component_children(${parent}, -1)`)).toEqual([
    { child_id: parent, parent_id: null, level: 0 },
    { child_id: child, parent_id: parent, level: 1 },
  ])
  await db.run(sql`update components set parent_id = ${child} where id = ${parent}`)
  const round = await db.query(sql`select from lookup_component_children(${parent}, 1000000)`)
  expect(round.length).toBeLessThan(100)
})

test('returns the items of a component until the link ends', async () => {
  const [component, other, config] = [await make.component(), await make.component(), await make.config()]
  await make.linkConfig(component, config)
  await make.linkConfig(other, config)
  const change = await make.change(config, 'Pulled')
  const insight = await make.insight(config, 'security')
  const lookups = () =>
    make.one(sql`select
      array(select config_id from lookup_configs_by_component(${component})) as configs,
      array(select id from lookup_changes_by_component(${component})) as changes,
      array(select id from lookup_analysis_by_component(${component})) as insights,
      array(select component_id from lookup_components_by_config(${config}) order by 1) as components,
      array(select id from lookup_component_config_id_related_components(${component})) as others`)
  expect(await lookups()).toEqual({
    configs: [config],
    changes: [change],
    insights: [insight],
    components: sorted(component, other),
    others: [other],
  })
  await db.run(sql`update config_component_relationships set deleted_at = now() where component_id = ${component}`)
  expect(await lookups()).toEqual({ configs: [], changes: [], insights: [], components: [other], others: [] })
})

test('returns checks and components', async () => {
  const component = await make.component({ properties: [{ name: 'tier', text: 'gold' }] })
  const check = await make.check(await make.canary())
  await make.linkCheck(component, check)
  expect(await ids(sql`select id from lookup_components_by_check(${check})`)).toEqual([component])
  expect(await ids(sql`select id from check_summary_for_component(${component})`)).toEqual([check])
  expect(await ids(sql`select id from lookup_component_by_property('tier', 'gold')`)).toEqual([component])
  expect(await ids(sql`select id from lookup_component_by_property('tier', 'silver')`)).toEqual([])
})

test('returns relations of config items and components in both directions', async () => {
  const { cluster, namespace, pod } = await graph()
  expect((await ids(sql`select id from lookup_config_relations(${namespace})`)).toSorted()).toEqual(
    sorted(cluster, pod)
  )
  const [a, b] = [await make.component(), await make.component()]
  await db.run(sql`insert into component_relationships (component_id, relationship_id) values (${a}, ${b})`)
  expect(await ids(sql`select id from lookup_component_relations(${a})`)).toEqual([b])
  expect(await ids(sql`select id from lookup_component_relations(${b})`)).toEqual([a])
})

test('returns incidents and names of components', async () => {
  const by = await make.person()
  const component = await make.component()
  const incident = await make.incident(by)
  const hypothesis = await make.hypothesis(incident, by)
  for (let n = 0; n < 2; n++) await make.evidence(hypothesis, by, { component })
  expect(await ids(sql`select id from lookup_component_incidents(${component})`)).toEqual([incident])
  const { name } = await make.one(sql`select name from components where id = ${component}`)
  expect(await make.one(sql`select names from lookup_component_names(${[component]}::uuid[])`)).toEqual({
    names: [name],
  })
})

test('returns actions of a run and its child runs, unstarted ones last', async () => {
  const playbook = await make.playbook()
  const run = await make.run(playbook)
  const child = await make.run(playbook, run)
  await db.run(sql`
    insert into playbook_run_actions (name, playbook_run_id, start_time)
    values ('later', ${run}, null), ('second', ${child}, now()), ('first', ${run}, now() - interval '1 hour')`)
  const actions = await db.query(sql`select name, agent from get_playbook_run_actions(${run})`)
  const agent = { id: '00000000-0000-0000-0000-000000000000', name: 'local' }
  expect(actions).toEqual([
    { name: 'first', agent },
    { name: 'second', agent },
    { name: 'later', agent },
  ])
})

test('drops old config items with their changes, except evidence', async () => {
  const by = await make.person()
  const [dropped, old, recent, evidence] = [
    await make.config(),
    await make.config({ deletedAt: '2001-01-01T00:00:00Z' }),
    await make.config({ deletedAt: new Date().toISOString() }),
    await make.config({ deletedAt: '2001-01-01T00:00:00Z' }),
  ]
  await make.change(dropped, 'Pulled')
  await make.evidence(await make.hypothesis(await make.incident(by), by), by, { config: evidence })
  await db.run(sql`select drop_config_items(${[dropped]}::text[])`)
  await db.run(sql`select delete_old_config_items(7)`)
  const left = await ids(sql`select id from config_items where id = any (${[dropped, old, recent, evidence]}::uuid[])`)
  expect(left.toSorted()).toEqual(sorted(recent, evidence))
  expect(await db.query(sql`select from config_changes where config_id = ${dropped}`)).toEqual([])
})
