import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { permissionsSql } from '../../server/identity/access/rules'
import { sql } from '../../server/data/db/sql'
import { loadSample } from '../../server/sample/load'
import { createQueryClient } from '../../src/api/client'
import { permissions } from '../../src/api/settings/permissions'
import type { ListQuery } from '../../src/lib/list-query'
import { permissionLabel } from '../../src/lib/settings/permission-words'
import details from '../../src/resources/permissions/details'
import type { FilterValues } from '../../src/shared/filter-values'
import { commandEffects } from '../helpers/command-effects'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'

// The list of permissions of the console against the embedded backend: its pages, filters, search and order.

const db = await testDatabase()
const { as, send } = await consoleApp(db)
const queries = createQueryClient({ signedOut: () => undefined })
const { mutate } = commandEffects(queries)
const ADMIN = '5a000001-0000-4000-8000-000000000001'
const RULE = '5a000025-0000-4000-8000-000000000001'

beforeAll(async () => {
  await db.transaction(loadSample)
  as(await readCaller(db, ADMIN))
})
beforeEach(() => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(path, init))
  vi.stubGlobal('navigator', { onLine: true })
})
afterAll(() => {
  vi.unstubAllGlobals()
})

const list = (query: Partial<ListQuery>, page = { index: 0, size: 50 }) =>
  queries.fetchQuery({
    ...permissions.page({ search: '', sort: undefined, filters: {}, ...query }, page),
    staleTime: 0,
  })
const labels = async (query: Partial<ListQuery>) => (await list(query)).rows.map(permissionLabel).toSorted()

const guests = 'guest (role): deny read on catalog (global)'
const ofRule = 'failing gold checks (notification): read on platform-chat (slack)'

test('lists the permissions of the sample in words', async () => {
  expect(await labels({})).toEqual([
    'Priya Nair (person): read on config items of type Kubernetes::Deployment in payments, tag cluster=harbour',
    ofRule,
    guests,
    'payments (team): playbook:run on playbooks named restart-deployment and config items in payments',
    'platform (team): playbook:approve on roll-back (playbook), playbooks (global)',
    'restart-deployment (playbook): read on platform-chat (slack), connection (global)',
    'ליאור בן־דוד (person): all (*) on topology (global), agent depot-leeds',
  ])
})

const only = (value: string): FilterValues => ({ [value]: 'include' })
const without = (value: string): FilterValues => ({ [value]: 'exclude' })

test.each<[string, Record<string, FilterValues>, number]>([
  ['the subject', { subject: only('person') }, 2],
  ['other subjects', { subject: without('person') }, 5],
  ['a connection', { resource: only('connection') }, 2],
  ['a selector', { resource: only('selector') }, 2],
  ['a selector or a playbook', { resource: { selector: 'include', playbook: 'include' } }, 3],
  ['anything but areas', { resource: without('global') }, 3],
  ['an area', { object: only('catalog') }, 1],
  ['an action', { action: only('read') }, 4],
  ['one of several actions', { action: only('playbook:run') }, 1],
  ['all actions', { action: only('*') }, 1],
  ['other actions', { action: without('read') }, 3],
  ['denials', { deny: only('true') }, 1],
  ['no denials', { deny: without('true') }, 6],
  ['a source', { source: only('KubernetesCRD') }, 1],
  ['two filters', { subject: only('team'), action: only('playbook:approve') }, 1],
])('filters by %s', async (_name, filters, count) => {
  const { rows, total } = await list({ filters })
  expect([rows.length, total]).toEqual([count, count])
})

test('finds an action among several', async () => {
  const [id] = [
    await mutate(permissions.create(), {
      values: { action: 'create,read,update,delete', object: 'logs' },
      personId: ADMIN,
    }),
  ]
  for (const action of ['create', 'read', 'update', 'delete'])
    expect((await list({ filters: { action: only(action), object: only('logs') } })).total).toBe(1)
  expect((await list({ filters: { action: without('update'), object: only('logs') } })).total).toBe(0)
  await mutate(permissions.remove(), id)
})

test.each([
  ['GOLD CHECKS', [ofRule]],
  ['platform-chat', 2],
  ['auditors', [guests]],
  ['playbook:approve', 1],
  ['catalog', 1],
  ['nothing of this kind', []],
])('searches for %s', async (search, found) => {
  const rows = await labels({ search })
  expect(typeof found === 'number' ? rows.length : rows).toEqual(found)
})

test.each(details.columns.filter(({ isUnsorted }) => !isUnsorted).map(({ id }) => id))(
  'sorts by %s in both directions, and pages without repeating a row',
  async (column) => {
    const ids = async (isDescending: boolean) => {
      const pages = [0, 1, 2, 3].map((index) => list({ sort: { column, isDescending } }, { index, size: 2 }))
      return (await Promise.all(pages)).flatMap(({ rows }) => rows.map(({ id }) => id))
    }
    const [up, down] = [await ids(false), await ids(true)]
    expect(new Set(up).size).toBe(7)
    expect(new Set(down)).toEqual(new Set(up))
    expect(up).not.toEqual(down)
  }
)

test('shows the subject of a permission that another console created with an id only', async () => {
  const id = await mutate(permissions.create(), {
    values: { action: 'read', object: 'logs', notification_id: RULE },
    personId: ADMIN,
  })
  expect(await labels({ search: 'logs' })).toEqual(['failing gold checks (notification): read on logs (global)'])
  expect(await queries.fetchQuery(permissions.one(id))).toMatchObject({ subject_type: 'notification', subject: RULE })
  await mutate(permissions.remove(), id)
})

const stored = () =>
  db.query(sql`select to_jsonb(p) - 'updated_at' - 'updated_by' as row from permissions as p order by id`)

test('creates, changes, deletes and restores a permission', async () => {
  const before = await stored()
  const values = { action: 'read', subject_type: 'notification', subject: RULE, notification_id: RULE, object: 'logs' }
  const id = await mutate(permissions.create(), { values, personId: ADMIN })
  expect((await list({ filters: { object: only('logs') } })).rows).toMatchObject([
    { id, source: 'UI', deny: false, created_by: ADMIN, author: 'Ines Okonkwo' },
  ])
  await mutate(permissions.update(), { id, values: { deny: true, updated_by: ADMIN } })
  expect((await list({ filters: { deny: only('true') } })).total).toBe(2)
  const whole = await stored()
  const removed = await mutate(permissions.remove(), id)
  expect(await stored()).toEqual(before)
  for (const row of removed) await mutate(permissions.reinsert(), row)
  expect(await stored()).toEqual(whole)
  await mutate(permissions.remove(), id)
  await expect(mutate(permissions.remove(), id)).rejects.toThrow('This permission no longer exists.')
  await expect(mutate(permissions.update(), { id, values: { deny: false } })).rejects.toThrow('no longer exists')
})

test('reads a page of 5,000 permissions, searched and sorted, in less than a second', async () => {
  await db.run(sql`
    insert into permissions (action, subject_type, subject, person_id, object, description)
    select 'read', 'person', people.id::text, people.id, 'logs', 'bulk ' || number
    from generate_series(1, 5000) as number
    join lateral (select id from people order by md5(id::text || number) limit 1) as people on true`)
  for (const query of [
    {},
    { search: 'bulk 4' },
    { sort: { column: 'subject', isDescending: true } },
    { sort: { column: 'resource', isDescending: false } },
  ]) {
    const start = performance.now()
    expect((await list(query)).rows).toHaveLength(50)
    expect(performance.now() - start).toBeLessThan(1000)
  }
  await db.run(sql`delete from permissions where description like 'bulk %'`)
})

test('reads the permissions of a caller among 5,000 by an index', async () => {
  await db.run(sql`
    insert into permissions (action, subject_type, subject, person_id, object, description)
    select 'read', 'person', gen_random_uuid()::text, null, 'logs', 'bulk ' || number
    from generate_series(1, 5000) as number`)
  await db.script('analyze permissions')
  const plan = await db.query<Record<string, string>>(
    sql`explain select ${permissionsSql(sql`people.id`)} from people where id = ${ADMIN}`
  )
  expect(plan.flatMap((row) => Object.values(row)).join('\n')).toContain('using permissions_holder_idx')
  await db.run(sql`delete from permissions where description like 'bulk %'`)
})

test('reads the permissions of a person, of the teams of the person and of all groups', async () => {
  const [team] = await db.query<{ id: string }>(sql`
    select teams.id from teams join team_members on team_id = teams.id
    where person_id = ${ADMIN} and teams.deleted_at is null limit 1`)
  const [other] = await db.query<{ id: string }>(sql`select id from people where id <> ${ADMIN} limit 1`)
  const [one, another] = [team?.id ?? '', other?.id ?? '']
  await db.run(sql`
    insert into permissions (action, object, description, subject_type, subject, person_id, team_id, notification_id)
    values
      ('read', 'logs', 'mine by column', 'group', null, ${ADMIN}, null, null),
      ('read', 'logs', 'mine by subject', 'person', ${ADMIN}, null, null, null),
      ('read', 'logs', 'team by column', 'group', null, null, ${one}, null),
      ('read', 'logs', 'team by subject', 'team', ${one}, null, null, null),
      ('read', 'logs', 'group', 'group', 'guest', null, null, null),
      ('read', 'logs', 'no: group without a name', 'group', null, null, null, null),
      ('read', 'logs', 'no: person by column', 'person', ${ADMIN}, ${another}, null, null),
      ('read', 'logs', 'no: person by subject', 'person', ${another}, null, null, null),
      ('read', 'logs', 'no: rule', 'person', ${ADMIN}, null, null, ${RULE}),
      ('read', 'logs', 'no: playbook', 'playbook', ${ADMIN}, null, null, null)`)
  const rows = await db.query<{ id: string; description: string }>(
    sql`select id, description from permissions where object = 'logs' and deleted_at is null`
  )
  const read = new Set((await readCaller(db, ADMIN))?.permissions.map(({ id }) => id))
  const found = rows.filter(({ id }) => read.has(id)).map(({ description }) => description)
  expect(found.toSorted()).toEqual(
    expect.arrayContaining(['group', 'mine by column', 'mine by subject', 'team by column', 'team by subject'])
  )
  expect(found.filter((name) => name?.startsWith('no: '))).toEqual([])
  await db.run(sql`delete from permissions where object = 'logs' and description is not null`)
})
