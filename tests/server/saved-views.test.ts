import { beforeEach, expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { savedViewLimits } from '../../src/shared/saved-views'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
await db.script(organisation)
const { app, as } = await consoleApp(db)
const [ADA, BO] = [id(1), id(2)]
const [FIRST, SECOND] = [id(701), id(702)]
const PATH = '/api/_saved_views'

beforeEach(() => db.script('delete from console.saved_views'))

const caller = (person: string, ...roles: string[]) => as({ id: person, name: 'x', email: null, roles })
const put = (view: string, body: object) =>
  app.request(`${PATH}/${view}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Failing pods', address: '/catalog?health=unhealthy%3A1', shared: false, ...body }),
  })
const remove = (view: string) => app.request(`${PATH}/${view}`, { method: 'DELETE' })
type Listed = {
  views: { id: string; name: string; own: boolean; shared: boolean; author: string }[]
  mayShare: boolean
}
const list = async () => (await (await app.request(PATH)).json()) as Listed
const names = async () => (await list()).views.map(({ name, own, shared }) => [name, own, shared])

test('a private view exists only for its author', async () => {
  caller(ADA, 'viewer')
  expect((await put(FIRST, {})).status).toBe(200)
  expect(await names()).toEqual([['Failing pods', true, false]])
  caller(BO, 'admin')
  expect(await names()).toEqual([])
  expect([(await put(FIRST, { name: 'Mine now' })).status, (await remove(FIRST)).status]).toEqual([404, 404])
  caller(ADA, 'viewer')
  expect(await names()).toEqual([['Failing pods', true, false]])
})

test('a shared view is listed for all users, and changed by its author or with the right to share', async () => {
  caller(ADA, 'editor')
  await put(FIRST, { shared: true })
  caller(BO, 'viewer')
  expect(await list()).toMatchObject({ views: [{ name: 'Failing pods', own: false, shared: true }], mayShare: false })
  expect([(await put(FIRST, { shared: true })).status, (await remove(FIRST)).status]).toEqual([403, 403])
  // The author keeps the view after losing the right.
  caller(ADA, 'viewer')
  expect((await put(FIRST, { name: 'Pods', shared: true })).status).toBe(200)
  caller(BO, 'editor')
  expect((await put(FIRST, { shared: false })).status).toBe(403)
  expect((await put(FIRST, { name: 'Failing', shared: true })).status).toBe(200)
  expect(await names()).toEqual([['Failing', false, true]])
  expect([(await remove(FIRST)).status, (await remove(FIRST)).status]).toEqual([204, 404])
})

test('a deleted view can be restored by those who may delete it, and keeps its author', async () => {
  caller(ADA, 'editor')
  await put(FIRST, { shared: true })
  await put(SECOND, { name: 'Own' })
  await remove(SECOND)
  caller(BO, 'editor')
  expect((await remove(FIRST)).status).toBe(204)
  expect(await names()).toEqual([])
  expect((await put(SECOND, { name: 'Own', shared: true })).status).toBe(404)
  caller(BO, 'viewer')
  expect((await put(FIRST, { shared: true })).status).toBe(403)
  caller(BO, 'editor')
  expect((await put(FIRST, { shared: true })).status).toBe(200)
  expect(await names()).toEqual([['Failing pods', false, true]])
  caller(ADA, 'viewer')
  expect(await names()).toEqual([['Failing pods', true, true]])
})

test('keeps at most as many deleted views of a person as others, and only for a day', async () => {
  caller(ADA, 'viewer')
  await db.script(`insert into console.saved_views (id, name, address, created_by, deleted_at)
    select gen_random_uuid(), 'view ' || n, '/health', '${ADA}', now() - interval '1 minute'
    from generate_series(1, ${savedViewLimits.views + 5}) n`)
  await db.script(`insert into console.saved_views (id, name, address, created_by, deleted_at)
    values (gen_random_uuid(), 'old', '/health', '${BO}', now() - interval '2 days')`)
  await put(FIRST, {})
  await remove(FIRST)
  const stored = async (person: string) =>
    (await db.query<{ name: string }>(sql`select name from console.saved_views where created_by = ${person}::uuid`))
      .length
  expect(await stored(ADA)).toBe(savedViewLimits.views)
  expect((await put(FIRST, {})).status).toBe(200)
  caller(BO, 'viewer')
  await put(SECOND, {})
  await remove(SECOND)
  expect(await stored(BO)).toBe(1)
})

test('lists the views of the caller before those that others share', async () => {
  caller(ADA, 'editor')
  await put(FIRST, { name: 'A', shared: true })
  caller(BO, 'viewer')
  await put(SECOND, { name: 'B' })
  expect(await names()).toEqual([
    ['B', true, false],
    ['A', false, true],
  ])
})

test('sharing requires the right to change what all users see', async () => {
  caller(BO, 'viewer')
  expect((await put(FIRST, { shared: true })).status).toBe(403)
  await put(FIRST, {})
  expect((await put(FIRST, { shared: true })).status).toBe(403)
  expect(await names()).toEqual([['Failing pods', true, false]])
})

test.each([
  ['another host', { address: '//quay.example/health' }],
  ['another host after a backslash', { address: '/\\quay.example' }],
  ['a script', { address: 'javascript:alert(1)' }],
  ['a line break', { address: '/health\n?a=1' }],
  ['a long address', { address: `/${'a'.repeat(savedViewLimits.address)}` }],
  ['an empty name', { name: ' ' }],
  ['a long name', { name: 'n'.repeat(savedViewLimits.name + 1) }],
  ['no visibility', { shared: undefined }],
])('refuses %s', async (_what, body) => {
  caller(ADA, 'admin')
  expect((await put(FIRST, body)).status).toBe(400)
  expect(await names()).toEqual([])
})

test('limits the number of views of a person, but not their changes', async () => {
  caller(ADA, 'viewer')
  await db.script(`insert into console.saved_views (id, name, address, created_by)
    select gen_random_uuid(), 'view ' || n, '/health', '${ADA}' from generate_series(2, ${savedViewLimits.views}) n`)
  expect((await put(FIRST, {})).status).toBe(200)
  expect((await put(SECOND, {})).status).toBe(409)
  expect((await put(FIRST, { name: 'Renamed' })).status).toBe(200)
})

test('refuses changes by a limited token and an id that is none', async () => {
  as({ id: ADA, name: 'x', email: null, roles: ['viewer'], token: { id: id(9), isLimited: true } })
  expect([(await put(FIRST, {})).status, (await remove(FIRST)).status]).toEqual([403, 403])
  caller(ADA, 'viewer')
  expect([(await put('quay', {})).status, (await remove('quay')).status]).toEqual([400, 400])
})
