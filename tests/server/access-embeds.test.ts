import { beforeEach, expect, test } from 'vitest'
import { mayReadRelation } from '../../server/identity/access/authorise'
import { findReadObject, offeredRelations } from '../../server/identity/access/relations'
import { planRead, type PlannedItem } from '../../server/data/postgrest/plan'
import { parseRequest } from '../../server/data/postgrest/request'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { allows, buildRoleRules, addImpliedRoles } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// Embeds are authorised relation by relation: relations that the caller may not read return no rows.

const db = await testDatabase()
await db.script(organisation)
await db.script(`
  delete from permissions;
  insert into permissions (id, subject, subject_type, action, connection_id) values ('${id(900)}', 'guest', 'group', 'read', '${id(92)}');
`)
const { as, send, write } = await consoleApp(db)
const cache = await loadSchemaCache(db)

const being = (...direct: string[]) => as({ id: id(1), name: 'Ada', email: null, roles: addImpliedRoles(direct) })
beforeEach(() => being('viewer'))

async function read(path: string) {
  const answer = await send(`/api/db/${path}`)
  return { status: answer.status, body: await answer.json() }
}

test('returns an empty embed for an unreadable relation', async () => {
  const query = 'permissions?select=id,connections(id,name)'
  expect((await read(query)).body[0].connections).toBeNull()
  being('admin')
  expect((await read(query)).body[0].connections).toEqual({ id: id(92), name: 'db' })
})

const some = (rows: { connections: unknown[] }[]) => rows.flatMap(({ connections }) => connections).length

test('returns an empty list for an unreadable to-many embed', async () => {
  const query = 'people?select=id,connections:connections!connections_created_by_fkey(id)'
  expect(some((await read(query)).body)).toBe(0)
  being('admin')
  expect(some((await read(query)).body)).toBeGreaterThan(0)
})

test('returns null for an unreadable spread', async () => {
  const { body } = await read('permissions?select=id,...connections(username)')
  expect(body[0]).toEqual({ id: id(900), username: null })
})

test.each([
  ['existence', 'permissions?select=id,connections!inner(id)'],
  ['by a condition', 'permissions?select=id,connections(id)&connections.username=like.a*'],
  ['a condition and existence', 'permissions?select=id,connections!inner()&connections.name=eq.db'],
  ['order', 'permissions?select=id,connections(id)&connections.order=name'],
])('refuses to filter an unreadable embed by %s', async (_name, query) => {
  const { status, body } = await read(query)
  expect([status, body.code]).toEqual([403, '42501'])
  being('admin')
  expect((await read(query)).status).toBe(200)
})

test('returns nothing nested in an unreadable embed', async () => {
  const { body } = await read('permissions?select=id,connections(id,permissions(id,action))')
  expect(body[0].connections).toBeNull()
})

test('applies the rules to the response of a change', async () => {
  being('editor')
  const prefer = { Prefer: 'return=representation' }
  const answer = await write(
    'PATCH',
    `/api/db/notifications?id=eq.${id(70)}&select=id,people_roles!notification_created_by_fkey(roles)`,
    { name: 'renamed' },
    prefer
  )
  const [row] = await answer.json()
  expect([answer.status, row?.people_roles]).toEqual([200, null])
})

test('neither returns nor selects rows for a caller who may change but not read', async () => {
  await db.script(`
    insert into permissions (subject_type, subject, action, object) values ('group', 'guest', 'create,update,delete', 'connection')`)
  being('guest')
  const prefer = { Prefer: 'return=representation' }
  expect(await asked('POST', 'connections', prefer)).toBe(403)
  expect(await asked('PATCH', 'connections?name=like.a*')).toBe(403)
  expect(await asked('DELETE', 'connections?name=like.a*')).toBe(403)
})

const asked = async (method: string, path: string, headers = {}) =>
  (await write(method, `/api/db/${path}`, { name: 'x' }, headers)).status

// Every relationship of the schema, including those of views, from every offered relation.
test('exposes no unreadable relation by any embed', () => {
  let ways = 0
  for (const role of ['editor', 'commander', 'guest', 'agent']) {
    const rules = buildRoleRules([role])
    const mayRead = mayReadRelation(rules)
    for (const from of offeredRelations) {
      for (const { to, constraint } of cache.relationships.get(from) ?? []) {
        const query = parseRequest(
          new Request(`http://console.test/api/db/${from}?select=${to}!${constraint}(*)`),
          new Date()
        )
        const columns = cache.relations.get(from)?.columns ?? new Map()
        const plan = planned(() => planRead(cache, query, { relation: from, columns }, mayRead))
        if (!plan) continue
        ways++
        const object = findReadObject(to)
        const may = object !== undefined && allows(rules, object, 'read')
        expect([role, from, to, shown(plan.items[0])]).toEqual([role, from, to, may])
      }
    }
  }
  expect(ways).toBeGreaterThan(1000)
})

const shown = (item: PlannedItem | undefined) => item?.kind === 'embed' && !item.isWithheld

/** Undefined for a join path that needs another kind of hint. */
function planned<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch {
    return undefined
  }
}
