import { beforeEach, expect, test } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { findReadObject, offeredRelations } from '../../server/identity/access/relations'
import { sql } from '../../server/data/db/sql'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { allows, buildRoleRules } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// All users see the names of people. Their addresses are visible only to those who may read accounts.

const db = await testDatabase()
await db.script(organisation)
const roles = ['admin', 'editor', 'commander', 'responder', 'viewer', 'guest'] as const
const personOf = (role: (typeof roles)[number]) => id(900 + roles.indexOf(role))
for (const role of roles) {
  await db.run(
    sql`insert into people (id, name, email, phone) values (${personOf(role)}, ${role}, ${`${role}@shop.example`}, '+49 @')`
  )
  await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${personOf(role)}, ${role})`)
}
await db.script(`
  insert into identity.identities (id, schema_id, traits, state, created_at, updated_at) values
    ('${id(6)}', 'default', '{"email":"cy@shop.example","name":{"first":"Cy"}}', 'active', now(), now())`)
const { as, send, write } = await consoleApp(db)
const cache = await loadSchemaCache(db)
const be = async (role: (typeof roles)[number]) => as(await readCaller(db, personOf(role)))
beforeEach(() => db.script(`delete from permissions where id <> '${id(80)}'`))

async function ask(path: string, headers: Record<string, string> = {}) {
  const answer = await send(`/api/${path}`, { headers })
  const text = await answer.text()
  const rows = answer.ok && path.startsWith('db/') ? (JSON.parse(text) as Record<string, unknown>[]) : []
  return { status: answer.status, text, rows, range: answer.headers.get('Content-Range') }
}
const ADDRESS = /@shop\.example|\+49/

const others = roles.filter((role) => role !== 'admin')

test.each(others)(
  'shows no address to a %s in any relation or embed',
  async (role) => {
    await be(role)
    const rules = buildRoleRules([role])
    const readable = offeredRelations.filter((name) => {
      const object = findReadObject(name)
      return cache.relations.has(name) && object !== undefined && allows(rules, object, 'read')
    })
    const telling: string[] = []
    let answers = 0
    const look = async (path: string) => {
      const { status, text } = await ask(path)
      if (status === 200) answers++
      if (ADDRESS.test(text)) telling.push(path)
    }
    for (const name of readable) {
      await look(`db/${name}`)
      // Only join paths to people can expose addresses.
      const ways = (cache.relationships.get(name) ?? []).filter(({ to }) => isAboutPeople.has(to))
      for (const { to, constraint } of ways) await look(`db/${name}?select=x:${to}!${constraint}(*)`)
    }
    expect(telling).toEqual([])
    expect(answers).toBeGreaterThan(150)
  },
  60_000
)
const isAboutPeople = new Set([
  'people',
  'people_roles',
  'identities',
  'integrations_with_status',
  'permissions_summary',
])

test('shows addresses to administrators', async () => {
  await be('admin')
  const paths = ['people', 'people_roles', 'identities', 'integrations_with_status', 'permissions_summary']
  for (const path of paths) expect([path, ADDRESS.test((await ask(`db/${path}`)).text)]).toEqual([path, true])
})

test('shows names to all users, as pages request them', async () => {
  await be('guest')
  const [incident] = (await ask('db/incidents?select=title,created_by(id,name,avatar,email)')).rows
  expect(incident?.['created_by']).toEqual({ id: id(1), name: 'Ada', avatar: null, email: null })
  const [permission] = (await ask('db/permissions_summary?select=person')).rows
  expect(permission).toEqual({ person: { id: id(1), name: 'Ada' } })
  expect((await ask('db/people?select=name&name=eq.Ada')).rows).toEqual([{ name: 'Ada' }])
})

/** A correct guess gets the same response as a wrong one. */
test.each([
  ['equality', 'people?email=eq.ada@shop.example'],
  ['a pattern', 'people?email=like.ada*'],
  ['a case-insensitive pattern', 'people?email=ilike.ADA*'],
  ['a list', 'people?email=in.(ada@shop.example)'],
  ['existence', 'people?email=not.is.null'],
  ['another column', 'people?phone=like.*9*'],
  ['a tree', 'people?or=(email.eq.ada@shop.example,and(email.like.ada*,name.eq.Ada))'],
  ['a comparison', 'people?email=gt.a'],
  ['words', 'people?email=fts.ada@shop.example'],
  ['a regular expression', 'people?email=match.^ada'],
  ['a list filter', 'people?email.filter=ada*'],
  ['an inner embed', 'incidents?select=id,people!incidents_created_by_fkey!inner(id)&people.email=like.ada*'],
  ['an embed by its column', 'incidents?select=id,created_by!inner(id)&created_by.email=like.ada*'],
  ['a member of a document', 'permissions_summary?person->>email=eq.ada@shop.example'],
  ['a column of a view', 'integrations_with_status?creator_email=like.ada*'],
])('does not reveal an address by %s', async (_name, path) => {
  await be('editor')
  const count = { Prefer: 'count=exact' }
  const { status, rows, range } = await ask(`db/${path}`, count)
  expect([status, rows, range]).toEqual([200, [], '*/0'])
  await be('admin')
  expect((await ask(`db/${path}`)).rows.length).toBeGreaterThan(0)
})

test.each([
  ['a cast', 'people?select=email::text'],
  ['an alias', 'people?select=x:email,y:phone'],
  ['a spread row', 'incidents?select=id,...created_by(email)'],
  ['two embeds', 'incidents?select=hypotheses(created_by(email,phone))'],
  ['a later page', 'people?select=*,incidents!incidents_created_by_fkey(id)&offset=1'],
  ['a member', 'permissions_summary?select=x:person->email,y:person->>email'],
  ['all columns', 'notifications?select=*,created_by(*),person:person_id(*)'],
])('does not show an address by %s', async (_name, path) => {
  await be('editor')
  const { status, text } = await ask(`db/${path}`)
  expect([status === 200 || status === 400, ADDRESS.test(text)]).toEqual([true, false])
})

test('omits addresses from the response to a write', async () => {
  await be('editor')
  const prefer = { Prefer: 'return=representation' }
  const path = `/api/db/notifications?id=eq.${id(70)}&select=name,created_by(name,email),person:person_id(*)`
  const answer = await write('PATCH', path, { name: 'failing' }, prefer)
  const text = await answer.text()
  expect([answer.status, text.includes('Ada'), ADDRESS.test(text)]).toEqual([200, true, false])
})

const names = async (order: string) => (await ask(`db/people?select=name&order=${order}`)).rows.map(({ name }) => name)

test('does not order by address', async () => {
  await be('editor')
  await db.script(`update people set email = 'zz@shop.example' where name = 'Ada'`)
  const plain = await names('email.asc,name.asc')
  expect(await names('email.desc,name.asc')).toEqual(plain)
  await db.script(`update people set email = 'ada@shop.example' where name = 'Ada'`)
  expect(plain).toEqual(await names('name.asc'))
})

test('applies permissions and denials to addresses', async () => {
  await be('viewer')
  await db.script(
    `insert into permissions (subject_type, subject, object, action) values ('group', 'viewer', 'people', 'read')`
  )
  expect((await ask('db/people?select=email&name=eq.Ada')).rows).toEqual([{ email: 'ada@shop.example' }])
  expect((await ask('db/identities')).status).toBe(200)
  await db.script(
    `insert into permissions (subject_type, subject, object, action, deny) values ('group', 'viewer', 'people', 'read', true)`
  )
  expect((await ask('db/people?select=email&name=eq.Ada')).rows).toEqual([{ email: null }])
  expect((await ask('db/identities')).status).toBe(403)
})
