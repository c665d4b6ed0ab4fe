import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCatalogEngine } from '../../server/catalog/engine'
import { scrapeSources } from '../../server/catalog/scrape/sources'
import { parseScraperSpec } from '../../server/catalog/scrape/spec'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { toJsonText, sql } from '../../server/data/db/sql'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { listen } from '../helpers/listen'
import { readDocumentsHere } from '../helpers/read-documents-here'
import { testVault } from '../helpers/vault'

const db = await testDatabase()
let nowMs = Date.now()
const engine = createCatalogEngine({
  db,
  log: silentLog,
  now: () => new Date(nowMs),
  hostname: 'here',
  openConnection: createConnectionReader(db, testVault),
  evaluate: evaluateHere,
  readDocuments: readDocumentsHere,
})

type Send = (request: IncomingMessage, response: ServerResponse) => void
let send: Send
let url: URL

beforeEach(async () => {
  await db.script('delete from config_items; delete from config_scrapers; delete from job_history')
  ;({ url } = await listen((request, response) => send(request, response)))
})
afterEach(() => {
  nowMs = Date.now()
})

const sendBody =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Send =>
  (_request, response) =>
    response.writeHead(status, headers).end(body)
const sendItems = (count: number, from = 0): Send =>
  sendBody(JSON.stringify(pumps(count, from)), { 'Content-Type': 'application/json' })
const pumps = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => ({ id: `pump-${from + at}`, site: `Dock ${at % 7}` }))

let scrapers = 0
async function addScraper(more: object = {}): Promise<string> {
  const spec = {
    schedule: '@never',
    retention: { staleItemAge: '1s' },
    http: [{ url: url.href, items: '$[*]', id: '$.id', type: 'Harbour::Pump', ...more }],
  }
  const [row] = await db.query<{ id: string }>(sql`
    insert into config_scrapers (name, namespace, spec, source)
    values (${`reads ${++scrapers}`}, 'default', ${toJsonText(spec)}::jsonb, 'UI') returning id::text`)
  return row?.id ?? ''
}
const counts = async () => {
  const [row] = await db.query<{ live: number; deleted: number }>(sql`
    select count(*) filter (where deleted_at is null)::int as live,
      count(*) filter (where deleted_at is not null)::int as deleted from config_items`)
  return row
}
const job = async () => {
  const [row] = await db.query<{ status: string; details: Record<string, unknown> | null }>(sql`
    select status, details from job_history where name = 'Scraper' order by time_start desc, id desc limit 1`)
  return row
}
const scrapeLater = (scraper: string) => {
  nowMs += 5000
  return engine.scrape(scraper)
}

const page = '<!doctype html>\n<html><body><h1>Sign in</h1><form action="/login"></form></body></html>'

test.each<[string, Send, object, RegExp]>([
  [
    'a page',
    sendBody(page, { 'Content-Type': 'text/html' }),
    {},
    /response of \S+ \(text\/html\) has no list at \$:.*<!doctype/,
  ],
  ['a page without a type', sendBody(page), {}, /has no list at \$/],
  ['an empty body', sendBody(''), {}, /has no document/],
  ['blanks', sendBody(' \n'), {}, /has no document/],
  ['null', sendBody('null'), {}, /has no document/],
  ['no content', sendBody('', {}, 204), {}, /has no document/],
  ['a text', sendBody('"maintenance until 9"'), {}, /found the text "maintenance until 9"/],
  ['a number', sendBody('503'), {}, /found 503/],
  ['an empty object', sendBody('{}'), {}, /has no list at \$: found an empty object/],
  ['an error object', sendBody('{"error":"quota"}'), {}, /list of objects at \$\[\*\]: found the text "quota"/],
  [
    'an error object, with a path',
    sendBody('{"error":"quota"}'),
    { items: '$.pumps' },
    /no value at \$\.pumps: found an object with error/,
  ],
  ['an error object, with a deep path', sendBody('{"error":"quota"}'), { items: '$.a.pumps[*]' }, /no value at \$\.a/],
  ['null at the path', sendBody('{"pumps":null}'), { items: '$.pumps[*]' }, /no list at \$\.pumps: found nothing/],
  ['a text at the path', sendBody('{"pumps":"none"}'), { items: '$.pumps' }, /found the text "none"/],
  [
    'groups without lists',
    sendBody('[{"name":"a"},{"name":"b"}]'),
    { items: '$[*].pumps[*]' },
    /no value at \$\[\*\]\.pumps/,
  ],
  ['a list at another path', sendBody('{"items":[]}'), {}, /no objects at \$\[\*\]: found a list of 0/],
  ['a group with a text', sendBody('[{"pumps":[{"id":"a"}]},{"pumps":"x"}]'), { items: '$[*].pumps[*]' }, /no list at/],
  ['packed bytes', sendBody(gzipSync(JSON.stringify(pumps(3)))), {}, /neither YAML nor JSON|has no/],
  ['text that claims to be packed', sendBody('[]', { 'Content-Encoding': 'gzip' }), {}, /cannot be read: .*damaged/],
  ['cut packed bytes', sendBody(gzipSync('[]').subarray(0, 15), { 'Content-Encoding': 'gzip' }), {}, /ends too early/],
  ['an unknown encoding', sendBody('[]', { 'Content-Encoding': 'lzma' }), {}, /encoding lzma is not supported/],
  ['a part', sendBody('[]', { 'Content-Range': 'bytes 0-1/9' }, 206), {}, /206/],
  [
    'a broken connection',
    (_request, response) =>
      void response.writeHead(200, { 'Content-Length': '99' }).write('[]', () => response.destroy()),
    {},
    /./,
  ],
])('concludes nothing from %s in place of a list', async (_name, bad, more, reason) => {
  const isNested = JSON.stringify(more).includes('[*].pumps')
  const path = 'items' in more ? String(more.items) : ''
  send = isNested
    ? sendBody(JSON.stringify([{ pumps: pumps(2) }, { name: 'none' }]))
    : path === ''
      ? sendItems(2)
      : sendBody(JSON.stringify(path.startsWith('$.a') ? { a: { pumps: pumps(2) } } : { pumps: pumps(2) }))
  const scraper = await addScraper(more)
  await engine.scrape(scraper)
  expect(await counts()).toEqual({ live: 2, deleted: 0 })
  send = bad
  await expect(scrapeLater(scraper)).rejects.toThrow(reason)
  expect(await counts()).toEqual({ live: 2, deleted: 0 })
  expect(await job()).toMatchObject({ status: 'FAILED', details: { errors: [expect.stringMatching(reason)] } })
})

test.each([
  ['$[*]', '[]'],
  ['$.pumps', '{"pumps":[]}'],
  ['$.pumps[*]', '{"pumps":[]}'],
  ['$[*].pumps[*]', '[]'],
  ['$[*].pumps[*]', '[{"pumps":[]},{"pumps":[]}]'],
])('deletes the items at %s when the list is %s', async (items, body) => {
  const [before] = { '$[*]': [pumps(2)], '$[*].pumps[*]': [[{ pumps: pumps(2) }]] }[items] ?? [{ pumps: pumps(2) }]
  send = sendBody(JSON.stringify(before))
  const scraper = await addScraper({ items })
  await engine.scrape(scraper)
  send = sendBody(body)
  await scrapeLater(scraper)
  expect(await counts()).toEqual({ live: 0, deleted: 2 })
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('reads a list that is sent with the encoding %s (%#)', async (encoding, pack) => {
  send = sendBody(pack(JSON.stringify(pumps(3))), { 'Content-Encoding': encoding })
  await engine.scrape(await addScraper())
  expect(await counts()).toEqual({ live: 3, deleted: 0 })
})

test('keeps many missing items until a second scrape does not find them either, and reports it', async () => {
  send = sendItems(50)
  const scraper = await addScraper()
  await engine.scrape(scraper)
  send = sendItems(38)
  const { send: request, as } = await consoleApp(db, { engines: [engine] })
  as({ id: '5a000001-0000-4000-8000-000000000001', name: 'Ada', email: null, roles: ['editor'] })
  nowMs += 5000
  const answer = await request(`/api/config/run/${scraper}`, { method: 'POST' })
  expect(await answer.json()).toMatchObject({ deletions_waiting: { count: 12, of: 50 } })
  expect(await counts()).toEqual({ live: 50, deleted: 0 })
  expect(await job()).toMatchObject({
    status: 'WARNING',
    details: {
      errors: [expect.stringContaining('12 of 50 items are missing. They are kept until the next run')],
      deletions_waiting: { count: 12, of: 50 },
    },
  })
  await scrapeLater(scraper)
  expect(await counts()).toEqual({ live: 38, deleted: 12 })
  expect(await job()).toMatchObject({ status: 'SUCCESS' })
})

test('is a warning when no item is left, and survives failed reads between both scrapes', async () => {
  send = sendItems(30)
  const scraper = await addScraper()
  await engine.scrape(scraper)
  send = sendBody('[]')
  await scrapeLater(scraper)
  expect([await counts(), (await job())?.status]).toEqual([{ live: 30, deleted: 0 }, 'WARNING'])
  send = sendBody(page)
  await expect(scrapeLater(scraper)).rejects.toThrow('has no list')
  expect(await counts()).toEqual({ live: 30, deleted: 0 })
  send = sendBody('[]')
  await scrapeLater(scraper)
  expect(await counts()).toEqual({ live: 0, deleted: 30 })
})

test('keeps items that the second scrape finds, and lets other missing items wait again', async () => {
  send = sendItems(40)
  const scraper = await addScraper()
  await engine.scrape(scraper)
  send = sendItems(20)
  await scrapeLater(scraper)
  send = sendItems(20, 20)
  await scrapeLater(scraper)
  // Items 20 to 39 are back; items 0 to 19 are missing for the first time.
  expect([await counts(), (await job())?.status]).toEqual([{ live: 40, deleted: 0 }, 'WARNING'])
  await scrapeLater(scraper)
  expect(await counts()).toEqual({ live: 20, deleted: 20 })
})

test('does not count new items when it compares the missing ones with the known ones', async () => {
  send = sendItems(20)
  const scraper = await addScraper()
  await engine.scrape(scraper)
  send = sendItems(500, 100)
  await scrapeLater(scraper)
  expect(await counts()).toEqual({ live: 520, deleted: 0 })
})

test.each([
  [100, 80, 'exactly a fifth'],
  [12, 2, 'ten items'],
])('deletes at once: of %i items, %i are left (%s)', async (before, after) => {
  send = sendItems(before)
  const scraper = await addScraper()
  await engine.scrape(scraper)
  send = sendItems(after)
  await scrapeLater(scraper)
  expect(await counts()).toEqual({ live: after, deleted: before - after })
})

/** Mulberry32: the same numbers in every run. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Returns a response that is not the list, or is all of it in another form. */
function mutateResponse(next: () => number, list: readonly object[]): Send {
  const pick = <T>(...choices: [T, ...T[]]): T => choices[Math.floor(next() * choices.length)] ?? choices[0]
  const texts: Record<string, () => string> = {
    list: () => JSON.stringify(list),
    cut: () => JSON.stringify(list).slice(0, Math.floor(next() * (JSON.stringify(list).length - 1))),
    pretty: () => JSON.stringify(list, null, 2),
    object: () =>
      JSON.stringify(pick<unknown>({}, { error: 'x' }, { items: list }, { items: [] }, { code: 5, message: '' })),
    scalar: () => JSON.stringify(pick<unknown>('', 'busy', 0, 503, true, false, null)),
    page: () => pick(page, '<h1>502 Bad Gateway</h1>', 'Service Unavailable', '<?xml version="1.0"?><list/>'),
    nothing: () => pick('', ' ', '\n', '\ufeff', '---\n', '# nothing\n', '\0'),
    members: () =>
      JSON.stringify(pick<unknown[]>([null], ['a'], [{}], [list], [{ name: 'x' }], [...list.slice(0, 3), null])),
    appended: () => JSON.stringify(list.slice(0, 2)) + pick('<p>', ']', '}', ', {"id":', '\n[[['),
    prefixed: () => pick(")]}',\n", '/* */', 'callback(', 'HTTP/1.1 200 OK\n\n') + JSON.stringify(list),
  }
  const text =
    texts[
      pick(
        'list',
        'cut',
        'cut',
        'cut',
        'pretty',
        'object',
        'scalar',
        'page',
        'nothing',
        'members',
        'appended',
        'prefixed'
      )
    ]?.() ?? ''
  let body = Buffer.from(text, pick<BufferEncoding>('utf8', 'utf8', 'utf8', 'utf16le'))
  const packing = pick(undefined, undefined, gzipSync, deflateSync, deflateRawSync, brotliCompressSync)
  if (packing) body = packing(body)
  if (packing && next() < 0.5) body = body.subarray(0, Math.floor(next() * body.length))
  const right = packing === gzipSync ? 'gzip' : packing === brotliCompressSync ? 'br' : packing ? 'deflate' : undefined
  const encoding =
    next() < 0.6 ? right : pick(undefined, 'gzip', 'br', 'deflate', 'zstd', 'compress', 'gzip, br', 'identity')
  const type = pick(
    undefined,
    'application/json',
    'text/html; charset=utf-8',
    'text/plain; charset=utf-16le',
    'application/octet-stream',
    'application/json; charset=nonsense',
    'text/html; charset=iso-8859-1',
    ';'
  )
  const status = pick(200, 200, 200, 200, 200, 200, 201, 202, 204, 206, 301, 401, 404, 500, 503)
  const isBroken = next() < 0.1
  return (_request, response) => {
    const headers = {
      ...(type !== undefined && { 'Content-Type': type }),
      ...(encoding !== undefined && { 'Content-Encoding': encoding }),
      ...(isBroken && { 'Content-Length': String(body.length + 10) }),
    }
    response.writeHead(status, headers)
    if (isBroken) response.write(body, () => response.destroy())
    else response.end(body)
  }
}

test('a thousand mutated responses never look like a shorter list', async () => {
  const next = random(20_260_417)
  const spec = parseScraperSpec({ http: [{ url: url.href, items: '$[*]', id: '$.id', type: 'Harbour::Pump' }] })
  const never = new AbortController().signal
  const tools = {
    open: async () => undefined,
    namespace: 'default',
    readDocuments: (text: string) => readDocumentsHere(text, ''),
  }
  let refused = 0
  const shorter: number[] = []
  const scrapeOnce = async (count: number) => {
    const items = await scrapeSources(spec, tools, never).catch(() => undefined)
    if (!items) refused++
    else if (items.length < count) shorter.push(items.length)
  }
  for (let round = 0; round < 1000; round++) {
    const list = pumps(5 + Math.floor(next() * 40))
    send = mutateResponse(next, list)
    await scrapeOnce(list.length)
  }
  expect(shorter).toEqual([])
  // Neither all of them are refused, nor are most accepted.
  expect(refused).toBeGreaterThan(500)
  expect(refused).toBeLessThan(990)
})

test('a hundred mutated responses delete no item', async () => {
  const next = random(7)
  send = sendItems(45)
  const scraper = await addScraper()
  await engine.scrape(scraper)
  for (let round = 0; round < 100; round++) {
    send = mutateResponse(next, pumps(45))
    await scrapeLater(scraper).catch(() => undefined)
    const { deleted } = (await counts()) ?? {}
    expect(deleted).toBe(0)
    send = sendItems(45)
    if (round % 10 === 9) await scrapeLater(scraper)
  }
}, 20_000)
