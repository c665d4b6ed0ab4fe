import { beforeEach, expect, test } from 'vitest'
import { mayReadRelation } from '../../server/access/authorise'
import { objectOfEmbedded, offered } from '../../server/access/relations'
import { planRead, type PlannedItem } from '../../server/postgrest/plan'
import { parseRequest } from '../../server/postgrest/request'
import { loadSchemaCache } from '../../server/postgrest/schema-cache'
import { allows, rulesOfRoles, withImplied } from '../../src/lib/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// What a query embeds is authorised relation by relation: nothing is found where one may not read.

const db = await testDatabase()
await db.script(organisation)
await db.script(`
  insert into config_scrapers (id, name, spec, source) values ('${id(900)}', 'cluster', '{"password": "sesame"}', 'UI');
  update config_items set scraper_id = '${id(900)}';
`)
const { as, send, write } = await consoleApp(db)
const cache = await loadSchemaCache(db)

const being = (...direct: string[]) => as({ id: id(1), name: 'Ada', email: null, roles: withImplied(direct) })
beforeEach(() => being('viewer'))

async function read(path: string) {
  const answer = await send(`/api/db/${path}`)
  return { status: answer.status, body: await answer.json() }
}

test('one that may not be read is empty, for the same query that answers others', async () => {
  const query = 'config_items?select=id,config_scrapers(id,name)&limit=1'
  expect((await read(query)).body[0].config_scrapers).toBeNull()
  being('admin')
  expect((await read(query)).body[0].config_scrapers).toEqual({ id: id(900), name: 'cluster' })
})

const some = (rows: { incidents: unknown[] }[]) => rows.flatMap(({ incidents }) => incidents).length

test('many of them are none', async () => {
  const query = 'people?select=id,incidents:incidents!incidents_created_by_fkey(id)'
  expect(some((await read(query)).body)).toBe(0)
  being('commander')
  expect(some((await read(query)).body)).toBeGreaterThan(0)
})

test('what is spread is null', async () => {
  const { body } = await read('config_items?select=id,...config_scrapers(spec)&limit=1')
  expect(body[0]).toEqual({ id: expect.any(String), spec: null })
})

test.each([
  ['by being there', 'config_items?select=id,config_scrapers!inner(id)'],
  ['by a condition', 'config_items?select=id,config_scrapers(id)&config_scrapers.spec->>password=like.s*'],
  ['by a condition and being there', 'config_items?select=id,config_scrapers!inner()&config_scrapers.name=eq.cluster'],
  ['by its order', 'config_items?select=id,config_scrapers(id)&config_scrapers.order=name'],
])('nobody narrows %s what may not be read', async (_name, query) => {
  const { status, body } = await read(query)
  expect([status, body.code]).toEqual([403, '42501'])
  being('admin')
  expect((await read(query)).status).toBe(200)
})

test('nothing below it is found either', async () => {
  const { body } = await read('config_items?select=id,config_scrapers(id,config_items(id,name))&limit=1')
  expect(body[0].config_scrapers).toBeNull()
})

test('what a change answers with is no way around', async () => {
  being('editor')
  const prefer = { Prefer: 'return=representation' }
  const answer = await write(
    'PATCH',
    `/api/db/config_items?id=eq.${id(11)}&select=id,config_scrapers(spec)`,
    { name: 'renamed' },
    prefer
  )
  const [row] = await answer.json()
  expect([answer.status, row?.config_scrapers]).toEqual([200, null])
})

test('who may change but not read gets no rows to see, and chooses none', async () => {
  await db.script(`
    insert into permissions (subject_type, subject, action, object) values ('group', 'guest', 'create,update,delete', 'incident')`)
  being('guest')
  const prefer = { Prefer: 'return=representation' }
  expect(await asked('POST', 'incidents', prefer)).toBe(403)
  expect(await asked('PATCH', 'incidents?title=like.a*')).toBe(403)
  expect(await asked('DELETE', 'incidents?title=like.a*')).toBe(403)
})

const asked = async (method: string, path: string, headers = {}) =>
  (await write(method, `/api/db/${path}`, { title: 'x' }, headers)).status

// Every relationship of the schema, views' included, from every relation that is offered.
test('no way of embedding leads to what may not be read', () => {
  let ways = 0
  for (const role of ['editor', 'commander', 'guest', 'agent']) {
    const rules = rulesOfRoles([role])
    const mayRead = mayReadRelation(rules)
    for (const from of offered) {
      for (const { to, constraint } of cache.relationships.get(from) ?? []) {
        const query = parseRequest(
          new Request(`http://console.test/api/db/${from}?select=${to}!${constraint}(*)`),
          new Date()
        )
        const columns = cache.relations.get(from)?.columns ?? new Map()
        const plan = planned(() => planRead(cache, query, { relation: from, columns }, mayRead))
        if (!plan) continue
        ways++
        const object = objectOfEmbedded(to)
        const may = object !== undefined && allows(rules, object, 'read')
        expect([role, from, to, shown(plan.items[0])]).toEqual([role, from, to, may])
      }
    }
  }
  expect(ways).toBeGreaterThan(1000)
})

const shown = (item: PlannedItem | undefined) => item?.kind === 'embed' && !item.isWithheld

/** Undefined for a way that needs a hint of another kind. */
function planned<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch {
    return undefined
  }
}
