import { appendFile, mkdtemp, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { setFolderPolicy } from '../../server/platform/outside/folders'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import { createLogEngine } from '../../server/logs/engine'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { listen } from '../helpers/listen'
import { id } from '../helpers/organisation'

const db = await testDatabase()
const DEADLINE_MS = 4000
const logs = createLogEngine({ db, now: () => new Date(), serviceDeadlineMs: DEADLINE_MS })
const { as, write } = await consoleApp(db, { engines: [logs] })
const person = (...roles: string[]) => ({ id: id(1), name: 'Ada', email: null, roles })
const [cart, mute] = [id(10), id(11)]

let folder: string
const begin = Date.parse('2026-11-24T10:00:00Z')
const stamp = (second: number) => new Date(begin + second * 1000).toISOString()
const line = (second: number, text = `line ${second}`) => `${stamp(second)} INFO ${text}`
const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${line(from + at)}\n`).join('')
const put = (text: string | Uint8Array, name = 'cart.log') => writeFile(join(folder, name), text)
const add = (text: string, name = 'cart.log') => appendFile(join(folder, name), text)

beforeAll(() =>
  db.script(`
    insert into people (id, name) values ('${id(1)}', 'Ada');
    insert into components (id, name, external_id, status, type, log_selectors) values
      ('${cart}', 'cart', 'cart', 'healthy', 'Service', '[{"name": "app", "labels": {"app": "cart", "tier": "gold"}}, {"name": "other", "labels": {"app": "../cart"}}]'),
      ('${mute}', 'mute', 'mute', 'healthy', 'Service', null);
  `)
)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logs-'))
  as(person('admin'))
  await db.script('delete from logging_backends')
})
afterEach(async () => {
  setFolderPolicy({})
  setTargetPolicy(createTargetPolicy({}, false))
  await rm(folder, { recursive: true })
})

const addBackend = (name: string, spec: unknown, labels: object | null = null) =>
  db.run(sql`
    insert into logging_backends (name, spec, labels) values (${name}, ${toJsonText(spec)}::jsonb, ${toJsonText(labels)}::jsonb)`)
const addFile = (path = '{app}.log', more: object = {}) =>
  addBackend('files', { file: { paths: [join(folder, path)], ...more } })

type Line = { id: string; timestamp: string; message: string; labels: Record<string, string> }
type Answer = {
  total?: number
  results: Line[]
  older?: string
  newer?: string
  notes?: string[]
  error?: string
  message?: string
}
async function ask(more: object = {}): Promise<{ status: number; body: Answer }> {
  const asked = { id: cart, name: 'app', start: stamp(-3600), end: stamp(360_000), limit: 1000, ...more }
  const response = await write('POST', '/api/logs', asked)
  return {
    status: response.status,
    body: !response.headers.get('Content-Type')?.includes('json')
      ? { results: [] }
      : ((await response.json()) as Answer),
  }
}
const seconds = ({ results }: Pick<Answer, 'results'>) =>
  results.map(({ timestamp }) => (Date.parse(timestamp) - begin) / 1000)

test('returns the newest lines of a component first, with their source', async () => {
  await put(lines(0, 3))
  await addFile('{app}.log', { labels: { host: 'a' } })
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(body.total).toBe(3)
  expect(seconds(body)).toEqual([2, 1, 0])
  expect(body.results[0]).toMatchObject({
    message: line(2),
    timestamp: stamp(2),
    labels: { host: 'a', file: 'cart.log' },
  })
})

test('applies the query and the time range', async () => {
  await put(`${lines(0, 100)}${line(100, 'the card gateway timed out')}\n`)
  await addFile()
  expect(seconds((await ask({ query: 'gateway "timed out"' })).body)).toEqual([100])
  expect(seconds((await ask({ query: 'gateway -timed' })).body)).toEqual([])
  expect(seconds((await ask({ start: stamp(10), end: stamp(12) })).body)).toEqual([12, 11, 10])
})

test('reports invalid requests as the protocol does', async () => {
  await addFile()
  expect(await ask({ id: '' })).toMatchObject({
    status: 400,
    body: { error: 'ID field is required', message: 'Component ID is required' },
  })
  expect(await ask({ name: 'nope' })).toMatchObject({
    status: 400,
    body: {
      error: 'Log selector was not found',
      message: "Log selector with the name 'nope' was not found. Available names: [app other]",
    },
  })
  expect(await ask({ id: mute, name: '' })).toMatchObject({ status: 400 })
  expect(await ask({ id: id(99) })).toMatchObject({ status: 404 })
  expect(await ask({ start: 'whenever' })).toMatchObject({ status: 400 })
  expect(await ask({ cursor: 'x' })).toMatchObject({ status: 400 })
  expect(await ask({ limit: 1e9 })).toMatchObject({ status: 400 })
})

test('uses the first selector without a name', async () => {
  await put(lines(0, 1))
  await addFile()
  expect(seconds((await ask({ name: '' })).body)).toEqual([0])
})

test('serves logs only to callers who may read them', async () => {
  await put(lines(0, 1))
  await addFile()
  as(person('viewer'))
  expect((await ask()).status).toBe(403)
  as(undefined)
  expect((await ask()).status).toBe(401)
})

test('uses a backend for selectors that have all of its labels', async () => {
  await put(lines(0, 1))
  const file = { file: { paths: [join(folder, '{app}.log')] } }
  await addBackend('silver', file, { tier: 'silver' })
  expect(await ask()).toMatchObject({
    status: 500,
    body: { error: expect.stringContaining('There is no log backend for app') },
  })
  await addBackend('gold', file, { tier: 'gold' })
  expect((await ask()).body.results[0]?.labels).toMatchObject({ tier: 'gold' })
})

test('does not let a label point to another folder', async () => {
  await put(lines(0, 1))
  await addFile()
  expect((await ask({ name: 'other' })).body.results).toEqual([])
})

test('does not read forbidden folders, and omits links out of a folder', async () => {
  await put(lines(0, 1))
  await addFile('*.log')
  setFolderPolicy({ allow: ['/nowhere'] })
  expect(await ask()).toMatchObject({ status: 500, body: { error: expect.stringContaining('--allow-folder') } })
  const outside = await mkdtemp(join(tmpdir(), 'outside-'))
  await writeFile(join(outside, 'secret.log'), lines(5, 6))
  await symlink(join(outside, 'secret.log'), join(folder, 'link.log'))
  setFolderPolicy({ allow: [folder] })
  expect(seconds((await ask()).body)).toEqual([0])
  await rm(outside, { recursive: true })
})

test('reports what a backend does not support without stopping others', async () => {
  await put(lines(0, 1))
  await addBackend('elastic', { elasticSearch: { url: 'https://logs.example' } })
  expect(await ask()).toMatchObject({
    status: 500,
    body: { error: 'There is no log backend for app: elastic: elasticSearch needs a Mission Control backend.' },
  })
  await addFile()
  const { body } = await ask()
  expect(seconds(body)).toEqual([0])
  expect(body.notes).toEqual(['elastic: elasticSearch needs a Mission Control backend'])
})

test('pages through older lines once each, across several files', async () => {
  await put(lines(0, 2500), 'a.log')
  await put(lines(1000, 1500), 'b.log')
  await addFile('*.log')
  const all: Line[] = []
  let cursor: string | undefined
  let pages = 0
  do {
    const { body } = await ask({ limit: 700, ...(cursor && { cursor }) })
    all.push(...body.results)
    cursor = body.older
    pages++
  } while (cursor && pages < 10)
  expect(pages).toBe(5)
  expect(all.length).toBe(3000)
  expect(new Set(all.map((one) => one.id)).size).toBe(3000)
  const times = seconds({ results: all })
  expect(times).toEqual(times.toSorted((a, b) => b - a))
})

test('finds a time in the middle of a large file without reading all of it', async () => {
  await put(Array.from({ length: 40_000 }, (_, at) => `${line(at, 'x'.repeat(60))}\n`).join(''))
  await addFile()
  expect(seconds((await ask({ start: stamp(20_000), end: stamp(20_003) })).body)).toEqual([20003, 20002, 20001, 20000])
})

test('returns only new lines in the next request', async () => {
  await put(lines(0, 3))
  await addFile()
  const { newer } = (await ask()).body
  await add(`${line(3)}\n${line(4)}\nnot whole ye`)
  const news = (await ask({ cursor: newer })).body
  expect(seconds(news)).toEqual([4, 3])
  expect(seconds((await ask({ cursor: news.newer })).body)).toEqual([])
  await add(`t\n${line(5)}\n`)
  const more = (await ask({ cursor: news.newer })).body.results.map(({ message }) => message)
  expect(more.toSorted()).toEqual([line(5), 'not whole yet'])
})

test('loses no line when a file is renamed and recreated', async () => {
  await put(lines(0, 3))
  await addFile()
  const { newer } = (await ask()).body
  await add(`${line(3)}\n`)
  await rename(join(folder, 'cart.log'), join(folder, 'cart.log.1'))
  await put(`${line(4)}\n`)
  const news = (await ask({ cursor: newer })).body
  expect(seconds(news)).toEqual([4, 3])
  expect(seconds((await ask({ cursor: news.newer })).body)).toEqual([])
})

test('reads a truncated or replaced file from its beginning', async () => {
  await put(lines(0, 3))
  await addFile()
  const { newer } = (await ask()).body
  await truncate(join(folder, 'cart.log'))
  await add(lines(10, 20))
  const news = (await ask({ cursor: newer })).body
  expect(seconds(news)).toEqual([19, 18, 17, 16, 15, 14, 13, 12, 11, 10])
  await rm(join(folder, 'cart.log'))
  expect(seconds((await ask({ cursor: news.newer })).body)).toEqual([])
  await put(lines(30, 32))
  expect(seconds((await ask({ cursor: news.newer })).body)).toEqual([31, 30])
})

test('follows a file once it exists', async () => {
  await addFile()
  const { body } = await ask()
  expect(body.results).toEqual([])
  await put(lines(0, 2))
  expect(seconds((await ask({ cursor: body.newer })).body)).toEqual([1, 0])
})

test('handles a megabyte in one line, NUL, and invalid UTF-8', async () => {
  await put(
    Buffer.concat([
      Buffer.from(`${line(0, 'x'.repeat(3_000_000))}\n${stamp(1)} a`),
      Buffer.from([0, 0xff, 0x0a]),
      Buffer.from(`${line(2)}\n`),
    ])
  )
  await addFile()
  const { results } = (await ask()).body
  expect(results.map(({ message }) => message.length > 1_000_000)).toEqual([false, false, true])
  expect(results[1]?.message).toBe(`${stamp(1)} a\0\ufffd`)
  expect(results[2]?.message.slice(-40)).toContain('more bytes')
})

test('returns part of too many lines and the rest on the next page', async () => {
  await put(Array.from({ length: 30 }, (_, at) => `${line(at, 'x'.repeat(900_000))}\n`).join(''))
  await addFile()
  const { body } = await ask()
  expect(body.results.length).toBeLessThan(15)
  expect(body.older).toBeDefined()
})

test('returns the lines around a line, regardless of the query', async () => {
  await put(lines(0, 50))
  await addFile()
  const [hit] = (await ask({ query: '"line 25"' })).body.results
  const { body } = await ask({ query: 'nothing', around: hit?.id, lines: 2 })
  expect(seconds(body)).toEqual([27, 26, 25, 24, 23])
  expect(await ask({ around: 'x.1' })).toMatchObject({ status: 404 })
})

test('queries, pages and follows a service that returns JSON', async () => {
  const stored = Array.from({ length: 2300 }, (_, at) => ({
    at: stamp(at),
    text: `paid ${at}`,
    of: { zone: String(at % 2) },
  }))
  const asked: Record<string, unknown>[] = []
  const service = await listen((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const wanted = JSON.parse(text) as { start: string; end: string; limit: number }
      asked.push({ ...wanted, authorization: request.headers.authorization })
      const hits = stored.filter(({ at }) => at >= wanted.start && at <= wanted.end)
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify({ hits: { list: hits.slice(-wanted.limit) } }))
    })
  })
  await addBackend('service', {
    http: {
      url: service.url.href,
      method: 'POST',
      username: 'reader',
      password: 'hunter2',
      results: 'hits.list',
      timestamp: 'at',
      message: '$.text',
      lineLabels: 'of',
    },
  })
  const first = (await ask({ limit: 1500 })).body
  expect(first.results[0]).toMatchObject({ message: 'paid 2299', labels: { zone: '1' } })
  expect(asked[0]).toMatchObject({ name: 'app', labels: { app: 'cart', tier: 'gold' }, limit: 1000 })
  expect(asked[0]?.['authorization']).toMatch(/^Basic /)
  const second = (await ask({ limit: 1500, cursor: first.older })).body
  expect(seconds({ results: [...first.results, ...second.results] })).toEqual(
    Array.from({ length: 2300 }, (_, at) => 2299 - at)
  )
  const around = (await ask({ around: first.results[100]?.id, lines: 1 })).body
  expect(seconds(around)).toEqual([2200, 2199, 2198])
  const now = new Date().toISOString()
  const live = (await ask({ start: now, end: 'now' })).body
  stored.push({ at: new Date(Date.now() + 1).toISOString(), text: 'paid just now', of: { zone: '1' } })
  await new Promise((resolve) => setTimeout(resolve, 5))
  const news = (await ask({ start: now, cursor: live.newer })).body
  expect(news.results.map(({ message }) => message)).toEqual(['paid just now'])
  expect((await ask({ start: now, cursor: news.newer })).body.results).toEqual([])
})

test.each([
  ['the response is not JSON', 'no JSON'],
  ['the response has no lines at the path in results', '{}'],
  ['the response is too long to be read completely', 'x'.repeat(9_000_000)],
])('reports for a service that %s', async (message, answer) => {
  const service = await listen((_request, response) => void response.end(answer))
  await addBackend('service', { http: { url: service.url.href } })
  expect(await ask()).toMatchObject({ status: 500, body: { error: `The logs could not be searched: ${message}` } })
})

test('returns the lines of the other backends when a service does not answer in time, and says which', async () => {
  for (const name of ['hanging', 'also hanging']) {
    const service = await listen(() => undefined)
    await addBackend(name, { http: { url: service.url.href } })
  }
  await addFile()
  await put(lines(5, 6))
  const { status, body } = await ask()
  expect(status).toBe(200)
  expect(seconds(body)).toEqual([5])
  const reason = `did not answer within ${DEADLINE_MS / 1000} seconds`
  expect(body.notes?.toSorted()).toEqual([`also hanging: ${reason}`, `hanging: ${reason}`])
  expect(body.total).toBeUndefined()
})

test('fails when no backend answers in time', async () => {
  const service = await listen(() => undefined)
  await addBackend('hanging', { http: { url: service.url.href } })
  expect(await ask()).toMatchObject({
    status: 500,
    body: { error: `The logs could not be searched: did not answer within ${DEADLINE_MS / 1000} seconds` },
  })
})

test('does not send requests to a service that the console may not reach', async () => {
  const service = await listen((_request, response) => void response.end('{}'))
  setTargetPolicy(createTargetPolicy({}, true))
  await addBackend('service', { http: { url: service.url.href } })
  expect((await ask()).status).toBe(500)
})
