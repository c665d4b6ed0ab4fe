import { describe, expect, test } from 'vitest'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'
import { id, organisation } from '../helpers/organisation'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { testVault } from '../helpers/vault'

// Pages and totals of functions, and what the rows of a function may show to a caller.

const db = await testDatabase()
await db.script(harbour)
await db.script(organisation)
await db.script(`
  insert into access_tokens (id, name, value, person_id, expires_at, created_at)
    select gen_random_uuid(), 'robot', 'hash', '${id(1)}', now(), now();
  create function numbers(most integer) returns setof integer language sql immutable as
    'select n from generate_series(1, most) as n';
  create function all_people() returns setof people language sql stable as 'select * from people order by name';
  create function first_person() returns people language sql stable as 'select * from people order by name limit 1';
  create function all_connections() returns setof connections language sql volatile as 'select * from connections';
  create function all_tokens() returns setof access_tokens language sql stable as 'select * from access_tokens';
  create function first_token() returns access_tokens language sql stable as 'select * from access_tokens limit 1';
  create function over(n integer) returns integer language sql immutable as 'select n';
  create function over(n text) returns text language sql immutable as 'select n';
`)
const { send } = await relationalOver(db)

async function ask(path: string, init: RequestInit = {}, sending = send) {
  const response = await sending(path, init)
  const text = await response.text()
  return {
    status: response.status,
    range: response.headers.get('Content-Range'),
    body: text === '' ? null : JSON.parse(text),
  }
}
const exact = { headers: { Prefer: 'count=exact' } }

describe('pages and totals', () => {
  test.each([
    ['rpc/numbers?most=5', 200, '0-4/5', [1, 2, 3, 4, 5]],
    ['rpc/numbers?most=5&limit=2', 206, '0-1/5', [1, 2]],
    ['rpc/numbers?most=5&limit=2&offset=4', 206, '4-4/5', [5]],
    ['rpc/numbers?most=0', 200, '*/0', []],
    ['rpc/numbers?most=5&offset=9', 416, '*/5', []],
    ['rpc/ships_of?port=1&select=id', 200, '0-1/2', [{ id: 1 }, { id: 2 }]],
    ['rpc/ships_of?port=1&select=id&limit=1', 206, '0-0/2', [{ id: 1 }]],
    ['rpc/ships_of?port=1&select=id&name=eq.Bora', 200, '0-0/1', [{ id: 2 }]],
    ['rpc/tallies?select=port&ships=gt.0&order=port&limit=1', 206, '0-0/2', [{ port: 'Hamburg' }]],
    ['rpc/sum_of?a=1', 200, '0-0/1', 11],
    ['rpc/flagship?select=id', 200, '0-0/1', { id: 1 }],
    ['ports?select=id&order=id&limit=1', 206, '0-0/4', [{ id: 1 }]],
  ])('%s with the total', async (path, status, range, body) => {
    expect(await ask(path, exact)).toEqual({ status, range, body })
    expect(await ask(path, { method: 'HEAD', ...exact })).toEqual({ status, range, body: null })
  })

  test('without the total', async () => {
    expect(await ask('rpc/numbers?most=5&limit=2')).toMatchObject({ status: 200, range: '0-1/*' })
  })

  test('by POST', async () => {
    const init = { method: 'POST', body: '{"most":5}', ...exact }
    expect(await ask('rpc/numbers?limit=2', init)).toEqual({ status: 206, range: '0-1/5', body: [1, 2] })
  })

  test('returns at most 2,000 values', async () => {
    const { status, range, body } = await ask('rpc/numbers?most=3000', exact)
    expect([status, range, body.length]).toEqual([206, '0-1999/3000', 2000])
  })

  test('returns one value as an object, if there is one', async () => {
    const one = { headers: { Accept: 'application/vnd.pgrst.object+json' } }
    expect(await ask('rpc/numbers?most=1', one)).toMatchObject({ status: 200, body: 1 })
    expect(await ask('rpc/numbers?most=2', one)).toMatchObject({
      status: 406,
      body: {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 2 rows',
      },
    })
  })

  test.each(['value=eq.1', 'order=value', 'or=(value.eq.1)'])('refuses %s for values without columns', async (text) => {
    expect(await ask(`rpc/numbers?most=5&${text}`)).toMatchObject({ status: 400, body: { code: '42703' } })
  })
})

test('HEAD of a relation has the headers of GET', async () => {
  const path = 'ports?select=id&limit=1'
  const [get, head] = await Promise.all([send(path, exact), send(path, { method: 'HEAD', ...exact })])
  expect(await head.text()).toBe('')
  expect([head.status, [...head.headers]]).toEqual([get.status, [...get.headers]])
})

test('refuses to choose between two functions', async () => {
  expect(await ask('rpc/over?n=1')).toMatchObject({ status: 300, body: { code: 'PGRST203' } })
})

test('lists the relationships of an ambiguous embed', async () => {
  const { status, body } = await ask('voyages?select=ports(id)')
  expect([status, body.code, body.details]).toEqual([
    300,
    'PGRST201',
    [
      {
        cardinality: 'many-to-one',
        embedding: 'voyages with ports',
        relationship: 'voyages_from_port_fkey using voyages(from_port) and ports(id)',
      },
      {
        cardinality: 'many-to-one',
        embedding: 'voyages with ports',
        relationship: 'voyages_to_port_fkey using voyages(to_port) and ports(id)',
      },
    ],
  ])
})

describe('a caller who may not read addresses, connections and tokens', async () => {
  const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })
  const caller = {
    ...adaCaller,
    mayRead: (relation: string) => !['identities', 'connections', 'access_tokens'].includes(relation),
  }
  const guarded = (path: string, init?: RequestInit) =>
    relational(relationalRequest(path, init), path.split('?')[0] ?? '', caller, db)
  const read = (path: string) => ask(path, {}, guarded)
  const address = 'ada@shop.example'

  test.each([
    'rpc/all_people',
    'rpc/all_people?select=name,email',
    'rpc/all_people?select=x:email,y:email::text',
    'rpc/first_person',
    'rpc/first_person?select=email',
    'people?select=*',
    `incidents?select=commander_id(*),...communicator_id(email)`,
    'teams?select=created_by(name,email)',
    'rpc/all_people?select=*,teams!team_created_by_fkey(*,created_by(*))',
  ])('sees no address in %s', async (path) => {
    for (const method of ['GET', 'POST']) {
      if (method === 'POST' && !path.startsWith('rpc/')) continue
      const response = await guarded(path, { method })
      const text = await response.text()
      expect([response.status === 200 || text.includes('PGRST200'), text.includes(address)]).toEqual([true, false])
    }
  })

  test.each([
    `rpc/all_people?email=eq.${address}`,
    'rpc/all_people?email=like.ada*',
    'rpc/all_people?or=(email.like.ada*,phone.like.1*)',
    `people?email=eq.${address}`,
    'people?email.filter=ada*',
  ])('finds no row by %s', async (path) => expect((await read(path)).body).toEqual([]))

  test('cannot tell the order of addresses', async () => {
    const [ascending, descending] = await Promise.all(
      ['asc', 'desc'].map((direction) => read(`rpc/all_people?select=name&order=email.${direction},name`))
    )
    expect(ascending?.body).toHaveLength(3)
    expect(ascending).toEqual(descending)
  })

  test.each([
    ['a mask', 'rpc/all_connections?select=password,p:password::text,q:password->>x', 200],
    ['nothing for a filter', 'rpc/all_connections?password=like.h*', 403],
    ['nothing for a tree', 'rpc/all_connections?or=(name.eq.x,not.and(password.like.h*))', 403],
    ['nothing for an order', 'rpc/all_connections?order=password', 403],
    ['nothing for an order by a path', 'rpc/all_connections?order=password->>x', 403],
    ['no embed', 'rpc/all_people?select=connections!connections_created_by_fkey(password)', 200],
    ['no filter on an embed', 'rpc/all_people?select=connections(name)&connections.password=like.h*', 403],
    ['no order of an embed', 'rpc/all_people?select=connections(name)&connections.order=password', 403],
    ['no inner embed', 'rpc/all_people?select=name,connections!inner()', 403],
  ])('gets %s', async (_name, path, status) => {
    const response = await guarded(path)
    expect([response.status, (await response.text()).includes('hunter2')]).toEqual([status, false])
  })

  test.each(['rpc/all_tokens', 'rpc/first_token'])('does not find %s', async (path) => {
    for (const sending of [send, guarded]) expect((await ask(path, {}, sending)).body.code).toBe('PGRST202')
  })
})
