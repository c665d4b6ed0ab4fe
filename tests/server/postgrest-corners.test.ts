import { describe, expect, test } from 'vitest'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'

// Corner cases of PostgREST's dialect that its own tests cover and other clients use.

const db = await testDatabase()
await db.script(harbour)
await db.script(`
  create table tree (
    id integer primary key, name text not null, parent_id integer constraint tree_parent_id_fkey references tree,
    guardian_id integer constraint tree_guardian_id_fkey references tree
  );
  insert into tree values (1, 'root', null, null), (2, 'left', 1, null), (3, 'right', 1, 2), (4, 'leaf', 2, 2);
  create table nodes (id integer primary key, parent_id integer references nodes);
  insert into nodes values (1, null), (2, 1), (3, 1), (4, 2);
  create table codes (id integer primary key, short char(4), bits bit(8), long varchar(6));
  insert into codes values (1, 'abcd', B'10110001', 'abcdef'), (2, 'ab', B'00000001', 'ab');
  create table notes (text text, number integer);
  create function berthing(port integer) returns table (ship text, port integer) language sql stable as
    'select name, home_port from ships where home_port >= berthing.port order by id';
  create function counted(inout a integer, out b integer, out c text) language sql immutable as 'select a, a + 1, ''x''';
  create function doubled(inout a integer) language sql immutable as 'select a * 2';
  create function both_ways(inout a integer, inout b text, out c boolean) returns setof record language sql immutable as
    'select a + n, b, n > 1 from generate_series(1, 2) as n';
  create function by_short(code char(4), bits bit(8)) returns setof codes language sql stable as
    'select * from codes where codes.short = code and codes.bits = by_short.bits';
`)
const { client, send } = await relationalOver(db)

async function read(path: string, init?: RequestInit) {
  const response = await send(path, init)
  const text = await response.text()
  return [response.status, text === '' ? null : JSON.parse(text)]
}
const ids = (...list: number[]) => list.map((id) => ({ id }))

describe('relations that refer to themselves', () => {
  test.each([
    ['by name: the referring rows', 'nodes?select=nodes(id)&id=eq.1', [{ nodes: ids(2, 3) }]],
    ['by name and column', 'nodes?select=children:nodes!parent_id(id)&id=eq.1', [{ children: ids(2, 3) }]],
    ['by column: the referenced row', 'nodes?select=parent_id(id)&id=eq.2', [{ parent_id: { id: 1 } }]],
    [
      'both at once, nested',
      'nodes?select=children:nodes!parent_id(id,nodes(id)),parent:parent_id(id,parent:parent_id(id)),nodes(id)&id=eq.2',
      [{ children: [{ id: 4, nodes: [] }], parent: { id: 1, parent: null }, nodes: ids(4) }],
    ],
    [
      'one of two, by the column',
      'tree?select=children:tree!parent_id(id),wards:tree!guardian_id(id)&id=eq.2',
      [{ children: ids(4), wards: ids(3, 4) }],
    ],
    [
      'one of two, by the constraint',
      'tree?select=children:tree!tree_parent_id_fkey(id),guardian:guardian_id(name)&id=eq.4',
      [{ children: [], guardian: { name: 'left' } }],
    ],
    [
      'narrowed',
      'tree?select=id,children:tree!parent_id!inner(id)&children.name=eq.leaf',
      [{ id: 2, children: ids(4) }],
    ],
  ])('resolves %s', async (_name, path, expected) => expect(await read(path)).toEqual([200, expected]))

  test('refuses an ambiguous reference without a hint', async () => {
    expect(await read('tree?select=tree(id)')).toEqual([300, expect.objectContaining({ code: 'PGRST201' })])
  })
})

describe('names of JSON paths', () => {
  test.each([
    ['facts->>0', 'facts'],
    ['facts->""', 'facts'],
    ['facts->0', 'facts'],
    ['facts->codes->1', 'codes'],
    ['facts->codes->>-1', 'codes'],
    ['facts->0->1->>2', 'facts'],
    ['facts->0->owner->>2', 'owner'],
    ['facts->owner->>name', 'name'],
    ['x:facts->codes->1', 'x'],
  ])('names %s as %s', async (path, name) => {
    const [status, rows] = await read(`ports?select=${path}&id=eq.1`)
    expect([status, Object.keys(rows[0])]).toEqual([200, [name]])
  })
})

describe('functions', () => {
  test.each([
    ['a filter on a column named like the argument', 'rpc/berthing?port=1&port=eq.2', [{ ship: 'Calypso', port: 2 }]],
    ['the same, first', 'rpc/berthing?port=gt.1&port=1&select=ship', [{ ship: 'Calypso' }]],
    ['negated', 'rpc/berthing?port=1&port=not.eq.1&select=ship', [{ ship: 'Calypso' }]],
    ['two of them', 'rpc/berthing?port=1&port=gt.0&port=lt.2&select=port&limit=1', [{ port: 1 }]],
    ['in-out arguments with out arguments', 'rpc/counted?a=1', { a: 1, b: 2, c: 'x' }],
    ['in-out arguments alone', 'rpc/doubled?a=2', { a: 4 }],
    [
      'rows of both',
      'rpc/both_ways?a=1&b=y',
      [
        { a: 2, b: 'y', c: false },
        { a: 3, b: 'y', c: true },
      ],
    ],
    ['a selected in-out column', 'rpc/both_ways?a=1&b=y&select=a&c=is.true', [{ a: 3 }]],
    ['arguments with a length', 'rpc/by_short?code=abcd&bits=10110001&select=id', ids(1)],
  ])('handles %s', async (_name, path, expected) => expect(await read(path)).toEqual([200, expected]))

  test('treats a text that looks like a filter as an argument where no column has its name', async () => {
    expect(await read('rpc/described?facts={"kind":"eq.1"}')).toEqual([200, 'eq.1'])
    expect(await read('rpc/names_like?patterns={eq.1,A%25}')).toEqual([200, ['Albatros']])
  })
})

describe('spread', () => {
  test.each([
    [
      'inside a spread',
      'captains?select=name,...ships(ship:name,...ports(port:name,country))&ship_id=eq.1',
      [{ name: 'Ahab', ship: 'Albatros', port: 'Rotterdam', country: 'NL' }],
    ],
    [
      'three deep, from a list',
      'voyages?select=id,...ships(...captains(captain:name,...ships(...sister_id(sister:name))))&order=id.desc&limit=2',
      [
        { id: 4, captain: null, sister: null },
        { id: 3, captain: 'Nemo', sister: 'Albatros' },
      ],
    ],
    [
      'with an embed in it',
      'captains?select=name,...ships(ports(name),voyages(id))&ship_id=eq.2',
      [{ name: 'Nemo', ports: { name: 'Rotterdam' }, voyages: ids(3) }],
    ],
    [
      'inside an embed',
      'ports?select=name,ships(name,...captains(captain:name))&id=eq.1&ships.order=id',
      [
        {
          name: 'Rotterdam',
          ships: [
            { name: 'Albatros', captain: 'Ahab' },
            { name: 'Bora', captain: 'Nemo' },
          ],
        },
      ],
    ],
    ['null without a match', 'ships?select=id,...ports(name,facts)&id=eq.4', [{ id: 4, name: null, facts: null }]],
    [
      'all columns, next to the column of that name',
      'captains?select=*,...ship_id(tonnage)&ship_id=eq.1',
      [{ ship_id: 1, name: 'Ahab', tonnage: 5000 }],
    ],
    [
      'two of one relation',
      'voyages?select=...from_port(from:name),...to_port(to:name)&id=eq.1',
      [{ from: 'Rotterdam', to: 'Hamburg' }],
    ],
    ['no columns', 'captains?select=name,...ships()&ship_id=eq.1', [{ name: 'Ahab' }]],
    [
      'a later page, in order',
      'ships?select=id,...ports(port:name)&order=id.desc&limit=2&offset=1',
      [
        { id: 3, port: 'Hamburg' },
        { id: 2, port: 'Rotterdam' },
      ],
    ],
    [
      'with a filter and inner',
      'ships?select=id,...ports!inner(country)&ports.country=eq.DE',
      [{ id: 3, country: 'DE' }],
    ],
    ['the last of two equal names', 'ships?select=name,...ports(name)&id=eq.1', [{ name: 'Rotterdam' }]],
  ])('spreads %s', async (_name, path, expected) => expect(await read(path)).toEqual([200, expected]))

  test('spreads in the response of a write', async () => {
    const { data } = await client
      .from('captains')
      .update({ name: 'Ishmael' })
      .eq('ship_id', 1)
      .select('name,...ships(ship:name,...ports(port:name))')
      .rollback()
    expect(data).toEqual([{ name: 'Ishmael', ship: 'Albatros', port: 'Rotterdam' }])
  })
})

describe('does not truncate types with a length', () => {
  test.each([
    ['codes?short=eq(any).{abcd,xyzw}&select=id', ids(1)],
    ['codes?short=in.(abcd,ab)&select=id&order=id', ids(1, 2)],
    ['codes?bits=eq(any).{10110001}&select=id', ids(1)],
    ['codes?long=eq(any).{abcdef}&select=id', ids(1)],
    ['codes?select=long::char&id=eq.1', [{ long: 'abcdef' }]],
    ['codes?select=long::character&id=eq.1', [{ long: 'abcdef' }]],
    ['codes?select=long::bpchar&id=eq.1', [{ long: 'abcdef' }]],
    ['codes?select=bits::bit&id=eq.1', [{ bits: '10110001' }]],
    ['codes?select=bits::text,short::text&id=eq.1', [{ bits: '10110001', short: 'abcd' }]],
  ])('casts %s', async (path, expected) => expect(await read(path)).toEqual([200, expected]))

  test.each(['char(2)', 'bit(2)', 'varchar(2)', 'numeric(2,1)'])('refuses a cast to %s', async (type) => {
    expect(await read(`codes?select=long::${type},id`)).toEqual([400, expect.objectContaining({ code: 'PGRST100' })])
  })
})

describe('errors that Postgres would report itself', () => {
  test.each([
    'ports?select=id->',
    'ports?select="":id',
    'ports?select="":ships(id)',
    'ports?select=id->>',
    'ports?select=facts->,id',
    'ports?select=facts->->x',
    'ports?select=facts->>::int',
    'ports?select=x:facts->a->',
    'ports?facts->=eq.1',
    'ports?facts->>=eq.1',
    'ports?order=facts->',
    'ports?order=facts->>.desc',
    'ports?or=(facts->.eq.1)',
    'ports?select=ships(specs->)',
    'ports?select=ships(id)&ships.specs->=eq.1',
  ])('handles %s', async (path) => {
    expect(await read(path)).toEqual([400, expect.objectContaining({ code: 'PGRST100' })])
  })

  test.each(['columns=id,id,name', 'columns=id,name,"id"', 'on_conflict=id,id', 'on_conflict=id&columns=name,id,name'])(
    'counts a repeated name in %s once',
    async (parameters) => {
      const headers = { Prefer: 'resolution=merge-duplicates,return=representation,tx=rollback' }
      const body = '[{"id":1,"name":"Anna"}]'
      expect(await read(`sailors?${parameters}`, { method: 'POST', headers, body })).toEqual([
        201,
        [{ id: 1, name: 'Anna' }],
      ])
    }
  )

  test.each(['columns=', 'columns=id,,name', 'on_conflict=', 'on_conflict=,'])('refuses %s', async (parameters) => {
    const headers = { Prefer: 'resolution=merge-duplicates' }
    expect(await read(`sailors?${parameters}`, { method: 'POST', headers, body: '[{"id":1,"name":"x"}]' })).toEqual([
      400,
      expect.objectContaining({ code: 'PGRST100' }),
    ])
  })

  test.each(['merge', 'ignore'])('inserts with %s-duplicates when there is no key', async (resolution) => {
    const headers = { Prefer: `resolution=${resolution}-duplicates,return=representation` }
    const body = '[{"text":"a","number":1}]'
    for (let n = 0; n < 2; n++)
      expect(await read('notes', { method: 'POST', headers, body })).toMatchObject([201, [{}]])
  })
})
