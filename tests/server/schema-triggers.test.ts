import { expect, test } from 'vitest'
import { type Sql, ident, sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { fixtures } from './schema-fixtures'

// The triggers of the database, except events (schema-events.test.ts).

const db = await testDatabase()
const make = fixtures(db)
const { one } = make

const change = (table: string, id: string, what: Sql) =>
  db.run(sql`update ${ident(table)} set ${what} where id = ${id}`)
const remove = (table: string, id: string) => change(table, id, sql`deleted_at = now()`)

test('generates ids that sort by time', async () => {
  const before = Date.now()
  const rows = await db.query<{ id: string }>(
    // Each id a millisecond later than the one before.
    sql`select generate_ulid() as id, pg_sleep(0.002)::text from generate_series(1, 5)`
  )
  const ids = rows.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(5)
  const time = Number.parseInt((ids[0] ?? '').replaceAll('-', '').slice(0, 12), 16)
  expect(Math.abs(time - before)).toBeLessThan(60_000)
})

test('numbers incidents from one', async () => {
  const by = await make.person()
  const ids = [await make.incident(by), await make.incident(by)]
  const numbers = await db.query(sql`select incident_id from incidents where id = any (${ids}::uuid[]) order by id`)
  expect(numbers).toEqual([{ incident_id: 'INC-1' }, { incident_id: 'INC-2' }])
})

const old = '2001-01-01T00:00:00Z'
/** Ages the row, changes it, and returns whether its `updated_at` changed. */
async function looksEdited(table: string, id: string, what: Sql): Promise<boolean> {
  await db.script(`alter table ${table} disable trigger touch`)
  await change(table, id, sql`updated_at = ${old}`)
  await db.script(`alter table ${table} enable trigger touch`)
  await change(table, id, what)
  const { updated_at: at } = await one<{ updated_at: Date }>(
    sql`select updated_at from ${ident(table)} where id = ${id}`
  )
  return at.getTime() > Date.now() - 60_000
}

test.each<[name: string, isEdited: boolean, table: string, create: () => Promise<string>, what: Sql]>([
  ['another value', true, 'playbooks', make.playbook, sql`title = 'new'`],
  [
    'another value, with a time of the client',
    true,
    'playbooks',
    make.playbook,
    sql`title = 'new', updated_at = ${old}`,
  ],
  ['the same value', false, 'playbooks', make.playbook, sql`title = title`],
  ['the same value beside generated columns', false, 'components', () => make.component(), sql`name = name`],
  ['other properties of a component', true, 'components', () => make.component(), sql`properties = '[{"text":"x"}]'`],
  ['labels of a canary', false, 'canaries', () => make.canary(), sql`labels = '{"x":"y"}'`],
  ['the spec of a canary', true, 'canaries', () => make.canary(), sql`spec = '{"schedule":"@hourly"}'`],
  ['the status of a config item', false, 'config_items', () => make.config(), sql`status = 'Running'`],
  ['the document of a config item', true, 'config_items', () => make.config(), sql`config = '{"a":1}'`],
  ['what was replicated', false, 'components', () => make.component(), sql`is_pushed = true, name = 'new'`],
  ['what is deleted', false, 'playbooks', make.playbook, sql`deleted_at = now(), title = 'new'`],
  ['what another agent owns', false, 'components', remoteComponent, sql`name = 'new'`],
])('updated_at and %s: %s', async (_name, isEdited, table, create, what) => {
  expect(await looksEdited(table, await create(), what)).toBe(isEdited)
})
async function remoteComponent() {
  const [agent, component] = [await make.agent(), await make.component()]
  await change('components', component, sql`agent_id = ${agent}`)
  return component
}

test('records when the status of a check changed', async () => {
  const id = await make.check(await make.canary())
  const changedAt = async (status: string) => {
    await change('checks', id, sql`status = ${status}, last_runtime = clock_timestamp()`)
    const row = await one<{ at: Date }>(sql`select last_transition_time as at from checks where id = ${id}`)
    return row.at
  }
  const first = await changedAt('healthy')
  expect(await changedAt('healthy')).toEqual(first)
  await change('checks', id, sql`last_transition_time = ${old}`)
  expect((await changedAt('unhealthy')).getTime()).toBeGreaterThanOrEqual(first.getTime())
})

const liveLinks = (table: string, column: string, id: string) =>
  db.query(sql`select from ${ident(table)} where ${ident(column)} = ${id} and deleted_at is null`)

test('deletes the checks and links of a deleted canary', async () => {
  const canary = await make.canary()
  const [check, component] = [await make.check(canary), await make.component()]
  await make.linkCheck(component, check)
  await remove('canaries', canary)
  const [canaryRow, checkRow] = await Promise.all([
    one(sql`select deleted_at from canaries where id = ${canary}`),
    one(sql`select deleted_at from checks where id = ${check}`),
  ])
  expect(checkRow).toEqual(canaryRow)
  expect(await liveLinks('check_component_relationships', 'check_id', check)).toEqual([])
})

test('deletes only the links of a deleted check', async () => {
  const canary = await make.canary()
  const [gone, stays, component] = [await make.check(canary), await make.check(canary), await make.component()]
  await make.linkCheck(component, gone)
  await make.linkCheck(component, stays)
  await remove('checks', gone)
  expect(await liveLinks('check_component_relationships', 'check_id', gone)).toEqual([])
  expect(await liveLinks('check_component_relationships', 'check_id', stays)).toHaveLength(1)
})

test('deletes all links of a deleted component', async () => {
  const [component, parent, child] = [await make.component(), await make.component(), await make.component()]
  const [config, check, team] = [await make.config(), await make.check(await make.canary()), await make.team()]
  await db.run(sql`
    insert into component_relationships (component_id, relationship_id)
    values (${component}, ${parent}), (${child}, ${component}), (${child}, ${parent})`)
  await make.linkConfig(component, config)
  await make.linkCheck(component, check)
  await db.run(sql`insert into team_components (team_id, component_id) values (${team}, ${component})`)
  await remove('components', component)
  expect(await liveLinks('component_relationships', 'component_id', component)).toEqual([])
  expect(await liveLinks('component_relationships', 'component_id', child)).toHaveLength(1)
  expect(await liveLinks('config_component_relationships', 'component_id', component)).toEqual([])
  expect(await liveLinks('check_component_relationships', 'component_id', component)).toEqual([])
  expect(await db.query(sql`select from team_components where component_id = ${component}`)).toEqual([])
})

test('frees the components of a deleted team; a new spec lets its rules try again', async () => {
  const [team, component] = [await make.team(), await make.component()]
  await db.run(sql`insert into team_components (team_id, component_id) values (${team}, ${component})`)
  const rule = await make.rule({ team, error: 'no such channel' })
  await change('teams', team, sql`icon = 'ship'`)
  expect(await one(sql`select error from notifications where id = ${rule}`)).toEqual({ error: 'no such channel' })
  await change('teams', team, sql`spec = '{"notifications":[]}'`)
  expect(await one(sql`select error from notifications where id = ${rule}`)).toEqual({ error: null })
  await remove('teams', team)
  expect(await db.query(sql`select from team_components where team_id = ${team}`)).toEqual([])
})

test.each([
  ['with cleanup deletes what it pushed', true],
  ['without cleanup keeps what it pushed', false],
])('ends the tokens of a deleted agent, and %s', async (_name, cleanup) => {
  const owner = await make.person()
  const agent = await make.agent(owner)
  await db.run(sql`
    insert into access_tokens (name, person_id, value, created_at, expires_at)
    values ('t', ${owner}, 'h', now(), now() + interval '1 year')`)
  const canary = await make.canary()
  const pushed = {
    canaries: canary,
    checks: await make.check(canary),
    components: await make.component(),
    config_items: await make.config(),
  }
  for (const [table, id] of Object.entries(pushed)) await change(table, id, sql`agent_id = ${agent}`)
  const ours = await make.config()
  await change('agents', agent, sql`cleanup = ${cleanup}, deleted_at = now()`)
  expect(await db.query(sql`select from access_tokens where person_id = ${owner} and expires_at > now()`)).toEqual([])
  for (const [table, id] of Object.entries(pushed))
    expect([table, await make.isLive(ident(table), id)]).toEqual([table, !cleanup])
  expect(await make.isLive(sql`config_items`, ours)).toBe(true)
})

test('names a config item without a name after its id, and refuses one without a type', async () => {
  const id = await make.config({ name: '' })
  expect(await one(sql`select name from config_items where id = ${id}`)).toEqual({ name: id.slice(-12) })
  await expect(
    db.run(sql`insert into config_items (name, type, config_class) values ('a', '', 'Item')`)
  ).rejects.toMatchObject({ code: '23514' })
})

test('makes a parent a hard relationship that moves with the item', async () => {
  const [first, second] = [await make.config(), await make.config()]
  const child = await make.config({ parent: first })
  const parents = () => db.query(sql`select config_id, relation from config_relationships where related_id = ${child}`)
  expect(await parents()).toEqual([{ config_id: first, relation: 'hard' }])
  await change('config_items', child, sql`parent_id = ${second}`)
  expect(await parents()).toEqual([{ config_id: second, relation: 'hard' }])
  await change('config_items', child, sql`parent_id = null`)
  expect(await parents()).toEqual([])
})

test.each([
  ['healthy', 'Healthy', 'info'],
  ['unhealthy', 'Unhealthy', 'medium'],
  ['warning', 'Warning', 'low'],
  ['unknown', 'HealthUnknown', 'info'],
])('adds for a config item that turns %s the change %s', async (health, type, severity) => {
  const id = await make.config()
  await change('config_items', id, sql`health = ${health}, status = 'BackOff', description = 'again', ready = false`)
  expect(
    await db.query(
      sql`select change_type, source, severity, summary, details from config_changes where config_id = ${id}`
    )
  ).toEqual([
    {
      change_type: type,
      source: 'config-db',
      severity,
      summary: 'BackOff: again',
      details: {
        previous: { status: null, ready: null, description: null },
        current: { status: 'BackOff', ready: false, description: 'again' },
      },
    },
  ])
})

const countChanges = async (id: string) =>
  (await db.query(sql`select from config_changes where config_id = ${id}`)).length

test('adds a change for the initial health, unless unknown or of another agent', async () => {
  expect(await countChanges(await make.config({ health: 'healthy' }))).toBe(1)
  expect(await countChanges(await make.config({ health: 'unknown' }))).toBe(0)
  const remote = await make.config()
  await change('config_items', remote, sql`agent_id = ${await make.agent()}`)
  await change('config_items', remote, sql`health = 'unhealthy'`)
  expect(await countChanges(remote)).toBe(0)
})

test('counts a repeated external change instead of adding it', async () => {
  const id = await make.config()
  const seen = (at: string, summary: string) =>
    db.run(sql`
      insert into config_changes (config_id, external_change_id, change_type, created_at, first_observed, summary)
      values (${id}, 'e1', 'Pulled', ${at}, ${at}, ${summary})`)
  await seen('2026-01-01T00:00:00Z', 'first')
  await seen('2026-01-01T01:00:00Z', 'second')
  await seen('2026-01-01T01:00:00Z', 'second')
  expect(
    await db.query(sql`select count, created_at, first_observed, summary from config_changes where config_id = ${id}`)
  ).toEqual([
    {
      count: 2,
      created_at: new Date('2026-01-01T01:00:00Z'),
      first_observed: new Date('2026-01-01T00:00:00Z'),
      summary: 'second',
    },
  ])
})

test.each([
  ['sent', 'NotificationSent', 'info'],
  ['error', 'NotificationError', 'high'],
  ['attempting_fallback', 'NotificationAttempting_Fallback', 'medium'],
  ['silenced', 'NotificationSilenced', 'info'],
  ['inhibited', 'NotificationInhibited', 'info'],
  ['grouped', 'NotificationGrouped', 'info'],
  ['repeat-interval', 'NotificationRepeat-Interval', 'info'],
])('adds for a message about a config item that is %s the change %s', async (status, type, severity) => {
  const [rule, id] = [await make.rule(), await make.config()]
  const changes = () => db.query(sql`select change_type, source, severity from config_changes where config_id = ${id}`)
  const message = await make.message(rule, 'config.unhealthy', id, 'pending')
  expect(await changes()).toEqual([])
  await change('notification_send_history', message, sql`status = ${status}`)
  expect(await changes()).toEqual([{ change_type: type, source: 'notification', severity }])
})

test('adds no change for other messages', async () => {
  const [rule, id] = [await make.rule(), await make.config()]
  await make.message(rule, 'component.unhealthy', id)
  await make.message(rule, 'config.unhealthy', '11111111-1111-4111-8111-111111111111')
  expect(await db.query(sql`select from config_changes where source = 'notification' and config_id = ${id}`)).toEqual(
    []
  )
})

test('writes the history of an incident', async () => {
  const [by, other] = [await make.person(), await make.person()]
  const incident = await make.incident(by)
  const hypothesis = await make.hypothesis(incident, by)
  const evidence = await make.evidence(hypothesis, other)
  const responder = await make.responder(incident, by)
  await db.run(sql`insert into comments (incident_id, comment, created_by) values (${incident}, 'mine', ${by})`)
  const comment = await make.idOf(sql`
    insert into comments (incident_id, comment, created_by, responder_id)
    values (${incident}, 'theirs', ${other}, ${responder}) returning id`)
  await change('evidences', evidence, sql`definition_of_done = true`)
  await change('evidences', evidence, sql`done = true`)
  await change('hypotheses', hypothesis, sql`status = 'proven'`)
  await change('incidents', incident, sql`status = 'resolved'`)
  const none = { description: null, hypothesis_id: null, evidence_id: null, responder_id: null, comment_id: null }
  expect(
    await db.query(sql`
      select type, created_by, description, hypothesis_id, evidence_id, responder_id, comment_id
      from incident_histories where incident_id = ${incident} order by type`)
  ).toEqual([
    { ...none, type: 'evidence.created', created_by: other, hypothesis_id: hypothesis, evidence_id: evidence },
    { ...none, type: 'evidence.done_definition_added', created_by: other, evidence_id: evidence },
    { ...none, type: 'evidence.done_updated', created_by: other, description: 'true', evidence_id: evidence },
    { ...none, type: 'hypothesis.status_updated', created_by: by, description: 'proven', hypothesis_id: hypothesis },
    { ...none, type: 'incident.created', created_by: by, description: incident },
    { ...none, type: 'incident.status_updated', created_by: by, description: 'resolved' },
    { ...none, type: 'responder.commented', created_by: other, comment_id: comment },
    { ...none, type: 'responder.created', created_by: by, responder_id: responder },
  ])
})

test.each(['username', 'password', 'certificate'])('keeps the secret of a masked %s', async (column) => {
  const id = await make.idOf(sql`
    insert into connections (name, type, username, password, certificate)
    values (${make.unique('c')}, 'http', 'u', 'p', 'c') returning id`)
  const before = await one(sql`select username, password, certificate from connections where id = ${id}`)
  await change('connections', id, sql`${ident(column)} = '***', url = 'http://new'`)
  expect(await one(sql`select username, password, certificate from connections where id = ${id}`)).toEqual(before)
  await change('connections', id, sql`${ident(column)} = 'new'`)
  expect(await one(sql`select ${ident(column)} as secret from connections where id = ${id}`)).toEqual({ secret: 'new' })
})

const errorOf = async (table: string, id: string) =>
  (await one(sql`select error from ${ident(table)} where id = ${id}`))['error']

test('retries an edited rule or silence', async () => {
  const edits = [sql`filter = 'true'`, sql`custom_services = '[]'`, sql`team_id = ${await make.team()}`]
  for (const edit of edits) {
    const rule = await make.rule({ error: 'bad' })
    await change('notifications', rule, sql`updated_at = now()`)
    expect(await errorOf('notifications', rule)).toBe('bad')
    await change('notifications', rule, edit)
    expect(await errorOf('notifications', rule)).toBeNull()
  }
  const silence = await make.idOf(sql`insert into notification_silences (error) values ('bad') returning id`)
  await change('notification_silences', silence, sql`description = 'd'`)
  expect(await errorOf('notification_silences', silence)).toBe('bad')
  await change('notification_silences', silence, sql`filter = 'true'`)
  expect(await errorOf('notification_silences', silence)).toBeNull()
})

test('keeps a person for an identity until it is deleted', async () => {
  const id = await make.idOf(sql`
    insert into identity.identities (id, schema_id, traits, state, created_at, updated_at)
    values (
      gen_random_uuid(), 'default', '{"email":"ida@shop.example","name":{"first":"Ida","last":"Holm"}}', 'active',
      now(), now()
    ) returning id`)
  const person = () => one(sql`select name, email from people where id = ${id}`)
  expect(await person()).toEqual({ name: 'Ida Holm', email: 'ida@shop.example' })
  await db.run(sql`
    update identity.identities set traits = '{"email":"ida@shop.example","name":{"first":"Ida","last":"Berg"}}'
    where id = ${id}`)
  expect(await person()).toEqual({ name: 'Ida Berg', email: 'ida@shop.example' })
  const rename = (name: string) =>
    db.run(sql`update identity.identities set traits = traits || ${name} where id = ${id}`)
  await rename('{"name":{"first":"Ida","last":""}}')
  expect(await person()).toMatchObject({ name: 'Ida' })
  await rename('{"name":{"first":"","last":""}}')
  expect(await person()).toMatchObject({ name: 'ida@shop.example' })
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, 'viewer')`)
  await db.run(sql`delete from identity.identities where id = ${id}`)
  expect(await make.isLive(sql`people`, id)).toBe(false)
  expect(await db.query(sql`select from casbin_rule where v0 = ${id}`)).toEqual([])
})

test('allows a name again only after a soft deletion', async () => {
  const add = () => db.run(sql`insert into agents (name) values ('again')`)
  await add()
  await expect(add()).rejects.toMatchObject({ code: '23505' })
  await db.run(sql`update agents set deleted_at = now() where name = 'again'`)
  expect(await add()).toBe(1)
})
