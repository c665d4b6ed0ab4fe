import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { assembleEntries } from './assemble'
import {
  readLinesAfter,
  readLinesBefore,
  MAX_LINE_BYTES,
  openLogFile,
  type OpenLogFile,
  type RawLogLine,
} from './read-lines'
import { fillPath, parseLogBackend } from './spec'
import { parseTimedLine, parseLogTime } from './timed-line'

const now = Date.parse('2026-11-24T21:00:00Z')
const local = (text: string) => Date.parse(text)

test.each([
  ['2026-11-24T10:00:00.123Z x', Date.parse('2026-11-24T10:00:00.123Z')],
  ['2026-11-24 10:00:00,123 INFO x', local('2026-11-24T10:00:00.123')],
  ['[2026-11-24T10:00:00+0200] x', Date.parse('2026-11-24T08:00:00Z')],
  ['\u001b[2m2026-11-24T10:00:00Z\u001b[0m x', Date.parse('2026-11-24T10:00:00Z')],
  ['2026/11/24 10:00:00 x', local('2026-11-24T10:00:00')],
  ['Nov  4 10:00:00 host app: x', local('2026-11-04T10:00:00')],
  ['Dec 31 10:00:00 host app: of last year', local('2025-12-31T10:00:00')],
  ['10.0.0.1 - - [24/Nov/2026:10:00:00 +0100] "GET /"', Date.parse('2026-11-24T09:00:00Z')],
  ['E1124 10:00:00.5 1 x.go] x', local('2026-11-24T10:00:00.500')],
  ['1795600000.25 x', 1795600000250],
])('parses the time of %s', (text, time) => expect(parseTimedLine(text, now)?.time).toBe(time))

test.each(['no time', '2026-99-99T10:00:00Z x', `${'x'.repeat(200)} 2026-11-24T10:00:00Z`, '{"time": true}', '{'])(
  '%s has no time',
  (text) => expect(parseTimedLine(text, now)).toBeUndefined()
)

test('reads the message and labels of a JSON line, unless it contains more than labels can', () => {
  expect(parseTimedLine('{"ts":1795600000,"msg":"paid","level":30,"ok":true}', now)).toEqual({
    time: 1795600000000,
    message: 'paid',
    labels: { level: '30', ok: 'true' },
  })
  const nested = '{"time":"2026-11-24T10:00:00Z","msg":"x","level":"error","err":{"stack":"y"}}'
  expect(parseTimedLine(nested, now)).toMatchObject({ message: nested, labels: { level: 'error' } })
})

test('reads times in seconds, milliseconds, microseconds and nanoseconds', () => {
  for (const value of [1795600000, 1795600000000, 1795600000000000, '1795600000000000000'])
    expect(parseLogTime(value)).toBe(1795600000000)
})

test('fills only plain names from labels into a path', () => {
  expect(fillPath('/logs/{app}.log', { app: 'cart' })).toBe('/logs/cart.log')
  for (const app of ['../../etc/passwd', 'a/b', '.hidden', '', '*', 'x'.repeat(201)])
    expect(fillPath('/logs/{app}.log', { app })).toBeUndefined()
  expect(fillPath('/logs/{app}.log', {})).toBeUndefined()
  expect(fillPath('/logs/{a,b}.log', {})).toBe('/logs/{a,b}.log')
})

test('names what a backend does not support', () => {
  expect(() => parseLogBackend({ elasticSearch: { url: 'x' } })).toThrow(
    'elasticSearch needs a Mission Control backend'
  )
  expect(() => parseLogBackend({})).toThrow('neither file nor http')
  expect(() => parseLogBackend({ file: { paths: ['relative'] } })).toThrow('must be an absolute path')
  expect(() => parseLogBackend({ file: { paths: ['/a'], tail: true } })).toThrow('file.tail is not supported')
})

let folder: string
let opened: OpenLogFile[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'logs-'))
})
afterEach(async () => {
  for (const { handle } of opened) await handle.close()
  opened = []
  await rm(folder, { recursive: true })
})
async function fileOf(content: string | Uint8Array) {
  const path = join(folder, 'a.log')
  await writeFile(path, content)
  return reopened(path)
}
async function reopened(path = join(folder, 'a.log')) {
  const file = await openLogFile(path)
  if (!file) throw new Error('no file')
  opened.push(file)
  return file
}
const plenty = () => ({ bytes: 1e9, until: Infinity })
async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}

test('reads lines from the end across blocks', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `line ${at} ${'ä'.repeat(at % 40)}`)
  const file = await fileOf(`${lines.join('\n')}\n`)
  const read = await allOf(readLinesBefore(file, file.size, plenty()))
  expect(read.map(({ text }) => text)).toEqual(lines.toReversed())
  const middle = read[12_345]
  const rest = await allOf(readLinesBefore(file, middle?.offset ?? 0, plenty()))
  expect(rest[0]?.text).toBe(lines.toReversed()[12_346])
  const after = await readLinesAfter(file, middle?.offset ?? 0, 1e9)
  expect(after.lines[0]?.text).toBe(middle?.text)
  expect(after.next).toBe(file.size)
})

test('reads the beginning of a line longer than a megabyte, and the lines around it', async () => {
  const file = await fileOf(`first\n${'x'.repeat(5 * MAX_LINE_BYTES)}\nlast\n`)
  const [last, long, first] = await allOf(readLinesBefore(file, file.size, plenty()))
  expect([last?.text, first?.text]).toEqual(['last', 'first'])
  expect(long?.text).toBe('x'.repeat(MAX_LINE_BYTES))
  expect(long?.cut).toBe(4 * MAX_LINE_BYTES)
})

test('handles bytes that are not UTF-8, and NUL', async () => {
  const file = await fileOf(Buffer.from([0x61, 0xff, 0x00, 0x62, 0x0d, 0x0a]))
  expect((await allOf(readLinesBefore(file, file.size, plenty())))[0]?.text).toBe('a\ufffd\0b')
})

test('stops reading when the budget is spent', async () => {
  const file = await fileOf('line\n'.repeat(1_000_000))
  const budget = { bytes: 300_000, until: Infinity }
  const read = await allOf(readLinesBefore(file, file.size, budget))
  expect(read.length).toBeLessThan(150_000)
})

test('identifies a file by its first line, whatever its name', async () => {
  const before = await fileOf('first line\nsecond\n')
  await appendFile(join(folder, 'a.log'), 'third\n')
  const grown = await reopened()
  expect(grown.key).toBe(before.key)
  await writeFile(join(folder, 'a.log'), 'other line\n')
  expect((await reopened()).key).not.toBe(before.key)
  await writeFile(join(folder, 'a.log'), 'not whole')
  expect((await reopened()).key).toBeUndefined()
})

const raw = (...texts: string[]): RawLogLine[] =>
  texts.map((text, at) => ({ offset: at * 10, text, cut: 0 })).toReversed()
const assembled = async (...texts: string[]) =>
  (await allOf(assembleEntries(raw(...texts), { usual: 7, nowMs: now }))).map(({ message, time }) => [message, time])

test('marks lines without a time of their own', async () => {
  const entries = await allOf(
    assembleEntries(raw('2026-11-24T10:00:00Z a', 'b', '  continued', '{"msg":"c"}', '2026-11-24T10:00:01Z d'), {
      usual: 7,
      nowMs: now,
    })
  )
  expect(entries.map(({ message, isUndated }) => [message, isUndated])).toEqual([
    ['2026-11-24T10:00:01Z d', undefined],
    ['c', true],
    ['b\n  continued', true],
    ['2026-11-24T10:00:00Z a', undefined],
  ])
})

test('reads a stack trace as one entry, and gives a line without a time that of the line before it', async () => {
  const [first, second] = ['2026-11-24T10:00:00Z', '2026-11-24T10:00:01Z']
  expect(
    await assembled(
      `${first} ERROR x`,
      '  at a',
      'Caused by: y',
      '  at b',
      `${second} fine`,
      'and more',
      'and more yet'
    )
  ).toEqual([
    ['and more yet', Date.parse(second)],
    ['and more', Date.parse(second)],
    [`${second} fine`, Date.parse(second)],
    [`${first} ERROR x\n  at a\nCaused by: y\n  at b`, Date.parse(first)],
  ])
})

test('uses the time of the file for lines without any time', async () => {
  expect(await assembled('  goes on', 'a', 'b')).toEqual([
    ['b', 7],
    ['a', 7],
    ['  goes on', 7],
  ])
})
