import { describe, expect, test } from 'vitest'
import { ident, toJsonText, sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { fixtures } from './schema-fixtures'

// The content of the views of jobs, settings, notifications and access. Their columns: schema.test.ts.

const db = await testDatabase()
const make = fixtures(db)
const { one } = make
const local = { id: '00000000-0000-0000-0000-000000000000', name: 'local' }

const scraper = () =>
  make.idOf(sql`insert into config_scrapers (name, spec, source) values (${make.unique('s')}, '{}', 'UI') returning id`)
const topology = () =>
  make.idOf(sql`insert into topologies (name, namespace) values (${make.unique('t')}, 'default') returning id`)
const ran = (resource: string, kind: string, status: string, ago = '0') =>
  db.run(sql`
    insert into job_history (name, resource_type, resource_id, status, time_start, created_at)
    values ('Job', ${kind}, ${resource}, ${status}, now() - ${ago}::interval, now() - ${ago}::interval)`)
const nameOf = async (table: string, id: string) =>
  (await one<{ name: string }>(sql`select name from ${ident(table)} where id = ${id}`)).name

describe('jobs', () => {
  test.each([
    ['topologies_with_status', 'topology', topology],
    ['config_scrapers_with_status', 'config_scraper', scraper],
    ['canaries_with_status', 'canary', () => make.canary()],
    ['integrations_with_status', 'topology', topology],
    ['integrations_with_status', 'config_scraper', scraper],
  ])('%s shows the newest job of a %s, and its last failure', async (view, kind, create) => {
    const id = await create()
    const shown = () => one(sql`select job_status, job_last_failed, agent from ${ident(view)} where id = ${id}`)
    expect(await shown()).toEqual({ job_status: null, job_last_failed: null, agent: local })
    await ran(id, kind, 'FAILED', '2 hours')
    await ran(id, kind, 'SUCCESS', '1 hour')
    await ran(id, kind, 'FAILED', '3 hours')
    expect(await shown()).toEqual({ job_status: 'SUCCESS', job_last_failed: expect.any(Date), agent: local })
  })

  test('names a job after its resource', async () => {
    const resources = {
      config_scraper: ['config_scrapers', await scraper()],
      topology: ['topologies', await topology()],
      canary: ['canaries', await make.canary()],
      components: ['components', await make.component()],
    } as const
    for (const [kind, [table, id]] of Object.entries(resources)) {
      await ran(id, kind, 'SUCCESS')
      expect(await one(sql`select resource_name, agent from job_histories where resource_id = ${id}`)).toEqual({
        resource_name: await nameOf(table, id),
        agent: local,
      })
    }
    await ran('not an id', 'canary', 'SUCCESS')
    await ran('anything', 'team', 'SUCCESS')
    expect(
      await db.query(
        sql`select resource_id, resource_name from job_histories where resource_id like '% %' or resource_id = 'anything' order by 1`
      )
    ).toEqual([
      { resource_id: 'anything', resource_name: 'anything' },
      { resource_id: 'not an id', resource_name: null },
    ])
  })

  test('lists scrapers, topologies and log backends as integrations', async () => {
    const by = await make.person('Ida')
    const backend = await make.idOf(
      sql`insert into logging_backends (name, spec, created_by) values ('files', '{}', ${by}) returning id`
    )
    await ran(backend, 'logging_backend', 'SUCCESS')
    expect(
      await one(
        sql`select integration_type, agent, job_status, creator_name from integrations_with_status where id = ${backend}`
      )
    ).toEqual({ integration_type: 'logging_backends', agent: null, job_status: null, creator_name: 'Ida' })
    await db.run(sql`update logging_backends set deleted_at = now() where id = ${backend}`)
    expect(await db.query(sql`select from integrations_with_status where id = ${backend}`)).toHaveLength(1)
  })

  test('counts waiting events by name, with their most frequent error', async () => {
    await db.run(sql`
      insert into event_queue (name, properties, error, attempts, last_attempt)
      values ('x', '{"id":"1"}', 'refused', 2, now()), ('x', '{"id":"2"}', 'refused', 1, now()),
        ('x', '{"id":"3"}', 'late', 1, now()), ('x', '{"id":"4"}', null, 0, null)`)
    expect(await one(sql`select * from event_queue_summary where name = 'x'`)).toMatchObject({
      pending: 4,
      failed: 3,
      average_attempts: '1.00',
      most_common_error: 'refused',
    })
    expect(await one(sql`select * from failed_events where name = 'x'`)).toMatchObject({
      unique_errors: 2,
      total_failed_events: 3,
    })
  })
})

describe('agents', () => {
  test('shows the pushed data of an agent, and zero without any', async () => {
    const agent = await make.agent()
    const counts = () =>
      one(sql`
        select config_count, config_scrapper_count, checks_count, playbook_runs_count
        from agents_summary where id = ${agent}`)
    const none = { config_count: null, config_scrapper_count: null, checks_count: null, playbook_runs_count: null }
    expect(await counts()).toEqual(none)
    for (const id of [await make.config(), await make.config()])
      await db.run(sql`update config_items set agent_id = ${agent} where id = ${id}`)
    expect(await counts()).toEqual({ ...none, config_count: 2 })
  })

  test('lets an agent run the playbooks that name it', async () => {
    const agent = await make.agent()
    const playbook = await make.idOf(sql`
      insert into playbooks (name, spec, source)
      select 'restart', jsonb_build_object('runsOn', jsonb_build_array(name)), 'UI' from agents where id = ${agent}
      returning id`)
    expect(await one(sql`select playbook_ids from playbooks_for_agent where agent_id = ${agent}`)).toEqual({
      playbook_ids: [playbook],
    })
  })
})

describe('notifications', () => {
  test('shows the state of the messages of a rule', async () => {
    const rule = await make.rule()
    const about = await make.component()
    await make.message(rule, 'component.healthy', about)
    await make.message(rule, 'watchdog.alive', about)
    for (const duration of [100, 300])
      await db.run(sql`
        update notification_send_history set error = 'refused', duration_millis = ${duration}
        where id = ${await make.message(rule, 'component.unhealthy', about, 'error')}`)
    for (const attempts of [0, 4])
      await db.run(sql`
        insert into event_queue (name, properties, attempts)
        values ('notification.send', ${toJsonText({ notification_id: rule, n: String(attempts) })}::jsonb, ${attempts})`)
    expect(
      await one(sql`
        select namespace, pending, sent, failed, avg_duration_ms, most_common_error, last_failed_at
        from notifications_summary where id = ${rule}`)
    ).toEqual({
      namespace: '',
      pending: 1,
      sent: 1,
      failed: 2,
      avg_duration_ms: '200.00',
      most_common_error: 'refused',
      last_failed_at: expect.any(Date),
    })
  })

  test('shows the resource of a message, even if deleted', async () => {
    const rule = await make.rule()
    const canary = await make.canary()
    const about = {
      config: await make.config(),
      component: await make.component(),
      check: await make.check(canary),
      canary,
    }
    for (const [type, id] of Object.entries(about)) {
      const message = await make.message(rule, `${type}.unhealthy`, id)
      const shown = await one(sql`
        select resource_kind, resource_type, resource from notification_send_history_summary where id = ${message}`)
      expect(shown).toMatchObject({ resource_kind: type, resource: { id, name: expect.any(String), deleted_at: null } })
      expect(shown).toMatchObject({ resource_type: (shown as { resource: { type: unknown } }).resource.type })
    }
    const gone = await make.message(rule, 'check.failed', '11111111-1111-4111-8111-111111111111')
    expect(
      await one(sql`select resource, playbook_run from notification_send_history_summary where id = ${gone}`)
    ).toMatchObject({ resource: { id: null, name: null }, playbook_run: null })
    const other = await make.message(rule, 'incident.created', canary)
    expect(
      await one(sql`
        select resource_kind, resource_type, resource from notification_send_history_summary where id = ${other}`)
    ).toEqual({ resource_kind: null, resource_type: null, resource: null })
  })

  test('names the playbook of a message by its title or name', async () => {
    const [rule, playbook] = [await make.rule(), await make.playbook()]
    const run = await make.run(playbook)
    const message = await make.message(rule, 'check.failed', await make.check(await make.canary()))
    await db.run(sql`update notification_send_history set playbook_run_id = ${run} where id = ${message}`)
    const shown = () => one(sql`select playbook_run from notification_send_history_summary where id = ${message}`)
    const name = await nameOf('playbooks', playbook)
    const expected = { id: run, playbook_id: playbook, status: 'scheduled' }
    expect(await shown()).toEqual({ playbook_run: { ...expected, playbook_name: name } })
    await db.run(sql`update playbooks set title = 'Restart the pump' where id = ${playbook}`)
    expect(await shown()).toEqual({ playbook_run: { ...expected, playbook_name: 'Restart the pump' } })
  })
})

describe('connections', () => {
  test.each([
    ['plain text', '***'],
    [null, '***'],
    ['', ''],
    ['secret://ns/name/key', 'secret://ns/name/key'],
    ['configmap://ns/name/key', 'configmap://ns/name/key'],
    ['helm://release/key', 'helm://release/key'],
    ['serviceaccount://name', 'serviceaccount://name'],
    ['my secret://ns', '***'],
  ])('shows the password %j as %j', async (password, shown) => {
    const id = await make.idOf(sql`
      insert into connections (name, type, password, url)
      values (${make.unique('c')}, 'http', ${password}, 'https://user:pw@shop.example') returning id`)
    expect(await one(sql`select password from connection_details where id = ${id}`)).toEqual({ password: shown })
  })

  test.each([
    ['slack://token@channel', 'notification'],
    ['generic+https://hooks.shop.example', 'notification'],
    ['https://shop.example', ''],
    [null, ''],
  ])('gives a connection to %j the category %j', async (url, category) => {
    const id = await make.idOf(
      sql`insert into connections (name, type, url) values (${make.unique('c')}, 'x', ${url}) returning id`
    )
    expect(await one(sql`select category from connections_list where id = ${id}`)).toEqual({ category })
  })
})

const permission = (type: string, subject: string | null) =>
  make.idOf(
    sql`insert into permissions (action, subject_type, subject) values ('read', ${type}, ${subject}) returning id`
  )
const shownFor = async (type: string, subject: string | null) =>
  one(sql`
    select person, team, canary, notification, playbook, scraper, topology, "group"
    from permissions_summary where id = ${await permission(type, subject)}`)
const forNobody = {
  person: null,
  team: null,
  canary: null,
  notification: null,
  playbook: null,
  scraper: null,
  topology: null,
  group: null,
}

describe('access', () => {
  test.each([
    ['person', () => make.person()],
    ['team', () => make.team()],
    ['canary', () => make.canary()],
    ['notification', () => make.rule()],
    ['playbook', make.playbook],
    ['scraper', scraper],
    ['topology', topology],
  ])('shows the %s of a permission, and no other target', async (type, create) => {
    const id = await create()
    expect(await shownFor(type, id)).toEqual({
      ...forNobody,
      [type]: expect.objectContaining({ id, name: expect.any(String) }),
    })
  })

  test.each([
    ['component', () => make.component()],
    ['config', () => make.config()],
    ['canary', () => make.canary()],
    ['playbook', make.playbook],
    ['connection', () => make.idOf(sql`insert into connections (name, type) values ('chat', 'slack') returning id`)],
  ])('shows the %s that a permission is for', async (type, create) => {
    const id = await create()
    const permitted = await make.idOf(sql`
      insert into permissions (action, subject_type, subject, ${ident(`${type}_id`)})
      values ('read', 'role', 'viewer', ${id}) returning id`)
    const objects = ['component', 'config', 'canary', 'playbook', 'connection'].map((what) => `${what}_object`)
    const shown = (await one(sql`select * from permissions_summary where id = ${permitted}`)) as Record<string, unknown>
    expect(objects.filter((name) => shown[name] !== null)).toEqual([`${type}_object`])
    expect(shown[`${type}_object`]).toMatchObject({ id, name: expect.any(String) })
  })

  test('shows the group, role or unknown subject of a permission', async () => {
    const id = await make.idOf(
      sql`insert into permission_groups (name, selectors) values ('divers', '[]') returning id`
    )
    expect(await shownFor('group', 'divers')).toEqual({ ...forNobody, group: { id, namespace: null, name: 'divers' } })
    expect(await shownFor('group', 'viewer')).toEqual({
      ...forNobody,
      group: { id: null, namespace: null, name: null },
    })
    expect(await shownFor('person', 'not an id')).toEqual(forNobody)
    expect(await shownFor('person', null)).toEqual(forNobody)
  })

  test('lists people with roles, each role once', async () => {
    const [ida, idle] = [await make.person('Ida'), await make.person()]
    const grant = (role: string) => db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${ida}, ${role})`)
    await grant('editor')
    await grant('commander')
    await expect(grant('editor')).rejects.toMatchObject({ code: '23505' })
    expect(await db.query(sql`select name, roles from people_roles where id = any (${[ida, idle]}::uuid[])`)).toEqual([
      { name: 'Ida', roles: ['editor', 'commander'] },
    ])
  })
})

test('takes the names of playbooks from the spec', async () => {
  const id = await make.idOf(sql`
    insert into playbooks (name, title, spec, source)
    values ('p', 'Pump', '{"description":"d","category":"c","icon":"i"}', 'UI') returning id`)
  expect(await one(sql`select * from playbook_names where id = ${id}`)).toEqual({
    id,
    namespace: 'default',
    title: 'Pump',
    name: 'p',
    description: 'd',
    category: 'c',
    icon: 'i',
  })
})
