import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import { metricRanges } from '@/lib/time/lists'
import { absoluteRange, mappedRange, relativeRange, type TimeRange } from '@/lib/time/range'
import { listedRangeCodec } from '@/lib/time/range-codec'
import { anyRangeCodec } from '@/lib/time/range-params'
import { defineRangeAddress } from './url-state/range-address'
import { useListedRange } from './listed-range'
import { useTimeRange } from './time-range'

const initial = relativeRange('now-1h')
const anyAddress = defineRangeAddress({ codec: anyRangeCodec, initial })
const listAddress = defineRangeAddress({
  codec: listedRangeCodec(metricRanges, initial),
  initial,
  alongside: (search) => search.replace('page=2', 'page=0'),
})
let page: { current: ReturnType<typeof useTimeRange<TimeRange>> }
const open = () => {
  page = renderHook(() => useTimeRange(anyAddress)).result
}
let listed: { current: ReturnType<typeof useListedRange> }
const openListed = (offered = metricRanges) => {
  listed = renderHook(() => useListedRange(listAddress, offered)).result
}

const usual = parsePreferences('{"display_timezone_preference":"UTC"}')
const shown = () => page.current.range.display
const search = () => decodeURIComponent(location.search)
const at = (query: string) => history.replaceState(null, '', `${location.pathname}${query}`)
const run = (id: string, args: Record<string, unknown> = {}, count = 1) =>
  act(() => page.current.place.handlers[id]?.(count, args))
const set = (range: TimeRange) => run('time.set', { range })

const day = (n: number) => absoluteRange(new Date(Date.UTC(2026, 0, n)), new Date(Date.UTC(2026, 0, n + 1)))

beforeEach(() => {
  prefs.set(usual)
  at('?other=1')
})

test('shows the initial range of a page without a range in its address', () => {
  open()
  expect([shown(), page.current.isChosen]).toEqual(['Last hour', false])
})

test('writes a chosen range into the address and removes the keys of other kinds [TIME-04 TIME-05 TIME-06]', () => {
  open()
  set(relativeRange('now-5m'))
  expect(search()).toBe('?other=1&rangeType=relative&display=Last+5+minutes&range=now-5m')
  set(mappedRange('Yesterday'))
  expect(search()).toBe('?other=1&rangeType=mapped&display=Yesterday&timeRange=Yesterday')
  set(absoluteRange(new Date('2026-11-20T00:00:00Z'), new Date('2026-11-21T00:00:00Z')))
  expect(search()).toBe(
    '?other=1&rangeType=absolute&display=Custom&from=2026-11-20T00:00:00.000Z&to=2026-11-21T00:00:00.000Z'
  )
  set(relativeRange('now-5m'))
  expect(search()).toBe('?other=1&rangeType=relative&display=Last+5+minutes&range=now-5m')
  expect(shown()).toBe('Last 5 minutes')
})

test('removes all keys of the range, and no others, on reset [TIME-07]', () => {
  at('?other=1&rangeType=relative&display=x&range=now-5m&from=a&to=b&timeRange=c')
  open()
  run('time.reset')
  expect(search()).toBe('?other=1')
  expect(shown()).toBe('Last hour')
})

test('stores the last five different ranges, newest first [TIME-08 TIME-09 TIME-10 PREF-12]', () => {
  open()
  for (const n of [1, 2, 3, 4, 5, 6, 3]) set(day(n))
  set(relativeRange('now-5m'))
  const days = prefs.get().recentlyUsedTimeRanges.map(({ from }) => Number(from.slice(8, 10)))
  expect(days).toEqual([3, 6, 5, 4, 2])
})

test.each([
  ['?rangeType=relative', 'Invalid relative time range'],
  ['?rangeType=relative&range=soon', 'Invalid relative time range'],
  ['?rangeType=mapped&timeRange=Tomorrow', 'Invalid mapped time range'],
])('logs the invalid range %s and uses the initial one [TIME-15 TIME-16]', (query, message) => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  at(query)
  open()
  expect(warn).toHaveBeenCalledExactlyOnceWith(message)
  expect(shown()).toBe('Last hour')
  expect(page.current.span().from < new Date()).toBe(true)
  warn.mockRestore()
})

const past = absoluteRange(new Date('2020-01-01T10:00:00Z'), new Date('2020-01-01T11:00:00Z'))
const hours = () =>
  page.current.range.type === 'absolute'
    ? [page.current.range.from, page.current.range.to].map((iso) => iso.slice(11, 16))
    : page.current.range

test('moves the window with back, forward and zoom', () => {
  open()
  set(past)
  run('time.back')
  expect(hours()).toEqual(['09:00', '10:00'])
  run('time.forward', {}, 3)
  expect(hours()).toEqual(['12:00', '13:00'])
  run('time.zoomOut')
  expect(hours()).toEqual(['11:30', '13:30'])
})

test('keeps a range up to now relative when zoomed, and makes it absolute when pinned', () => {
  open()
  run('time.zoomOut')
  expect(page.current.range).toEqual(relativeRange('now-2h'))
  run('time.absolute')
  expect(page.current.range.type).toBe('absolute')
  const { from, to } = page.current.span()
  expect(to && to.getTime() - from.getTime()).toBe(2 * 3_600_000)
})

test('copies a range as text, and pastes it from text', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const readText = vi.spyOn(navigator.clipboard, 'readText').mockResolvedValue('{"from":"now-2d","to":"now"}')
  open()
  set(past)
  run('time.copy')
  expect(writeText).toHaveBeenCalledExactlyOnceWith('2020-01-01T10:00:00.000Z/2020-01-01T11:00:00.000Z')
  run('time.paste')
  await eventually(() => expect(page.current.range).not.toEqual(past))
  const { from, to } = page.current.span()
  expect(to && to.getTime() - from.getTime()).toBe(2 * 86_400_000)
  writeText.mockRestore()
  readText.mockRestore()
})

const listedName = () => listed.current.range.display
const runListed = (id: string, args: Record<string, unknown> = {}) =>
  act(() => listed.current.place.handlers[id]?.(1, args))

test.each<[string, TimeRange, string]>([
  ['accepts a range of the list', relativeRange('now-24h'), '?timeRange=1d&page=0'],
  ['writes no parameter for the initial range', relativeRange('now-60m'), '?page=0'],
  ['rejects any other relative range', relativeRange('now-7m'), '?timeRange=3d&page=2'],
  ['rejects dates', past, '?timeRange=3d&page=2'],
])('%s on a page with a list of ranges [TIME-18]', (_what, range, expected) => {
  at('?timeRange=3d&page=2')
  openListed()
  runListed('time.set', { range })
  expect(search()).toBe(expected)
})

test('accepts only the ranges that a part of the page offers', () => {
  at('?timeRange=3d&page=2')
  openListed(metricRanges.filter(({ display }) => display !== 'Last day'))
  runListed('time.set', { range: relativeRange('now-24h') })
  expect(listedName()).toBe('Last 3 days')
  runListed('time.set', { range: relativeRange('now-7d') })
  expect(listedName()).toBe('Last week')
})

test('selects the next range of a list that is twice as long on zooming out, and an hour on reset [TIME-18]', () => {
  at('?timeRange=3d&page=2')
  openListed()
  runListed('time.zoomOut')
  expect(listedName()).toBe('Last week')
  runListed('time.reset')
  expect(search()).toBe('?page=0')
  expect(listedName()).toBe('Last hour')
})

test('shows the initial range for an invalid range of a list, without an error [TIME-18]', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  at('?timeRange=4h')
  openListed()
  expect(listedName()).toBe('Last hour')
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})

test('offers no commands that move a range of a list', () => {
  openListed()
  expect(Object.keys(listed.current.place.handlers).toSorted()).toEqual([
    'time.copy',
    'time.paste',
    'time.reset',
    'time.set',
    'time.zoomOut',
  ])
})
