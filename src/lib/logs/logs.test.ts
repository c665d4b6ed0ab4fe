import { expect, test } from 'vitest'
import { parseAnsi, stripAnsi } from '@/shared/logs/ansi'
import { toDisplayedMessage } from './displayed-message'
import { countLevelBuckets } from './histogram'
import { readLogLevel } from './level'
import { toLogEvidence, type LogLine, parseLogLines, formatLogLines } from './line'
import { sliceSurroundings, prependLines, insertSurroundings } from './merge'
import { countLabels, filterLines } from './filter-lines'
import { matchesLineSearch, findMatches, parseLineSearch } from '@/shared/logs/search'
import { replaceInvisible, renderLine, stripLeadingTime } from './render-line'

const nobody = parseLineSearch('')
const line = (id: string, message = id, more: Partial<LogLine> = {}): LogLine => ({
  id,
  time: 0,
  message,
  labels: {},
  level: 'other',
  ...more,
})
const ids = (lines: readonly LogLine[]) => lines.map(({ id }) => id).join('')
const at = (minutes: number) => minutes * 60_000
const texts = (message: string, search = '', most = 1000) =>
  renderLine(message, parseLineSearch(search), most).pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text))

test.each([
  ['2026-11-24T10:00:00Z ERROR payment failed', 'error'],
  ['2026-11-24 10:00:00 [warn] slow', 'warning'],
  ['time=10:00 level=debug msg=x', 'debug'],
  ['E1124 21:14:47.000000 1 x.go:1] gone', 'error'],
  ['{"severity":"CRITICAL","msg":"x"}', 'fatal'],
  ['panic: runtime error', 'fatal'],
  ['the information about errors is fine', 'other'],
  [`${'x'.repeat(300)} ERROR`, 'other'],
])('%s is of level %s', (message, level) => expect(readLogLevel({}, message)).toBe(level))

test('prefers the level of a label to that of the text', () => {
  expect(readLogLevel({ level: 'info' }, 'ERROR in a text')).toBe('info')
  expect(readLogLevel({ level: '50' }, 'x')).toBe('error')
})

test('converts ANSI escape sequences to styles only', () => {
  expect(parseAnsi('a \u001b[31;1mred\u001b[0m b')).toEqual([
    { text: 'a ', style: {} },
    { text: 'red', style: { colour: 1, isBold: true } },
    { text: ' b', style: {} },
  ])
  expect(parseAnsi('\u001b[38;5;196mx\u001b[38;2;10;200;10my\u001b[39mz')).toEqual([
    { text: 'x', style: { colour: 9 } },
    { text: 'y', style: { colour: 2 } },
    { text: 'z', style: {} },
  ])
  expect(stripAnsi('\u001b]0;title\u0007\u001b[2Ja\u001b[1mb')).toBe('ab')
  expect(parseAnsi('<b>not HTML</b>')).toEqual([{ text: '<b>not HTML</b>', style: {} }])
})

test('shows incomplete escape sequences', () => {
  expect(replaceInvisible(stripAnsi('a\u001b[31'))).toBe('a␛[31')
})

test('replaces NUL, bidi controls and invalid UTF-8 with visible placeholders', () => {
  expect(replaceInvisible('a\0b\u202eevil\u2066\ufffd\td')).toBe('a␀b<U+202E>evil<U+2066>\ufffd\td')
  const { pieces } = renderLine('a\u202eb', nobody, 100)
  expect(pieces[1]).toEqual({ text: '<U+202E>', standsFor: 'right-to-left override', style: {} })
  expect(replaceInvisible('half \ud800')).toBe('half <U+D800>')
})

test('processes only the beginning of a long line', () => {
  const { pieces, left } = renderLine('x'.repeat(1024 * 1024), nobody, 2000)
  expect(pieces).toEqual([{ text: 'x'.repeat(2000), style: {} }])
  expect(left).toBe(1024 * 1024 - 2000)
  expect(renderLine('😀😀', nobody, 3).left).toBe(2)
})

test('marks matches across styles', () => {
  expect(texts('pay\u001b[31mment failed', 'payment fail')).toEqual(['[pay]', '[ment]', ' ', '[fail]', 'ed'])
  expect(texts('no hit', 'x')).toEqual(['no hit'])
  expect(findMatches(parseLineSearch('aa'), 'aaaa')).toEqual([{ from: 0, to: 4 }])
})

test('requires all words, keeps quoted words together, and excludes words with a minus', () => {
  const search = parseLineSearch('Timeout "card gateway" -retry')
  expect(search).toEqual({ all: ['timeout', 'card gateway'], none: ['retry'] })
  expect(matchesLineSearch(search, 'card GATEWAY: timeout')).toBe(true)
  expect(matchesLineSearch(search, 'card gateway: timeout, retry 2')).toBe(false)
  expect(matchesLineSearch(search, 'gateway card timeout')).toBe(false)
  expect(matchesLineSearch(parseLineSearch('payment'), 'pay\u001b[31mment')).toBe(true)
  // Regular expressions are searched as text, so none can block the page.
  expect(matchesLineSearch(parseLineSearch('(a+)+$'), 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa!')).toBe(false)
})

test('parses lines of the protocol, and generates missing ids', () => {
  const written = [
    { timestamp: '2026-11-24T10:00:00Z', message: 'WARN x', labels: { app: 'cart', n: 1 } },
    { id: 'a.1', timestamp: 'never', message: 'y', labels: null },
  ]
  expect(parseLogLines(written, 'p')).toEqual([
    {
      id: 'p0',
      time: Date.parse('2026-11-24T10:00:00Z'),
      message: 'WARN x',
      labels: { app: 'cart', n: '1' },
      level: 'warning',
    },
    { id: 'a.1', time: NaN, message: 'y', labels: {}, level: 'other' },
  ])
  expect(parseLogLines(null, 'p')).toEqual([])
  expect(parseLogLines([{ message: 1 }], 'p')).toBeUndefined()
  expect(parseLogLines('no', 'p')).toBeUndefined()
})

test('removes control sequences from copied lines', () => {
  expect(formatLogLines([line('a', 'x\u001b[31my\u202e', { time: 0 }), line('b', 'z', { time: NaN })])).toBe(
    '1970-01-01T00:00:00.000Z xy<U+202E>\nz'
  )
})

test('does not repeat a time that is shown next to the message', () => {
  for (const text of ['2026-11-24T21:14:47.123Z x', '[2026-11-24 21:14:47,1] x', '2026/11/24 21:14:47 x'])
    expect(stripLeadingTime(text)).toBe('x')
  expect(stripLeadingTime('\u001b[2m2026-11-24T21:14:47Z\u001b[0m \u001b[32mx')).toBe('\u001b[2m\u001b[0m\u001b[32mx')
  expect(stripLeadingTime('x 2026-11-24T21:14:47Z y')).toBe('x 2026-11-24T21:14:47Z y')
})

test('shows no time for a line without one, and the end of overwritten text', () => {
  const [undated] =
    parseLogLines([{ id: 'a', timestamp: '2026-11-24T10:00:00Z', undated: true, message: 'step 1\rstep 2' }], 'p') ?? []
  expect(undated).toMatchObject({ isUndated: true, time: Date.parse('2026-11-24T10:00:00Z') })
  expect(undated && toDisplayedMessage(undated)).toBe('step 2')
  expect(undated && formatLogLines([undated])).toBe('step 1␍step 2')
})

test('creates evidence that a database can store', () => {
  expect(toLogEvidence(line('a', 'x\0\ud800')).message).toBe('x␀\ufffd')
})

test('filters by levels and labels: any value of a label, and all labels', () => {
  const lines = [
    line('a', 'x', { level: 'error', labels: { app: 'cart', zone: '1' } }),
    line('b', 'x', { level: 'info', labels: { app: 'shop', zone: '1' } }),
    line('c', 'y', { level: 'error', labels: { app: 'bank', zone: '2' } }),
  ]
  const found = (level: object, labels: object, search = '') =>
    filterLines(lines, parseLineSearch(search), { level, labels } as never).map(({ id }) => id)
  expect(found({ error: 'include' }, {})).toEqual(['a', 'c'])
  expect(found({ error: 'exclude' }, {})).toEqual(['b'])
  expect(found({}, { 'app=cart': 'include', 'app=shop': 'include', 'zone=1': 'include' })).toEqual(['a', 'b'])
  expect(found({}, { 'app=cart': 'exclude', 'app=bank': 'exclude' })).toEqual(['b'])
  expect(found({}, {}, 'y')).toEqual(['c'])
  expect(filterLines(lines, nobody, { level: {}, labels: {} })).toBe(lines)
  expect(countLabels(lines)).toEqual([
    ['zone=1', 2],
    ['app=bank', 1],
    ['app=cart', 1],
    ['app=shop', 1],
    ['zone=2', 1],
  ])
})

test('starts buckets at round times and counts each level', () => {
  const buckets = countLevelBuckets(
    [line('a', '', { time: at(3), level: 'error' }), line('b', '', { time: at(4) }), line('c', '', { time: at(61) })],
    { from: at(2), to: at(62) },
    20
  )
  expect(buckets[0]).toEqual({ from: 0, to: at(5), counts: { error: 1, other: 1 } })
  expect(buckets.at(-1)).toEqual({ from: at(60), to: at(65), counts: { other: 1 } })
  expect(buckets.length).toBeLessThanOrEqual(20)
})

test('prepends new lines once each, and drops the oldest', () => {
  const before = [line('c'), line('b'), line('a')]
  expect(ids(prependLines([line('e'), line('c')], before, 4))).toBe('ecba')
  expect(ids(prependLines([line('e'), line('d')], before, 3))).toBe('edc')
})

test('inserts surrounding lines around their line, each line once', () => {
  const all = ['f', 'e', 'd', 'c', 'b', 'a'].map((id, ago) => line(id, id, { time: -ago }))
  const of = (id: string) => all.filter((one) => one.id === id)
  const around = new Map([['c', sliceSurroundings(all, 'c', 1)]])
  const shown = insertSurroundings([...of('e'), ...of('c'), ...of('b')], around)
  expect(shown.map((one) => ('beside' in one ? `(${one.id})` : one.id))).toEqual(['e', '(d)', 'c', 'b'])
})
