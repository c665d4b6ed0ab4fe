import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { harbour, relationalOver } from '../helpers/harbour'
import { type Random, createRandom } from '../../src/shared/random'

// Any input gets a response of the protocol, and reads change nothing. Set HOSTILE_SEED for other inputs.

const seed = Number(process.env['HOSTILE_SEED'] ?? 20_250_415)
const db = await testDatabase()
await db.script(harbour)
const { send } = await relationalOver(db)

const reads = `
ports?select=*&order=name.desc.nullslast&limit=2&offset=1
ports?select=id,name,tags,hours,facts->owner->>name,d:depth::text&id=in.(1,2,"3")&name=not.eq.
ports?select=id,ships!inner(id,voyages(id,to_port(name)))&ships.tonnage=gt.1000&ships.order=name&ships.limit=1
ports?or=(name.ilike.*am*,and(berths.gte.1,country.is.null),facts->>cranes.in.(8,"12"))&select=id
ports?tags=cs.{oil,"a b"}&hours=ov.[1,3)&seen_at=gt.2025-01-01T00:00:00Z&depth=lte.24.5
ports?status.filter=a,!b,c*&seen_at.filter=>now-2d&select=id
ports?name.filter=Rot*,!Genoa&facts->>cranes.filter=12&select=id
ports?not.or=(id.eq.1,name.like(any).{R*,G*})&id=eq(any).{1,2}
ships?words=wfts(english).fat cat&description=fts.sail&select=id,captains(name),sailors(name)
ships?select=*,...ports(port:name),berths(rank,sailors(*)),sister_id(name)&is_active=is.true
ships?select=id,specs->engine->power::int&specs->crew=eq.12&order=specs->>crew.desc
voyages?select=a:from_port(name),b:ports!voyages_to_port_fkey!left(name)&departed_at=lt.now()
voyage_list?select=id,active_ships(name),ports!to_port(name)&order=id
ship_names?select=label,port(name,ships(id))&label=match.^A&ship=isdistinct.2
everybody?select=id,name&order=id.asc,name.desc&name=imatch.a.*
odd table?select="a column","select","Ümlaut","a.b"&"a.b"=eq.dot
rpc/sum_of?a=1&b=2
rpc/ships_of?port=1&select=id,ports(name)&order=id.desc&limit=1&name=like.B*
rpc/tallies?minimum=1&ships=gt.1
rpc/names_like?patterns={a%25,"B%25"}
rpc/flagship?select=name
rpc/refuse
rpc/rename_ship?ship=1&label=X&select=name
rpc/hire?label=X&limit=1
rpc/forget
`
  .trim()
  .split('\n')

const bodies = [
  '{"id":50,"name":"x"}',
  '[{"id":50,"name":"x"},{"id":51,"name":"y"}]',
  '{"name":"x","tags":["a","b"],"facts":{"a":[1,null,{"b":"c"}]},"hours":"[1,2)","depth":1.5,"seen_at":"now()"}',
  '{"name":null,"specs":null,"is_active":"maybe"}',
  '{}',
  '[]',
]

const nasty = [
  `'`,
  `"`,
  '\\',
  ';',
  '--',
  '/*',
  '*/',
  '$1',
  '$$',
  '%',
  '%00',
  '%',
  '%25',
  '\0',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  ',',
  '.',
  ':',
  '::',
  '->',
  '->>',
  '!',
  '!inner',
  '...',
  '*',
  '&',
  '=',
  '?',
  '#',
  ' ',
  '\n',
  '\t',
  '\u2028',
  '\ufeff',
  '\u202e',
  '\ud800',
  '😀',
  'é',
  'e\u0301',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e400',
  '99999999999999999999',
  '1.5',
  '0x1f',
  'true',
  'now()',
  'in.()',
  'in.(',
  'is.null',
  'is.',
  'not.',
  'not.not.eq.1',
  'eq.',
  'eq(any).{',
  'cs.{',
  'fts(nope).x',
  'or=(',
  'and=()',
  'select=',
  'order=',
  'limit=',
  'limit=-1',
  'offset=99999999999',
  'columns=id',
  'on_conflict=id',
  'select=count()',
  'select=id::regclass',
  'id=eq.1',
  `' or 1=1 --`,
  `"; drop table ports; --`,
  `1); delete from ports; --`,
  'pg_sleep(10)',
  'ports.id',
  'ships.ports.id=eq.1',
  'id.filter=>now',
  'seen_at.filter=<',
  'access_tokens(*)',
  'pg_class',
  'console.',
  ...[20, 200].flatMap((n) => [
    '('.repeat(n),
    '{'.repeat(n),
    `${'a('.repeat(n)}id${')'.repeat(n)}`,
    '->x'.repeat(n),
    'not.'.repeat(n),
  ]),
  'a'.repeat(5000),
  `id.in.(${Array.from({ length: 600 }, (_, n) => n).join()})`,
  `or=(${'id.eq.1,'.repeat(600)}id.eq.2)`,
]

function mutated(text: string, random: Random): string {
  let result = text
  // The relation's name is mostly kept, otherwise only 404 would be returned.
  const from = random.chance(0.05) ? 0 : text.indexOf('?') + 1
  for (let times = 1 + random.below(3); times > 0; times--) {
    const at = Math.min(result.length, from + random.below(Math.max(1, result.length - from + 1)))
    const end = Math.min(result.length, at + random.below(12))
    const replacement = random.pick([
      () => '',
      () => random.pick(nasty),
      () => random.pick(nasty) + random.pick(nasty),
      () => result.slice(at, end).repeat(2),
      () => String.fromCodePoint(random.below(0xd7ff)),
      () => random.pick(reads).slice(random.below(30)),
    ])()
    result = result.slice(0, at) + replacement + result.slice(random.chance(0.5) ? at : end)
  }
  return result
}

/** Well-formed requests with a placeholder for a value or key: these reach Postgres. */
const holes = `
name=eq.~ name=neq.~ name=like.~ name=ilike.*~* name=match.~ name=in.("~") name=in.(~) or=(name.eq."~") name=like(any).{"~"}
name=isdistinct.~ name.filter=~ name=fts.~ description=plfts.~ words=phfts.~ words=wfts.~ id=eq.~ id=in.(~) id=eq(any).{~} depth=gt.~
tonnage=lt.~ is_active=eq.~ is_free=is.~ seen_at=gt.~ seen_at.filter=>~ opened=eq.~ code=eq.~ cargo=eq.~ facts=cs.~ facts=eq.~ specs=cd.~
tags=cs.{"~"} tags=ov.{~} hours=ov.~ hours=adj.~ facts->>~=eq.1 facts->"~"=eq.1 specs->~->>b=is.null order=facts->>~ order=name.~
select=id,x:facts->>~ select=id,"~":name select=id,x:name::~ limit=~ offset=~ select=~ order=~ ~=eq.1 ~=~ ships.name=eq.~
`
  .trim()
  .split(/\s+/)

function filled(random: Random): string {
  const value = Array.from({ length: 1 + random.below(3) }, () => random.pick(nasty)).join(random.pick(['', ' ', 'a']))
  // A lone surrogate cannot be percent-encoded.
  const encoded = encodeURIComponent(value.replaceAll('\ud800', '\ufffd'))
  return `${random.pick(['ports', 'ships'])}?${random.pick(holes).replaceAll('~', encoded)}`
}

/** A row with unusual values in valid members. */
function oddRow(random: Random): string {
  const value = () =>
    random.pick<unknown>([
      random.pick(nasty),
      random.below(100),
      null,
      true,
      [],
      {},
      [random.pick(nasty)],
      { a: random.pick(nasty) },
    ])
  const members = [
    'name',
    random.pick(['id', 'tags', 'facts', 'hours', 'depth', 'seen_at', 'cargo', 'code', 'is_free']),
  ]
  return JSON.stringify({ id: 60 + random.below(20), ...Object.fromEntries(members.map((name) => [name, value()])) })
}

/** The violation of the protocol in a response; undefined when there is none. Statuses are counted in `tally`. */
async function flawOf(path: string, init: RequestInit, tally = new Map<number, number>()): Promise<string | undefined> {
  const response = await send(path, init).catch((error: unknown) => error)
  if (!(response instanceof Response)) return `threw ${String(response)}`
  const { status, headers } = response
  tally.set(status, (tally.get(status) ?? 0) + 1)
  const text = await response.text()
  const isFine = status >= 200 && status < 300
  if (!isFine && status !== 300 && (status < 400 || status >= 500)) return `status ${status}: ${text}`
  if (text === '' && (isFine || init.method === 'HEAD')) return undefined
  if (headers.get('Content-Type')?.startsWith('text/csv') && isFine) return undefined
  const body: unknown = JSON.parse(text)
  if (isFine) return undefined
  if ((status === 404 || status === 416) && text === '[]') return undefined
  const { code, message, details, hint } = body as Record<string, unknown>
  const isError =
    Object.keys(body as object).length === 4 &&
    typeof code === 'string' &&
    typeof message === 'string' &&
    (typeof details === 'string' || details === null || (code === 'PGRST201' && Array.isArray(details))) &&
    (typeof hint === 'string' || hint === null)
  return isError ? undefined : `status ${status} with ${text}`
}

async function flaws(count: number, next: (random: Random) => { path: string; init: RequestInit }): Promise<string[]> {
  const random = createRandom(seed)
  const found: string[] = []
  const tally = new Map<number, number>()
  for (let index = 0; index < count; index++) {
    const { path, init } = next(random)
    const flaw = await flawOf(path, init, tally)
    if (flaw !== undefined) found.push(`seed ${seed}, case ${index}: ${JSON.stringify({ path, ...init })}: ${flaw}`)
  }
  // The test would prove little if all requests were refused early.
  const answered = [...tally].reduce((sum, [status, times]) => (status < 300 ? sum + times : sum), 0)
  expect(answered).toBeGreaterThan(count / 20)
  return found
}

/** All stored rows, in order. */
const contents = () =>
  db.query(sql`
    select table_name, query_to_xml(format('select * from %I t order by t::text', table_name), true, false, '')::text
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`)

const accepts = ['*/*', 'application/json', 'text/csv', 'application/vnd.pgrst.object+json', 'x', '\u00ff;;,,']
const wishes = [
  '',
  'count=exact',
  'count=',
  'return=representation',
  'resolution=merge-duplicates',
  'missing=default',
  'count=exact, handling=strict, max-affected=1',
  'handling=strict, max-affected=x, timezone=',
  'timezone=Asia/Tokyo',
  ';;,=',
]

test('responds to 6,000 mutated reads by the protocol and changes nothing', async () => {
  const before = await contents()
  const found = await flaws(6000, (random) => ({
    path: random.chance(0.5) ? filled(random) : mutated(random.pick(reads), random),
    init: {
      method: random.pick(['GET', 'GET', 'GET', 'HEAD']),
      headers: {
        Accept: random.pick(accepts),
        Prefer: random.pick(wishes),
        ...(random.chance(0.1) ? { Range: mutated('0-9', random).replaceAll(/[^\x20-\xff]/g, '') } : {}),
      },
    },
  }))
  expect(found).toEqual([])
  expect(await contents()).toEqual(before)
}, 240_000)

test('responds to 3,000 mutated writes by the protocol, and dry runs change nothing', async () => {
  const before = await contents()
  const found = await flaws(3000, (random) => {
    const [relation = ''] = random.chance(0.8) ? ['ports'] : random.pick(reads).split('?')
    const body = random.pick([
      () => random.pick(bodies),
      () => oddRow(random),
      () => mutated(random.pick(bodies), random),
    ])()
    const filter = random.chance(0.5)
      ? '?id=gt.0'
      : `?${mutated('id=eq.1&name=eq.x&columns=id,name&on_conflict=id', random)}`
    const method = random.pick(['POST', 'POST', 'POST', 'PATCH', 'PATCH', 'PATCH', 'DELETE', 'PUT'])
    return {
      path: relation.startsWith('rpc/') ? relation : relation + filter,
      init: {
        method,
        headers: { Accept: random.pick(accepts), Prefer: `tx=rollback,${random.pick(wishes)}` },
        ...(method === 'DELETE' ? {} : { body }),
      },
    }
  })
  expect(found).toEqual([])
  expect(await contents()).toEqual(before)
}, 240_000)

test.each([
  ['deeply nested JSON', `[${'['.repeat(100_000)}${']'.repeat(100_000)}]`],
  ['a deeply nested member', `{"id":50,"name":"x","facts":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['a huge number', `{"id":${'9'.repeat(100_000)},"name":"x"}`],
  ['a huge exponent', '{"id":50,"name":"x","depth":1e99999}'],
  ['many members', `{${Array.from({ length: 5000 }, (_, n) => `"m${n}":1`).join()}}`],
  ['a lone surrogate', '{"id":50,"name":"\\ud800"}'],
  ['a NUL', '{"id":50,"name":"a\\u0000b"}'],
  ['a duplicate member', '{"id":50,"id":51,"name":"x"}'],
])('handles a body with %s', async (_name, body) => {
  expect(await flawOf('ports', { method: 'POST', body, headers: { Prefer: 'tx=rollback' } })).toBeUndefined()
  // The database still works.
  expect((await send('ports?select=id')).status).toBe(200)
})

test('handles deeply nested JSON in a text argument', async () => {
  const body = JSON.stringify({ facts: '['.repeat(20_000) })
  expect((await send('rpc/described', { method: 'POST', body })).status).toBe(400)
})

test.each([
  ['an endless query string', `ports?name=eq.${'x'.repeat(100_000)}`],
  ['too many parameters', `ports?${'id=gt.0&'.repeat(2000)}`],
  ['too many embeds', `ports?select=${Array.from({ length: 60 }, (_, n) => `e${n}:ships(id)`).join()}`],
  ['an overlong list', `ports?id=in.(${Array.from({ length: 20_000 }, () => 1).join()})`],
  ['an overlong tree', `ports?or=(${Array.from({ length: 1000 }, () => 'id.eq.1').join()})`],
])('refuses %s with a reason', async (_name, path) => {
  const response = await send(path)
  expect([400, 414]).toContain(response.status)
  expect((await response.json()).message).toMatch(/too|may/)
})
