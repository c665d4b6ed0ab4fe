import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { MOST_BYTES, MOST_ROWS_IN_ALL } from '../../server/data/postgrest/response-limits'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { loadSample } from '../../server/sample/load'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { deferred } from '../../src/lib/deferred'
import { relationalOver } from '../helpers/harbour'
import { id } from '../helpers/organisation'
import { createRandom } from '../../src/shared/random'
import { randomSelect } from '../helpers/random-selects'

// Limits of one request: rows over all levels, bytes, nested embeds, and parallel requests of one person.

const SELECTS = 60
const seed = Number(process.env['EMBEDS_SEED'] ?? 20_250_415)

const db = await testDatabase()
await db.transaction(loadSample)
// 25 books of 1,999 pages are 50,000 rows, one book more is too many. The pages of a tome have a megabyte each.
await db.script(`
  create table books (id integer primary key, name text);
  create table pages (id integer primary key, book_id integer not null references books, text text);
  create index on pages (book_id);
  insert into books select n, 'book' from generate_series(1, 25) as n;
  insert into pages select n, 1 + n % 25, null from generate_series(1, 25 * 1999) as n;
  insert into books values (100, 'tome'), (101, 'unread');
  insert into pages select 100000 + n, 100, repeat('x', 1024 * 1024) from generate_series(1, 40) as n;
  create function texts_of(book integer) returns setof text language sql stable as
    'select text from pages where book_id = book';
`)
const cache = await loadSchemaCache(db)
const { send } = await relationalOver(db)

/** The rows of a response over all its levels. Other members with objects contain JSON. */
function rowsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + rowsIn(one), 0)
  if (typeof value !== 'object' || value === null) return 0
  const embeds = Object.entries(value).filter(([name]) => /^(?:e\d|books|pages)$/.test(name))
  return embeds.reduce((sum, [, one]) => sum + rowsIn(one), 1)
}

const refused = expect.objectContaining({ code: '54000', hint: expect.stringContaining('Request less') })

async function read(path: string, init?: RequestInit) {
  const response = await send(path, init)
  const text = await response.text()
  return { status: response.status, text, body: text === '' ? null : JSON.parse(text) }
}

test('refuses a short read that multiplies rows', async () => {
  const { status, body } = await read('check_statuses?select=checks(check_statuses(time))')
  expect([status, body]).toEqual([400, refused])
  expect(body.message).toBe('The response has more than 50000 rows over all levels')
})

test(`limits or refuses ${SELECTS} random selects of depth 4 [seed ${seed}]`, async () => {
  const random = createRandom(seed)
  let answered = 0
  const flaws: unknown[] = []
  for (let n = 0; n < SELECTS; n++) {
    const path = randomSelect(cache, random, 4)
    const { status, text, body } = await read(path)
    if (status === 200) {
      answered++
      if (rowsIn(body) > MOST_ROWS_IN_ALL || text.length > MOST_BYTES) flaws.push([path, rowsIn(body), text.length])
      // PGRST201: two relationships that the generated hint does not distinguish.
    } else if (body.code !== '54000' && body.code !== 'PGRST201') flaws.push([path, status, body])
  }
  expect(flaws).toEqual([])
  expect(answered).toBeGreaterThan(SELECTS / 4)
})

test('accepts exactly the maximum of rows', async () => {
  const allowed = await read('books?select=id,pages(id)&id=lte.25')
  expect([allowed.status, rowsIn(allowed.body)]).toEqual([200, MOST_ROWS_IN_ALL])
  expect(await read('books?select=id,pages(id)&id=neq.100')).toMatchObject({ status: 400, body: refused })
  // Each request starts counting from zero.
  expect((await read('books?select=id,pages(id)&id=lte.25')).status).toBe(200)
})

test.each([
  ['by HEAD', { method: 'HEAD' }],
  ['with the total', { headers: { Prefer: 'count=exact' } }],
  ['as CSV', { headers: { Accept: 'text/csv' } }],
  ['without nulls', { headers: { Accept: 'application/vnd.pgrst.array+json;nulls=stripped' } }],
])('refuses too many rows %s', async (_name, init) => {
  expect((await send('books?select=id,pages(id)&id=neq.100', init)).status).toBe(400)
})

test.each([
  ['of one relation', 'pages?select=text&book_id=eq.100'],
  ['in one row', 'books?select=pages(text)&id=eq.100'],
  ['of a to-one relation', 'pages?select=id,books(pages(text))&id=eq.100001'],
  ['of a function', 'rpc/texts_of?book=100'],
])('refuses too many bytes %s', async (_name, path) => {
  const { status, body } = await read(path)
  expect([status, body]).toEqual([400, refused])
  expect(body.message).toBe('The response has more than 33554432 bytes')
})

test('accepts the smaller embed limit of the hint', async () => {
  const { status, body } = await read('books?select=pages(text)&id=eq.100&pages.limit=2')
  expect([status, body[0].pages.length]).toEqual([200, 2])
})

test('rolls back a write with too large a response, and accepts it without one', async () => {
  const path = 'books?select=id,pages(id)&id=neq.100'
  const rename = (prefer: string) =>
    read(path, { method: 'PATCH', body: '{"name":"renamed"}', headers: { Prefer: prefer } })
  expect(await rename('return=representation')).toMatchObject({ status: 400, body: refused })
  expect(await db.query(sql`select from books where name = 'renamed'`)).toHaveLength(0)
  expect((await rename('return=minimal')).status).toBe(204)
  expect(await db.query(sql`select from books where name = 'renamed'`)).toHaveLength(26)
})

test('allows at most four nested to-many embeds, shown or filtering', async () => {
  const nested = (depth: number, inner = ''): string =>
    depth === 0 ? 'id' : `id,pages${inner}(id,books${inner}(${nested(depth - 1, inner)}))`
  for (const inner of ['', '!inner']) {
    expect((await read(`books?select=${nested(4, inner)}&id=eq.101`)).status).toBe(200)
    expect(await read(`books?select=${nested(5, inner)}&id=eq.101`)).toMatchObject({
      status: 400,
      body: { code: 'PGRST100', message: 'embeds of many rows may be 4 deep' },
    })
  }
})

test('runs two requests per person in parallel, independently of others', async () => {
  const begun: string[] = []
  const { promise: allowed, resolve: allow } = deferred<void>()
  const { as, send: ask } = await consoleApp(db, {
    relational: async (request) => {
      begun.push(new URL(request.url).search)
      await allowed
      return Response.json([])
    },
  })
  const people = [id(1), id(2)].map((one) => ({ id: one, name: one, email: null, roles: ['admin'] }))
  const answers: Promise<Response>[] = []
  for (const person of people) {
    as(person)
    for (let n = 1; n <= 4; n++) answers.push(Promise.resolve(ask(`/api/db/agents?${person.id}${n}`)))
    // The caller is read before the request gets its turn.
    await expect.poll(() => begun.filter((one) => one.includes(person.id)).length).toBe(2)
  }
  expect(begun).toHaveLength(4)
  allow()
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(200)
  expect(begun).toHaveLength(8)
})
