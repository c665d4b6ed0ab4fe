import { describe, expect, test } from 'vitest'
import { ident, toJsonText, sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { fixtures } from './schema-fixtures'

// The content of the views of catalog, topology and incidents. Their columns: schema.test.ts.

const db = await testDatabase()
const make = fixtures(db)
const { one } = make

describe('catalog', () => {
  test('counts the changes of a week and open insights of a config item', async () => {
    const id = await make.config()
    for (const age of ['1 day', '5 days', '20 days'])
      await db.run(sql`
        insert into config_changes (config_id, change_type, created_at) values (${id}, 'Pulled', now() - ${age}::interval)`)
    await make.insight(id, 'security')
    await make.insight(id, 'security')
    await make.insight(id, null)
    await make.insight(id, 'cost', 'resolved')
    const analysis = { security: 2, other: 1 }
    expect(await one(sql`select changes, analysis from configs where id = ${id}`)).toEqual({ changes: 2, analysis })
    for (const [view, count] of Object.entries({ '3d': 1, '7d': 2, '30d': 3 }))
      expect(await one(sql`select * from ${ident(`config_item_summary_${view}`)} where config_id = ${id}`)).toEqual({
        config_id: id,
        config_changes_count: count,
        config_analysis_type_counts: analysis,
      })
    const quiet = await make.config()
    expect(await one(sql`select changes, analysis from configs where id = ${quiet}`)).toEqual({
      changes: 0,
      analysis: {},
    })
  })

  test('counts the surrounding resources in the detail of an item', async () => {
    const parent = await make.config()
    const id = await make.config({ parent, path: parent })
    await make.change(parent, 'Pulled')
    await make.insight(id, 'cost')
    const component = await make.component()
    await make.linkConfig(component, id)
    const playbook = await make.playbook()
    await db.run(sql`
      insert into playbook_runs (playbook_id, config_id, start_time)
      values (${playbook}, ${id}, now()), (${playbook}, ${id}, now() - interval '40 days'), (${playbook}, ${id}, null)`)
    const detail = await one(sql`select agent_name, summary, components from config_detail where id = ${id}`)
    expect(detail).toMatchObject({
      agent_name: 'local',
      // The item's own path contains only its parent, so the change is the parent's.
      summary: { relationships: 1, analysis: 1, changes: 1, playbook_runs: 1, checks: 0 },
      components: [{ id: component, name: expect.any(String) }],
    })
    expect(await one(sql`select components from config_detail where id = ${parent}`)).toEqual({ components: null })
  })

  test('ignores labels and tags that are not a map', async () => {
    const [odd, fine] = [await make.config(), await make.config()]
    await db.run(sql`update config_items set labels = '["a"]', tags = '"prod"' where id = ${odd}`)
    await db.run(sql`update config_items set labels = '{"app":"shop"}', tags = '{"cluster":"eu"}' where id = ${fine}`)
    expect(await db.query(sql`select * from config_labels`)).toEqual([{ key: 'app', value: 'shop' }])
    expect(await db.query(sql`select * from config_tags`)).toEqual([{ key: 'cluster', value: 'eu' }])
    expect(await db.query(sql`select * from config_tags_labels_keys order by key`)).toEqual([
      { key: 'label:app' },
      { key: 'tag:cluster' },
    ])
    expect(await one(sql`select namespace, tags from configs where id = ${odd}`)).toEqual({
      namespace: null,
      tags: 'prod',
    })
  })

  test('lists open insights of a component for live items, worst first', async () => {
    const [component, live, gone] = [await make.component(), await make.config(), await make.config()]
    for (const id of [live, gone]) await make.linkConfig(component, id)
    const severities = ['low', 'critical', 'info', 'medium', 'high', 'blocker']
    for (const severity of severities)
      await db.run(sql`
        insert into config_analysis (config_id, analyzer, severity) values (${live}, 'linter', ${severity})`)
    await make.insight(live, 'cost', 'silenced')
    await make.insight(gone, 'cost')
    await db.run(sql`update config_items set deleted_at = now() where id = ${gone}`)
    const rows = await db.query<{ severity: string }>(
      sql`select severity from analysis_by_component where component_id = ${component}`
    )
    expect(rows.map(({ severity }) => severity)).toEqual(['critical', 'blocker', 'high', 'medium', 'low', 'info'])
  })

  test('counts unresolved insights by type and severity', async () => {
    const id = await make.config()
    for (const status of ['open', 'silenced', 'resolved', null]) await make.insight(id, 'security', status)
    expect(await one(sql`select analysis from analysis_by_config where id = ${id}`)).toEqual({
      analysis: { security: { high: 3 } },
    })
  })
})

describe('topology', () => {
  test('shows parents, children, teams, logs, checks, insights and incidents of a component', async () => {
    const [parent, uncle] = [await make.component(), await make.component()]
    const id = await make.component({ parent })
    const child = await make.component({ parent: id })
    await db.run(sql`insert into component_relationships (component_id, relationship_id) values (${id}, ${uncle})`)
    await db.run(sql`update components set log_selectors = '[{"name":"app","type":"file"}]' where id = ${id}`)
    const [team, config] = [await make.team('sailors'), await make.config()]
    await db.run(sql`insert into team_components (team_id, component_id) values (${team}, ${id})`)
    await make.linkConfig(id, config)
    await make.insight(config, 'security')
    const check = await make.check(await make.canary())
    await db.run(sql`update checks set status = 'unhealthy' where id = ${check}`)
    await make.linkCheck(id, check)
    const by = await make.person()
    const [open, closed] = [await make.incident(by), await make.incident(by)]
    await db.run(sql`update incidents set closed = now() where id = ${closed}`)
    for (const incident of [open, closed])
      await make.evidence(await make.hypothesis(incident, by), by, { component: id })

    const row = await one<{ parents: string[] }>(sql`
      select logs, checks, team_names, incidents, analysis, children, parents from topology where id = ${id}`)
    expect({ ...row, parents: row.parents.toSorted() }).toEqual({
      logs: [{ name: 'app' }],
      checks: { unhealthy: 1 },
      team_names: ['sailors'],
      incidents: { availability: { High: 1 } },
      analysis: { security: { high: 1 } },
      children: [child],
      parents: [parent, uncle].toSorted(),
    })
  })

  test('leaves hidden components out of names, and deleted ones on request', async () => {
    const [hidden, gone] = [await make.component(), await make.component()]
    await db.run(sql`update components set hidden = true where id = ${hidden}`)
    await db.run(sql`update components set deleted_at = now() where id = ${gone}`)
    const named = async (view: string, id: string) =>
      (await db.query(sql`select from ${ident(view)} where id = ${id}`)).length
    expect(await named('component_names', hidden)).toBe(0)
    expect(await named('component_names', gone)).toBe(0)
    expect(await named('component_names_all', gone)).toBe(1)
  })
})

describe('incidents', () => {
  test('shows the people involved in an incident', async () => {
    const [by, team] = [await make.person('Ida'), await make.team('divers')]
    const id = await make.incident(by)
    const people = () => one(sql`select commander, responders, commenters from incident_summary where id = ${id}`)
    expect(await people()).toEqual({
      commander: { id: null, avatar: null, name: null },
      responders: null,
      commenters: null,
    })
    await db.run(sql`update teams set icon = 'anchor' where id = ${team}`)
    await make.responder(id, by)
    await db.run(sql`
      insert into responders (incident_id, type, team_id, created_by, deleted_at) values (${id}, 'team', ${team}, ${by}, now())`)
    await db.run(
      sql`insert into comments (incident_id, comment, created_by) values (${id}, 'c', ${by}), (${id}, 'd', ${by})`
    )
    await db.run(sql`update incidents set commander_id = ${by} where id = ${id}`)
    const ida = { id: by, avatar: null, name: 'Ida' }
    expect(await people()).toEqual({
      commander: ida,
      responders: expect.arrayContaining([ida, { id: team, avatar: 'anchor', name: 'divers' }]),
      commenters: [ida],
    })
  })

  test('lists an incident once for two pieces of evidence about one resource', async () => {
    const [by, config, component] = [await make.person(), await make.config(), await make.component()]
    const id = await make.incident(by)
    const hypothesis = await make.hypothesis(id, by)
    for (let n = 0; n < 2; n++) await make.evidence(hypothesis, by, { config, component })
    expect(await db.query(sql`select id from incidents_by_config where config_id = ${config}`)).toEqual([{ id }])
    expect(await db.query(sql`select id from incidents_by_component where component_id = ${component}`)).toEqual([
      { id },
    ])
  })

  test('allows only root, factor and solution as hypothesis types', async () => {
    const by = await make.person()
    const incident = await make.incident(by)
    const add = (type: string) =>
      db.run(sql`
        insert into hypotheses (incident_id, created_by, type, title, status)
        values (${incident}, ${by}, ${type}, 'h', 'possible')`)
    for (const type of ['root', 'factor', 'solution']) expect(await add(type)).toBe(1)
    await expect(add('guess')).rejects.toMatchObject({ code: '23514' })
  })
})

test('stores documents unchanged and searches their values', async () => {
  const id = await make.config()
  const properties = [{ name: 'cpu', value: 240 }, { name: 'version', text: 'v1' }, { name: 'empty' }]
  await db.run(sql`
    update config_items set tags = ${toJsonText({ b: '2', a: '1' })}::jsonb, properties = ${toJsonText(properties)}::jsonb
    where id = ${id}`)
  expect(await one(sql`select tags_values, properties_values from config_items where id = ${id}`)).toEqual({
    tags_values: ['1', '2'],
    properties_values: [240, 'v1'],
  })
})
