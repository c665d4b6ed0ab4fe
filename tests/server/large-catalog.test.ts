import { asServer } from '../../server/identity/access/reader'
import { expect, test } from 'vitest'
import { listCatalogChanges, changesRequestSchema } from '../../server/catalog/changes'
import { sql } from '../../server/data/db/sql'
import { generateLargeCatalog } from '../../server/sample/large-catalog'
import { buildTopologyResponse } from '../../server/topology/response'
import { topologyQuerySchema } from '../../server/topology/query'
import { rollUp } from '../../server/topology/roll-up'
import { readStoredTopology } from '../../server/topology/stored-topology'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'

const db = await testDatabase()

test('creates the requested number of each kind, with relationships', async () => {
  await generateLargeCatalog(db, { configs: 4100, changes: 5000, checks: 120, components: 1000 })
  const [counts] = await db.query(sql`
    select (select count(*) from config_items) as items, (select count(*) from config_changes) as changes,
      (select count(*) from checks) as checks, (select count(*) from canaries) as canaries,
      (select count(*) from config_items where config_class = 'Cluster') as clusters,
      (select count(*) from config_items where parent_id is null) as roots,
      (select count(*) from config_items as item where parent_id is not null
        and not exists (select from config_items as parent where parent.id = item.parent_id)) as orphans,
      (select count(*) from config_changes as change
        where not exists (select from config_items where id = change.config_id)) as unowned,
      (select count(*) from config_relationships as link
        where not exists (select from config_items where id = link.related_id)
          or not exists (select from config_items where id = link.config_id)) as loose`)
  expect(counts).toEqual({
    items: 4100,
    changes: 5000,
    checks: 120,
    canaries: 3,
    clusters: 2,
    roots: 2,
    orphans: 0,
    unowned: 0,
    loose: 0,
  })
})

const cluster = async () => {
  const [row] = await db.query<{ id: string }>(sql`
    select id::text from config_items where config_class = 'Cluster' order by name limit 1`)
  return row?.id ?? ''
}

/** Ids of changes, newest first, and their number. */
const listed = async (request: object) => {
  const { changes: rows = [], total } = await listCatalogChanges(
    asServer(db),
    changesRequestSchema.parse({ sort_by: '-created_at', ...request }),
    new Date()
  )
  return { ids: rows.map(({ id }) => id), total }
}

test('returns the changes of each of several thousand relatives', async () => {
  const id = await cluster()
  const relatives = await db.query<{ id: string }>(sql`select console.related_config_ids(${id}, 'all', 5, false) as id`)
  expect(relatives.length).toBeGreaterThan(1000)
  const request = { id, recursive: 'all', from: 'now-90d', page_size: 10_000 }
  const expected = async () =>
    (
      await db.query<{ id: string }>(sql`
        select id from related_changes_recursive(${id}, 'all') order by created_at desc, id`)
    ).map((row) => row.id)
  const before = await expected()
  expect(before.length).toBeGreaterThan(100)
  expect(await listed(request)).toEqual({ ids: before, total: before.length })
  expect(await listed({ ...request, page_size: 7, page: 3 })).toEqual({
    ids: before.slice(14, 21),
    total: before.length,
  })

  await db.script(`update config_items set deleted_at = now() where id = (
    select config_id from config_changes where id = '${before[0]}')`)
  const after = await expected()
  expect(after.length).toBeLessThan(before.length)
  expect(await listed(request)).toEqual({ ids: after, total: after.length })
  expect(await listed({ ...request, include_deleted_configs: true })).toEqual({ ids: before, total: before.length })

  const pods = await listed({ ...request, config_type: 'Kubernetes::Pod' })
  const others = await listed({ ...request, config_type: '!Kubernetes::Pod' })
  expect(pods.total).toBeGreaterThan(0)
  expect([...pods.ids, ...others.ids].toSorted()).toEqual(after.toSorted())
})

test('builds a hierarchy of components with links to existing items', async () => {
  const stored = await readStoredTopology(asServer(db), undefined)
  const rolled = await rollUp(stored.components, stored.links, evaluateHere)
  const { components } = buildTopologyResponse(stored, rolled, topologyQuerySchema.parse({}))
  expect(components.map(({ components: groups }) => groups?.length)).toEqual(Array.from({ length: 10 }, () => 18))
  const [counts] = await db.query(sql`
    select (select count(*) from components) as components,
      (select count(*) from check_component_relationships where check_id in (select id from checks)) as checks,
      (select count(*) from config_component_relationships where config_id in (select id from config_items)) as items,
      (select count(*) from component_relationships where component_id not in (select id from components)) as loose`)
  expect(counts).toEqual({ components: 1000, checks: 108, items: 900, loose: 0 })
  expect(new Set([...rolled.values()].map(({ health }) => health))).toEqual(
    new Set(['healthy', 'warning', 'unhealthy'])
  )
})
