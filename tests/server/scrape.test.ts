import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PGlite } from '@electric-sql/pglite'
import { createCatalogEngine } from '../../server/catalog/engine'
import { cleanInsights } from '../../server/catalog/maintenance'
import { createConnectionReader } from '../../server/platform/connections/connection-reader'
import { createMergePatch } from '../../server/platform/documents/difference'
import { toJsonText, sql } from '../../server/data/db/sql'
import { setFolderPolicy } from '../../server/platform/outside/folders'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { eventually } from '../helpers/eventually'
import { silentLog } from '../helpers/health'
import { listen } from '../helpers/listen'
import { id } from '../helpers/organisation'
import { mssqlTarget, mysqlTarget, type SqlAnswer } from '../helpers/sql-targets'
import { readDocumentsHere } from '../helpers/read-documents-here'
import { postgresTarget } from '../helpers/targets'
import { testVault } from '../helpers/vault'

const db = await testDatabase()
const HOUR_MS = 3_600_000
let nowMs: number
let folder: string
const engine = createCatalogEngine({
  db,
  log: silentLog,
  now: () => new Date(nowMs),
  hostname: 'here',
  openConnection: createConnectionReader(db, testVault),
  evaluate: evaluateHere,
  readDocuments: readDocumentsHere,
})

beforeEach(async () => {
  nowMs = Date.now()
  folder = await mkdtemp(join(tmpdir(), 'scrape-'))
  await db.script('delete from config_items; delete from config_scrapers; delete from job_history')
})
afterEach(async () => {
  setFolderPolicy({})
  setTargetPolicy(createTargetPolicy({}, false))
  await rm(folder, { recursive: true })
})

let scrapers = 0
async function addScraper(spec: unknown): Promise<string> {
  const [row] = await db.query<{ id: string }>(sql`
    insert into config_scrapers (name, namespace, spec, source)
    values (${`scraper ${++scrapers}`}, 'default', ${toJsonText(spec)}::jsonb, 'UI') returning id::text`)
  return row?.id ?? ''
}

const write = (name: string, document: unknown) =>
  writeFile(join(folder, name), typeof document === 'string' ? document : JSON.stringify(document))

type Item = {
  id: string
  name: string
  type: string
  config_class: string
  external_id: string[]
  health: string | null
  labels: object
  tags: object
  config: unknown
  last_scraped_time: Date
  updated_at: Date
  deleted_at: Date | null
  delete_reason: string | null
}
const items = () => db.query<Item>(sql`select *, id::text from config_items order by name`)
type Change = { change_type: string; source: string; summary: string; diff: string; patches: unknown }
const changes = () => db.query<Change>(sql`select * from config_changes where source = 'diff' order by created_at, id`)
const job = async () => {
  const [row] = await db.query<{ status: string; details: Record<string, unknown> | null; success_count: number }>(sql`
    select status, details, success_count from job_history where name = 'Scraper' order by time_start desc, id desc limit 1`)
  return row
}

const printers = (more: object = {}) => ({
  schedule: '@every 1h',
  file: [
    {
      type: 'Depot::Printer',
      id: '$.serial',
      name: '$.host',
      health: '$.state',
      labels: { depot: 'north' },
      tags: { site: '$.site', kind: 'label' },
      paths: [join(folder, '*.json')],
      ...more,
    },
  ],
})
const printer = { serial: 'P-1', host: 'red', site: 'dock', state: 'healthy', ink: { black: 80, blue: 10 } }

test('recognises items in the next scrape and records no change for unchanged ones', async () => {
  await write('a.json', printer)
  await write('b.json', { ...printer, serial: 'P-2', host: 'teal' })
  const scraper = await addScraper(printers())
  expect(await engine.scrape(scraper)).toEqual({ 'Depot::Printer': { added: 2, updated: 0, unchanged: 0 } })
  const first = await items()
  expect(first[0]).toMatchObject({
    name: 'red',
    type: 'Depot::Printer',
    config_class: 'Printer',
    external_id: ['P-1'],
    health: 'healthy',
    labels: { depot: 'north' },
    tags: { site: 'dock', kind: 'label' },
    config: printer,
  })
  expect(await job()).toEqual({
    status: 'SUCCESS',
    success_count: 2,
    details: { scrape_summary: { 'Depot::Printer': { added: 2, updated: 0, unchanged: 0 } } },
  })
  nowMs += HOUR_MS
  expect(await engine.scrape(scraper)).toEqual({ 'Depot::Printer': { added: 0, updated: 0, unchanged: 2 } })
  const second = await items()
  expect(second.map((item) => [item.id, item.updated_at])).toEqual(first.map((item) => [item.id, item.updated_at]))
  expect(second[0]?.last_scraped_time).toEqual(new Date(nowMs))
  expect(await changes()).toEqual([])
})

test('removes characters that Postgres cannot store, and records no change for them in the next scrape', async () => {
  await write('a.json', { ...printer, note: 'a\0b \ud800', when: '\\u0000' })
  const scraper = await addScraper(printers())
  await engine.scrape(scraper)
  expect(await items()).toMatchObject([{ config: { note: 'ab \ufffd', when: '\\u0000' } }])
  expect(await engine.scrape(scraper)).toEqual({ 'Depot::Printer': { added: 0, updated: 0, unchanged: 1 } })
})

test('keeps values of YAML that are neither text nor numbers', async () => {
  await write('b.yaml', 'serial: P-2\nhost: teal\nmade: !!timestamp 2026-11-01T00:00:00Z\n')
  const scraper = await addScraper(printers({ paths: [join(folder, '*.yaml')] }))
  await engine.scrape(scraper)
  expect(await items()).toMatchObject([{ config: { made: '2026-11-01T00:00:00.000Z' } }])
  expect(await engine.scrape(scraper)).toEqual({ 'Depot::Printer': { added: 0, updated: 0, unchanged: 1 } })
})

test('records a changed document with a unified diff and a patch that restores the old one', async () => {
  const before = { ...printer, old: true, list: [1, 2] }
  await write('a.json', before)
  const scraper = await addScraper(printers())
  await engine.scrape(scraper)
  const after = { ...printer, ink: { black: 75, blue: 10 }, list: [1, 3], added: 'yes' }
  await write('a.json', after)
  expect(await engine.scrape(scraper)).toEqual({ 'Depot::Printer': { added: 0, updated: 1, unchanged: 0 } })
  const [change, ...more] = await changes()
  expect(more).toEqual([])
  expect(change).toMatchObject({
    change_type: 'diff',
    severity: '',
    summary: 'added, ink.black, list, old',
    patches: { added: null, ink: { black: 80 }, list: [1, 2], old: true },
  })
  expect(change?.diff).toBe(
    [
      '--- before',
      '+++ after',
      '@@ -1,11 +1,11 @@',
      '+added: yes',
      ' host: red',
      ' ink:',
      '-  black: 80',
      '+  black: 75',
      '   blue: 10',
      ' list:',
      '   - 1',
      '-  - 2',
      '-old: true',
      '+  - 3',
      ' serial: P-1',
      ' site: dock',
      ' state: healthy',
      '',
    ].join('\n')
  )
  expect(createMergePatch(after, before)).toEqual(change?.patches)
  expect((await items())[0]?.config).toEqual(after)
})

test('deletes a missing item after a while, keeps its changes, and restores it when it returns', async () => {
  await write('a.json', printer)
  await write('b.json', { ...printer, serial: 'P-2', host: 'teal' })
  const scraper = await addScraper({ ...printers(), retention: { staleItemAge: '2h' } })
  await engine.scrape(scraper)
  const [red] = await items()
  await rm(join(folder, 'a.json'))
  nowMs += HOUR_MS
  await engine.scrape(scraper)
  expect((await items()).map(({ deleted_at: at }) => at)).toEqual([null, null])
  nowMs += HOUR_MS
  await engine.scrape(scraper)
  expect(await items()).toMatchObject([{ deleted_at: new Date(nowMs), delete_reason: 'STALE' }, { deleted_at: null }])
  await write('a.json', { ...printer, ink: {} })
  await engine.scrape(scraper)
  expect(await items()).toMatchObject([{ id: red?.id, deleted_at: null, delete_reason: null }, { deleted_at: null }])
  expect((await changes()).map(({ summary }) => summary)).toEqual(['ink.black, ink.blue'])
})

test('neither stores nor compares excluded members', async () => {
  const spec = printers({
    transform: {
      exclude: [{ jsonpath: '$.ink.black' }, { types: ['Other'], jsonpath: '$.site' }, { jsonpath: '$.log[*]' }],
    },
  })
  await write('a.json', { ...printer, log: ['a', 'b'] })
  const scraper = await addScraper(spec)
  await engine.scrape(scraper)
  await write('a.json', { ...printer, ink: { black: 1, blue: 10 }, log: ['c'] })
  await engine.scrape(scraper)
  expect(await changes()).toEqual([])
  expect((await items())[0]?.config).toEqual({ ...printer, ink: { blue: 10 }, log: [] })
})

test('identifies an item within its scraper and type', async () => {
  await write('a.json', printer)
  await engine.scrape(await addScraper(printers()))
  await engine.scrape(await addScraper(printers()))
  await engine.scrape(
    await addScraper(printers({ type: '$.kind' })).then(
      async (one) => (await write('a.json', { ...printer, kind: 'Depot::Scanner' }), one)
    )
  )
  expect((await items()).map(({ type }) => type).toSorted()).toEqual([
    'Depot::Printer',
    'Depot::Printer',
    'Depot::Scanner',
  ])
})

test('reads several YAML documents, and the list of items in a document', async () => {
  await write(
    'all.json',
    'items:\n- {serial: 1, host: a}\n- {serial: 2, host: b}\n---\nitems: [{serial: 3, host: c}]\n---\n'
  )
  await engine.scrape(await addScraper(printers({ items: '$.items' })))
  expect((await items()).map(({ name, external_id: [one] }) => [name, one])).toEqual([
    ['a', '1'],
    ['b', '2'],
    ['c', '3'],
  ])
})

/** Links by the name of the other end. */
const links = () =>
  db.query<{ a: string; b: string; relation: string; isLive: boolean }>(sql`
    select a.name as a, b.name as b, relation, link.deleted_at is null as "isLive" from config_relationships as link
      join config_items as a on a.id = config_id join config_items as b on b.id = related_id order by b.name`)

test('creates, ends and restores relationships by selectors', async () => {
  const spec = printers({
    transform: { relationship: [{ type: { value: 'Depot::Printer' }, name: { label: 'backup' } }] },
  })
  await write('a.json', { ...printer, metadata: { labels: { backup: 'teal' } } })
  await write('b.json', { ...printer, serial: 'P-2', host: 'teal' })
  const scraper = await addScraper(spec)
  await engine.scrape(scraper)
  expect(await links()).toEqual([{ a: 'red', b: 'teal', relation: 'PrinterPrinter', isLive: true }])
  expect(await db.query(sql`select scraper_id from config_relationships`)).toEqual([{ scraper_id: scraper }])
  await write('a.json', printer)
  await engine.scrape(scraper)
  expect(await links()).toMatchObject([{ isLive: false }])
  await write('a.json', { ...printer, metadata: { labels: { backup: 'teal' } } })
  await engine.scrape(scraper)
  expect(await links()).toMatchObject([{ isLive: true }])
})

const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[n]}`).join(',')}]`).join('\n')}`

test.each<[string, string | object, RegExp]>([
  ['invalid YAML', '{"serial": [', /neither YAML nor JSON/],
  ['an item without an id', { host: 'x' }, /has no id/],
  ['an id that is an object', { serial: {} }, /has no id/],
  ['aliases that multiply', `serial: 1\n${bomb}`, /cannot be read/],
  ['a file that is too large', `serial: ${'x'.repeat(1024 * 1024)}`, /more than 1048576 bytes/],
])('keeps known items and records the error for a source with %s', async (_, document, reason) => {
  await write('a.json', printer)
  const scraper = await addScraper({ ...printers(), retention: { staleItemAge: '1s' } })
  await engine.scrape(scraper)
  const before = await items()
  await write('b.json', document)
  await rm(join(folder, 'a.json'))
  nowMs += 48 * HOUR_MS
  await expect(engine.scrape(scraper)).rejects.toThrow(reason)
  expect(await items()).toEqual(before)
  expect(await job()).toMatchObject({ status: 'FAILED', details: { errors: [expect.stringMatching(reason)] } })
})

test.each<[object, RegExp]>([
  [{ kubernetes: [{ clusterName: 'eu' }] }, /kubernetes needs a Mission Control backend/],
  [{ aws: [{}], terraform: [{}] }, /aws, terraform needs/],
  [{ file: [], full: true }, /full is not supported/],
  [{ file: [{ id: '$.a', type: 'A', paths: ['/x'], ignore: ['a'] }] }, /file\.0\.ignore is not supported/],
  [{ file: [{ id: '$.a', type: 'A', paths: ['/x'], transform: { script: {} } }] }, /file\.0\.transform\.script is not/],
  [{ file: [{ id: '$.a', type: 'A', paths: ['/x'], transform: { mask: [] } }] }, /transform\.mask is not/],
  [{ file: [{ id: '$.a', type: 'A', paths: ['x/*'] }] }, /must be an absolute path/],
  [{ file: [{ id: '$..a', type: 'A', paths: ['/x'] }] }, /is not a path such as/],
  [{ file: [{ id: '$.a', paths: ['/x'] }] }, /file\.0\.type/],
  [{ file: [{ type: 'A', paths: ['/x'] }] }, /file\.0\.id/],
  [{ http: [{ id: '$.a', type: 'A', url: 'file:///etc/passwd' }] }, /must begin with http/],
  [
    { http: [{ id: '$.a', type: 'A', url: 'http://x', connection: 'connection://a/b' }] },
    /connection is not supported/,
  ],
  [{ http: [{ id: '$.a', type: 'A', url: 'http://x', password: { valueFrom: { secretKeyRef: {} } } }] }, /valueFrom/],
  [{ file: [{ id: '$.a', type: 'A', paths: ['/x'], transform: { relationship: [{}] } }] }, /selects nothing/],
  [
    {
      file: [
        { id: '$.a', type: 'A', paths: ['/x'], transform: { relationship: [{ filter: 'x', type: { value: 'A' } }] } },
      ],
    },
    /filter is not/,
  ],
])('refuses %j as a whole and records the reason in the job history', async (spec, reason) => {
  const scraper = await addScraper(spec)
  await expect(engine.scrape(scraper)).rejects.toThrow(reason)
  expect(await job()).toMatchObject({ status: 'FAILED', details: { errors: [expect.stringMatching(reason)] } })
  expect(await items()).toEqual([])
})

test('reads only files in the folders that checks may read', async () => {
  const secret = join(folder, 'secret')
  await mkdir(secret)
  await write('secret/a.json', printer)
  const open = join(folder, 'open')
  await mkdir(open)
  await symlink(join(secret, 'a.json'), join(open, 'a.json'))
  await symlink(secret, join(open, 'folder'))
  setFolderPolicy({ allow: [open] })
  const paths = [
    join(secret, 'a.json'),
    join(secret, '*'),
    join(open, '..', 'secret', 'a.json'),
    join(open, 'folder', 'a.json'),
    join(open, 'folder', '*.json'),
    join(folder, '**', '*.json'),
    '/proc/self/environ',
    '/proc/*/environ',
    '/**/a.json',
  ]
  for (const path of paths)
    await expect(engine.scrape(await addScraper(printers({ paths: [path] })))).rejects.toThrow(
      /is blocked on this console|is a system folder|ENOENT|is not there/
    )
  // A link within the folder is skipped.
  for (const path of [join(open, '*.json'), join(open, '**', '*.json')])
    await engine.scrape(await addScraper(printers({ paths: [path] })))
  expect(await items()).toEqual([])
})

const service = (url: URL, more: object = {}) => ({
  http: [{ url: url.href, type: 'Api::Thing', id: '$.id', items: '$.things', ...more }],
})

test('reads items of a web service and never stores or reports its credentials', async () => {
  const { url } = await listen((request, response) =>
    response.end(JSON.stringify({ things: [{ id: 'a', echo: request.headers }] }))
  )
  const secrets = { username: 'scraper-user', password: 'hunter22', headers: [{ name: 'X-Key', value: 'key-9931' }] }
  await engine.scrape(await addScraper(service(url, secrets)))
  const stored = JSON.stringify(await items())
  expect(stored).toContain('***')
  for (const secret of ['hunter22', 'key-9931', Buffer.from('scraper-user:hunter22').toString('base64')])
    expect(stored).not.toContain(secret)
})

test('masks credentials only: no ordinary header, no member name, and nothing that the author wrote for the items', async () => {
  const { url } = await listen((request, response) =>
    response.end(
      JSON.stringify({
        things: [
          { id: 'a', echo: request.headers, 'eu-west-1': 1, Api: 2, at: 'http://127.0.0.1/eu-west-1', said: 'Api' },
        ],
      })
    )
  )
  const more = {
    type: 'Region::eu-west-1',
    class: 'Api::Thing',
    labels: { kind: 'Api' },
    tags: { where: 'Api' },
    username: 'scraper-user',
    password: 'Api',
    headers: [
      { name: 'X-Region', value: 'eu-west-1' },
      { name: 'X-Version', value: '1' },
      { name: 'X-Api-Key', value: 'Api::Thing' },
    ],
  }
  await engine.scrape(await addScraper(service(url, more)))
  expect(await items()).toMatchObject([
    {
      type: 'Region::eu-west-1',
      config_class: 'Api::Thing',
      labels: { kind: 'Api' },
      tags: { where: 'Api' },
      config: {
        'eu-west-1': 1,
        Api: 2,
        at: 'http://127.0.0.1/eu-west-1',
        echo: { 'x-region': 'eu-west-1', 'x-version': '1', 'x-api-key': '***' },
      },
    },
  ])
})

test.each<[string, number, string, RegExp]>([
  ['an error', 500, '{}', /response code 500/],
  ['nothing found', 404, '[]', /response code 404/],
  ['no JSON', 200, '{"things": [', /neither YAML nor JSON/],
  ['an endless answer', 200, `{"things": ["${'x'.repeat(1024 * 1024)}"]}`, /too long/],
])('keeps known items when a web service returns %s', async (_, status, body, reason) => {
  let answer = { status: 200, body: '{"things": [{"id": "a"}]}' }
  const { url } = await listen((_request, response) => response.writeHead(answer.status).end(answer.body))
  const scraper = await addScraper({ ...service(url), retention: { staleItemAge: '1s' } })
  await engine.scrape(scraper)
  const before = await items()
  answer = { status, body }
  nowMs += HOUR_MS
  await expect(engine.scrape(scraper)).rejects.toThrow(reason)
  expect(await items()).toEqual(before)
})

test('does not reach addresses of this machine where checks may not reach them', async () => {
  let asked = 0
  const { url } = await listen((_request, response) => {
    asked++
    response.end('{"things": []}')
  })
  setTargetPolicy(createTargetPolicy({}, true))
  for (const host of [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '0.0.0.0',
    '2130706433',
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
  ]) {
    const target = new URL(url)
    target.hostname = host
    await expect(engine.scrape(await addScraper(service(target)))).rejects.toThrow(
      /is always blocked|is blocked on this console/
    )
  }
  expect(asked).toBe(0)
})

test('runs a scraper when it is saved and when it is due, one run at a time', async () => {
  await write('a.json', printer)
  await engine.start()
  try {
    const scraper = await addScraper(printers())
    await eventually(async () => expect(await items()).toHaveLength(1))
    await write('a.json', { ...printer, site: 'quay' })
    nowMs += 2 * HOUR_MS
    await eventually(async () => expect(await changes()).toHaveLength(1))
    const [one, other] = [engine.scrape(scraper), engine.scrape(scraper)]
    expect(await one).toBe(await other)
  } finally {
    await engine.stop()
  }
})

const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })

test('runs a scraper on demand only for callers who may edit scrapers', async () => {
  await write('a.json', printer)
  const { as, send } = await consoleApp(db, { engines: [engine] })
  const run = (scraper: string) => send(`/api/config/run/${scraper}`, { method: 'POST' })
  const scraper = await addScraper(printers())
  as(person('viewer'))
  expect((await run(scraper)).status).toBe(403)
  as(person('editor'))
  const answer = await run(scraper)
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { scrape_summary: { 'Depot::Printer': { added: 1, updated: 0, unchanged: 0 } } },
  ])
  expect((await run(id(99))).status).toBe(404)
  expect((await run('nonsense')).status).toBe(404)
  const broken = await run(await addScraper({ slack: [{}] }))
  expect([broken.status, await broken.json()]).toEqual([422, { error: 'slack needs a Mission Control backend' }])
})

const products: SqlAnswer = {
  columns: [
    ['id', 'int'],
    ['title', 'text'],
    ['state', 'text'],
  ],
  rows: [
    ['7', 'Ink', 'healthy'],
    ['8', 'Lamp', 'unhealthy'],
  ],
}
const rowsOfProducts = {
  query: 'select * from products',
  id: '$.id',
  type: 'Shop::Product',
  name: '$.title',
  health: '$.state',
}

test('turns rows of a Postgres connection into items and records a change of a row', async () => {
  const database = await PGlite.create()
  await database.exec(`create table products (id bigint, title text, state text, made timestamptz, price numeric);
    insert into products values (7, 'Ink', 'healthy', '2026-01-02', 1.50), (9007199254740993, 'Lamp', 'unhealthy', null, null)`)
  const { port } = await postgresTarget(database)
  await db.run(sql`
    insert into connections (id, name, namespace, type, source, url, username, password)
    values (${id(60)}, 'back-office', 'default', 'postgres', 'UI', ${`postgres://$(username):$(password)@127.0.0.1:${port}/shop`}, 'reader', 'secret')`)
  const scraper = await addScraper({ sql: [{ ...rowsOfProducts, connection: 'connection://default/back-office' }] })
  expect(await engine.scrape(scraper)).toEqual({ 'Shop::Product': { added: 2, updated: 0, unchanged: 0 } })
  expect(await items()).toMatchObject([
    {
      name: 'Ink',
      external_id: ['7'],
      type: 'Shop::Product',
      config_class: 'Product',
      health: 'healthy',
      config: { id: 7, title: 'Ink', state: 'healthy', made: '2026-01-02T00:00:00.000Z', price: '1.50' },
    },
    { name: 'Lamp', external_id: ['9007199254740993'], health: 'unhealthy' },
  ])
  await database.exec(`update products set price = 2 where id = 7`)
  expect(await engine.scrape(scraper)).toEqual({ 'Shop::Product': { added: 0, updated: 1, unchanged: 1 } })
  expect(await changes()).toMatchObject([{ summary: 'price', patches: { price: '1.50' } }])
  // A failed query keeps the known items, and the job history has the reason, without the password.
  await database.exec(`drop table products`)
  await expect(engine.scrape(scraper)).rejects.toThrow('relation "products" does not exist')
  await db.run(sql`update connections set password = 'wrong-word' where id = ${id(60)}`)
  await expect(engine.scrape(scraper)).rejects.toThrow('password authentication failed')
  expect(JSON.stringify(await job())).toMatch(/FAILED.*password authentication failed/)
  expect(JSON.stringify(await job())).not.toContain('wrong-word')
  await db.run(sql`delete from connections where id = ${id(60)}`)
  await expect(engine.scrape(scraper)).rejects.toThrow('there is no connection://default/back-office')
  expect((await items()).map(({ deleted_at: deleted }) => deleted)).toEqual([null, null])
  await database.close()
})

test.each([
  ['mysql', mysqlTarget, (port: number) => `mysql://me:secret@127.0.0.1:${port}`],
  ['mysql, in the address format of Go’s driver', mysqlTarget, (port: number) => `me:secret@tcp(127.0.0.1:${port})/`],
  ['mssql', mssqlTarget, (port: number) => `sqlserver://me:secret@127.0.0.1:${port}`],
] as const)('turns rows of %s into items', async (_, target, addressOf) => {
  const { port, queries } = await target({ answer: () => products })
  const scraper = await addScraper({ sql: [{ ...rowsOfProducts, connection: addressOf(port) }] })
  expect(await engine.scrape(scraper)).toEqual({ 'Shop::Product': { added: 2, updated: 0, unchanged: 0 } })
  expect(queries).toContain('select * from products')
  expect(await items()).toMatchObject([
    { name: 'Ink', external_id: ['7'], config: { id: 7, title: 'Ink', state: 'healthy' } },
    { name: 'Lamp', health: 'unhealthy' },
  ])
})

test('refuses an endless query and an address that is not a database', async () => {
  const database = await PGlite.create()
  const { port } = await postgresTarget(database)
  const connection = `postgres://me:secret@127.0.0.1:${port}/shop`
  const refusedWith = async (more: object) =>
    engine.scrape(await addScraper({ sql: [{ ...rowsOfProducts, connection, ...more }] })).then(
      () => 'done',
      (error: unknown) => String(error)
    )
  expect(await refusedWith({ query: 'select n as id from generate_series(1, 10001) as n' })).toContain(
    'the query returns more than 10000 rows'
  )
  expect(await refusedWith({ query: 'select 1 as other' })).toContain('an item in row 1 has no id')
  expect(await refusedWith({ connection: 'redis://127.0.0.1' })).toContain(
    'must point to Postgres, MySQL or SQL Server'
  )
  expect(await refusedWith({ driver: 'postgres' })).toContain('sql.0.driver is not supported')
  expect(await items()).toEqual([])
  await database.close()
})

type Insight = {
  item: string
  analyzer: string
  analysis_type: string
  severity: string
  status: string
  message: string
  first_observed: Date
  last_observed: Date
}
const insights = () =>
  db.query<Insight>(sql`
    select config_items.name as item, insight.* from config_analysis as insight
      join config_items on config_items.id = config_id
    order by item, analyzer`)
const states = async () => (await insights()).map(({ item, analyzer, status }) => `${item} ${analyzer} ${status}`)
const lowInk = {
  analyzer: 'low-ink',
  type: 'reliability',
  severity: 'high',
  types: ['Depot::Printer'],
  when: 'config.ink.black < 10',
  message: '$(.name) at $(.tags.site) has $(.config.ink.black) % of black',
}
const empty = { ...printer, ink: { black: 3, blue: 10 } }

test('creates, resolves and reopens an insight by its condition', async () => {
  await write('a.json', empty)
  await write('b.json', { ...printer, serial: 'P-2', host: 'teal' })
  const scraper = await addScraper(printers({ transform: { insights: [lowInk] } }))
  await engine.scrape(scraper)
  const [first, ...others] = await insights()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    item: 'red',
    analyzer: 'low-ink',
    analysis_type: 'reliability',
    severity: 'high',
    status: 'open',
    message: 'red at dock has 3 % of black',
    first_observed: new Date(nowMs),
    last_observed: new Date(nowMs),
  })
  nowMs += HOUR_MS
  await write('a.json', { ...empty, ink: { black: 2 } })
  await engine.scrape(scraper)
  expect(await insights()).toMatchObject([
    { message: 'red at dock has 2 % of black', first_observed: first?.first_observed, last_observed: new Date(nowMs) },
  ])
  nowMs += HOUR_MS
  await write('a.json', printer)
  await engine.scrape(scraper)
  expect(await insights()).toMatchObject([{ status: 'resolved', last_observed: new Date(nowMs - HOUR_MS) }])
  nowMs += HOUR_MS
  await write('a.json', empty)
  await engine.scrape(scraper)
  expect(await insights()).toMatchObject([{ status: 'open', first_observed: first?.first_observed }])
  expect(await job()).toMatchObject({ status: 'SUCCESS' })
})

test('keeps silenced insights, insights of missing items, and those of other sources unchanged', async () => {
  await write('a.json', empty)
  await write('b.json', { ...empty, serial: 'P-2', host: 'teal' })
  const scraper = await addScraper(printers({ transform: { insights: [lowInk] } }))
  await engine.scrape(scraper)
  await db.run(sql`
    insert into config_analysis (config_id, analyzer) select id, 'by hand' from config_items where name = 'red'`)
  await db.script(`update config_analysis set status = 'silenced'
    where config_id = (select id from config_items where name = 'red') and analyzer = 'low-ink'`)
  nowMs += HOUR_MS
  await rm(join(folder, 'b.json'))
  await engine.scrape(scraper)
  expect(await states()).toEqual(['red by hand open', 'red low-ink silenced', 'teal low-ink open'])
  nowMs += HOUR_MS
  await write('a.json', printer)
  await engine.scrape(scraper)
  expect(await states()).toEqual(['red by hand open', 'red low-ink silenced', 'teal low-ink open'])
})

test('merges the findings of one analyzer about an item into one insight with the highest severity', async () => {
  await write('a.json', empty)
  const rules = [
    ['low', 'one'],
    ['critical', 'two'],
    ['medium', 'three'],
  ].map(([severity, message]) => ({ ...lowInk, severity, message, types: [] }))
  await engine.scrape(await addScraper(printers({ transform: { insights: rules } })))
  expect(await insights()).toMatchObject([{ severity: 'critical', message: 'two<br><br>one<br><br>three' }])
})

test('reports a rule that cannot be evaluated, keeps its insights, and continues the scrape', async () => {
  await write('a.json', empty)
  await write('b.json', { ...empty, serial: 'P-2', host: 'teal' })
  const scraper = await addScraper(printers({ transform: { insights: [lowInk] } }))
  await engine.scrape(scraper)
  nowMs += HOUR_MS
  await write('a.json', { serial: 'P-1', host: 'red', ink: 'none' })
  await write('b.json', { ...printer, serial: 'P-2', host: 'teal' })
  await engine.scrape(scraper)
  expect((await insights()).map(({ item, status }) => `${item} ${status}`)).toEqual(['red open', 'teal resolved'])
  expect(await job()).toMatchObject({
    status: 'WARNING',
    details: { errors: [expect.stringMatching(/^insight low-ink, of 1 item: .*black/)] },
  })
  const wrong = [
    { ...lowInk, analyzer: 'a', when: 'name' },
    { ...lowInk, analyzer: 'b', when: 'surprise(name)' },
    { ...lowInk, analyzer: 'c', when: 'true', message: '$(.config.nothing)' },
  ]
  await db.run(sql`
    update config_scrapers set spec = ${toJsonText(printers({ transform: { insights: wrong } }))}::jsonb where id = ${scraper}`)
  await engine.scrape(scraper)
  expect((await job())?.details?.['errors']).toEqual([
    'insight a, of 2 items: returns red, not true or false',
    'insight b, of 2 items: the function surprise (column 1)',
    expect.stringMatching(/^insight c, of 2 items: .*nothing/),
  ])
})

test('closes insights without an observation for a week and deletes them after sixty days, unless they are evidence', async () => {
  await write('a.json', empty)
  const rules = ['a', 'b', 'c', 'evidence'].map((analyzer) => ({ ...lowInk, analyzer }))
  await engine.scrape(await addScraper(printers({ transform: { insights: rules } })))
  await db.script(`
    insert into config_analysis (config_id, analyzer, last_observed) select id, 'd', now() - interval '90 days' from config_items;
    insert into config_scrapers (name, namespace, spec, source) values ('elsewhere', 'default', '{"aws": []}', 'UI');
    insert into config_analysis (config_id, scraper_id, analyzer, last_observed)
      select config_items.id, config_scrapers.id, 'e', now() - interval '90 days' from config_items, config_scrapers
      where config_scrapers.name = 'elsewhere';
    update config_analysis set last_observed = now() - interval '8 days' where analyzer = 'b';
    update config_analysis set last_observed = now() - interval '61 days' where analyzer in ('c', 'evidence');
    insert into people (id, name) values ('${id(901)}', 'x');
    insert into incidents (id, title, created_by, severity, description, type, status)
      values ('${id(902)}', 'x', '${id(901)}', 'High', '', 'security', 'open');
    insert into hypotheses (id, created_by, incident_id, type, title, status)
      values ('${id(903)}', '${id(901)}', '${id(902)}', 'root', 'x', 'possible');
    insert into evidences (hypothesis_id, description, type, created_by, config_analysis_id)
      select '${id(903)}', '', 'config_analysis', '${id(901)}', id from config_analysis where analyzer = 'evidence'`)
  await cleanInsights(db, new Date(nowMs))
  expect(await states()).toEqual(['red a open', 'red b closed', 'red d open', 'red e open', 'red evidence closed'])
  expect(await cleanInsights(db, new Date(nowMs))).toBe(0)
})
