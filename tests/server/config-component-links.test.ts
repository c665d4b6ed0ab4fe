import { beforeEach, describe, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Links between config items and components: manual ones, and those that the topology creates.

const db = await testDatabase()
const [cluster, api, checkout] = [id(10), id(11), id(31)]
const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
const personOf = (role: (typeof roles)[number]) => id(200 + roles.indexOf(role))
await db.script(organisation)
for (const role of roles) {
  await db.run(sql`insert into people (id, name) values (${personOf(role)}, ${role})`)
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${personOf(role)}, ${role})`)
}
const { as, send, write } = await consoleApp(db)
const be = async (role: (typeof roles)[number]) => as(await readCaller(db, personOf(role)))

const PATH = '/api/db/config_component_relationships'
const pair = `${PATH}?component_id=eq.${checkout}&config_id=eq.${cluster}`
const manual = `${pair}&selector_id=eq.manual`
const link = { component_id: checkout, config_id: cluster, selector_id: 'manual' }

/** A refusal is a line of text. */
const answer = async (response: Response) => ({
  status: response.status,
  body: [401, 403].includes(response.status) ? await response.text() : await response.json(),
})
const representation = { Prefer: 'return=representation' }
const add = async (body: object = link) => answer(await write('POST', PATH, body, representation))
const change = async (path: string, body: object) => answer(await write('PATCH', path, body, representation))
const remove = async (path = manual) => answer(await send(path, { method: 'DELETE', headers: representation }))
const rows = async () =>
  (await answer(await send(`${PATH}?config_id=eq.${cluster}&select=component_id,selector_id,deleted_at`))).body

beforeEach(async () => {
  await db.run(sql`delete from config_component_relationships where config_id = ${cluster}`)
  await be('editor')
})

describe('a manual link', () => {
  test('is stored as manual and returned with both the item and the component [CALL-38]', async () => {
    expect(await add()).toMatchObject({ status: 201, body: [{ ...link, deleted_at: null }] })
    const ofItem = `${PATH}?config_id=eq.${cluster}&deleted_at=is.null&select=selector_id,components!config_component_relationships_component_id_fkey(id,name,type,health,status)`
    expect((await answer(await send(ofItem))).body).toEqual([
      {
        selector_id: 'manual',
        components: { id: checkout, name: 'checkout', type: 'Service', health: null, status: 'healthy' },
      },
    ])
    const ofComponent = `${PATH}?component_id=eq.${checkout}&deleted_at=is.null&select=selector_id,configs!config_component_relationships_config_id_fkey(id,name,type)`
    expect((await answer(await send(ofComponent))).body).toContainEqual({
      selector_id: 'manual',
      configs: { id: cluster, name: 'cluster', type: 'Kubernetes::Cluster' },
    })
    expect((await answer(await send(`/api/db/config_detail?id=eq.${cluster}&select=components`))).body).toMatchObject([
      { components: [{ id: checkout }] },
    ])
  })

  test('exists once: a second request is refused and changes nothing', async () => {
    await add()
    expect(await add()).toMatchObject({ status: 409, body: { code: '23505' } })
    expect(await rows()).toHaveLength(1)
  })

  test('is deleted for good and can be created again [CALL-39]', async () => {
    await add()
    expect(await remove()).toMatchObject({ status: 200, body: [link] })
    expect(await rows()).toEqual([])
    expect(await remove()).toEqual({ status: 200, body: [] })
    expect(await add()).toMatchObject({ status: 201 })
    expect(await rows()).toMatchObject([{ selector_id: 'manual', deleted_at: null }])
  })

  test('requires both ends', async () => {
    expect(await add({ ...link, component_id: id(999) })).toMatchObject({ status: 409, body: { code: '23503' } })
    expect(await add({ ...link, config_id: id(999) })).toMatchObject({ status: 409, body: { code: '23503' } })
    expect(await add({ config_id: cluster, selector_id: 'manual' })).toMatchObject({
      status: 400,
      body: { code: '23502' },
    })
    expect(await add({ ...link, component_id: 'checkout' })).toMatchObject({ status: 400, body: { code: '22P02' } })
    expect(await rows()).toEqual([])
  })

  test('ends with its component', async () => {
    await db.run(
      sql`insert into components (id, name, external_id, status) values (${id(32)}, 'till', 'till', 'healthy')`
    )
    await add({ ...link, component_id: id(32) })
    await db.run(sql`update components set deleted_at = now() where id = ${id(32)}`)
    expect(await rows()).toMatchObject([{ component_id: id(32), deleted_at: expect.any(String) as unknown }])
  })
})

describe('a link created by the topology', () => {
  beforeEach(() => add({ ...link, selector_id: 'a1b2' }))

  test('cannot be deleted manually', async () => {
    expect(await remove()).toEqual({ status: 200, body: [] })
    expect(await rows()).toMatchObject([{ selector_id: 'a1b2', deleted_at: null }])
  })

  test('prevents a manual link between the same ends', async () => {
    expect(await add()).toMatchObject({ status: 409, body: { code: '23505' } })
    expect(await rows()).toMatchObject([{ selector_id: 'a1b2' }])
  })

  test('prevents a manual link even when ended; turned into a manual one, it is active again and ends as before', async () => {
    const ended = '2026-01-02T03:04:05+00:00'
    await change(pair, { deleted_at: ended })
    expect(await add()).toMatchObject({ status: 409, body: { code: '23505' } })
    const revived = { selector_id: 'manual', deleted_at: null }
    expect(await change(`${pair}&deleted_at=not.is.null`, revived)).toMatchObject({ status: 200, body: [revived] })
    // The second caller finds no ended link.
    expect(await change(`${pair}&deleted_at=not.is.null`, revived)).toMatchObject({ status: 200, body: [] })
    expect(await change(manual, { selector_id: 'a1b2', deleted_at: ended })).toMatchObject({ status: 200 })
    expect(await rows()).toEqual([{ component_id: checkout, selector_id: 'a1b2', deleted_at: ended }])
  })
})

test('deletes one link and keeps all others', async () => {
  const before = await db.query(sql`select * from config_component_relationships`)
  await add()
  await remove()
  expect(await db.query(sql`select * from config_component_relationships`)).toEqual(before)
})

test.each(roles)('%s: returns links to all users and lets only catalog editors change them', async (role) => {
  const may = role === 'admin' || role === 'editor'
  await be('admin')
  await add()
  await be(role)
  expect((await send(`${PATH}?config_id=eq.${api}`)).status).toBe(200)
  expect((await change(manual, { deleted_at: null })).status).toBe(may ? 200 : 403)
  expect((await remove()).status).toBe(may ? 200 : 403)
  expect(await rows()).toHaveLength(may ? 0 : 1)
  await be('admin')
  await remove()
  await be(role)
  const refused = { status: 403, body: 'unauthorized: create on catalog' }
  expect(await add()).toMatchObject(may ? { status: 201 } : refused)
  expect(await rows()).toHaveLength(may ? 1 : 0)
})

test('refuses links to an editor with a denial on the catalog and to callers who are not signed in', async () => {
  await db.run(sql`
    insert into permissions (id, action, subject, subject_type, object, deny, created_by)
    values (${id(300)}, 'create', ${personOf('editor')}, 'person', 'catalog', true, ${id(1)})`)
  await be('editor')
  expect((await add()).status).toBe(403)
  await db.run(sql`delete from permissions where id = ${id(300)}`)
  as(undefined)
  expect([(await send(PATH)).status, (await add()).status, (await remove()).status]).toEqual([401, 401, 401])
})

test('omits an invisible component and refuses requests for it', async () => {
  await add()
  await db.run(sql`
    insert into permissions (id, action, subject, subject_type, object, deny, created_by)
    values (${id(301)}, 'read', ${personOf('editor')}, 'person', 'topology', true, ${id(1)})`)
  await be('editor')
  const embedded = `${PATH}?config_id=eq.${cluster}&select=selector_id,components!config_component_relationships_component_id_fkey(name)`
  expect((await answer(await send(embedded))).body).toEqual([{ selector_id: 'manual', components: null }])
  expect((await send('/api/db/components?name=ilike.*check*')).status).toBe(403)
  await db.run(sql`delete from permissions where id = ${id(301)}`)
})
