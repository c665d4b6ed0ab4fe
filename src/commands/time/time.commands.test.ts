import { toCall } from '../call'
import { beforeEach, expect, test, vi } from 'vitest'
import { formatRange, relativeRange } from '@/lib/time/range'
import type { SlotOption } from '../command'
import '../every-command'
import { buildContext } from '../context'
import { parsePreferences, prefs } from '../stores/preference-store'
import { resolveCallArgs, commandAvailability, planCall } from '../prepare'
import { findCommand } from '../registry'
import { RANGE_CHOICE } from '@/lib/time/lists'
import { timeCommands } from './time.commands'
import { eventually } from '@tests/helpers/eventually'

const anywhere = { path: '/', roles: [], online: true, nameOf: () => undefined }
const nowhere = buildContext([], anywhere)
const setTime = timeCommands.find(({ id }) => id === 'time.set')
if (!setTime?.slots?.['range']) throw new Error('time.set has no range')
const slot = setTime.slots['range']

beforeEach(() => prefs.set(parsePreferences('{"display_timezone_preference":"UTC"}')))

test.each(timeCommands.map(({ id }) => id))('a page without a range has no %s', (id) => {
  const command = findCommand(id)
  expect(command && commandAvailability(command, nowhere)).toBe(false)
})

test.each([
  ['now-15m', 'now-15m'],
  ['15m', 'now-15m'],
  ['last 2 hours', 'now-2h'],
  ['yesterday', 'Yesterday'],
  ['2026-11-20', '2026-11-20T00:00:00.000Z/2026-11-21T00:00:00.000Z'],
])('parses %s as a range, writes it as %s, and parses that again', (text, written) => {
  const known = resolveCallArgs(setTime, { range: slot.schema.parse(text) }, nowhere)
  expect(slot.write(known['range'])).toBe(written)
  expect(slot.write(slot.schema.parse(written))).toBe(written)
})

test('reads a range without an offset in the preferred zone', () => {
  prefs.set((all) => ({ ...all, display_timezone_preference: 'Asia/Kolkata' }))
  expect(slot.write(slot.schema.parse('2026-11-20'))).toBe('2026-11-19T18:30:00.000Z/2026-11-20T18:30:00.000Z')
})

test('refuses an invalid range with examples', () => {
  expect(slot.schema.safeParse('soonish').error?.issues[0]?.message).toMatch(/^Not a time range\. Try /)
})

test.each([
  ['15m', 'Shows the last 15 minutes.'],
  ['yesterday', 'Shows yesterday.'],
  ['2026-11-20', 'Shows the time between the two dates.'],
])('the preview of %s is: %s', (text, sentence) => {
  const known = resolveCallArgs(setTime, { range: slot.schema.parse(text) }, nowhere)
  expect(setTime.preview?.(known)).toBe(sentence)
})

test('passes the typed range to the page', () => {
  const set = vi.fn<(count: number, args: Record<string, unknown>) => void>()
  const page = buildContext([{ scope: 'page', handlers: { 'time.set': set } }], anywhere)
  const plan = planCall({ call: toCall('time.set?range=now-1d', findCommand), origin: 'key' }, page, findCommand)
  if (plan.step !== 'run') throw new Error(`unexpected step ${plan.step}`)
  page.handler('time.set')?.(1, plan.known)
  expect(set).toHaveBeenCalledExactlyOnceWith(1, { range: relativeRange('now-1d') })
  expect(planCall({ call: { id: 'time.set', args: {} }, origin: 'key' }, page, findCommand).step).toBe('ask')
})

const offered = (context = nowhere): readonly SlotOption<unknown>[] =>
  slot.options?.from === 'list' ? slot.options.list(context, {}) : []

test('offers ranges up to now, recent ranges and calendar ranges [TIME-19 TIME-21]', () => {
  const recent = { from: '2026-11-20T05:00:00.000Z', to: '2026-11-21T05:00:00.000Z' }
  prefs.set((all) => ({ ...all, recentlyUsedTimeRanges: [recent] }))
  const written = offered().map(({ value }) => slot.write(value))
  expect(written.slice(0, 2)).toEqual(['now-5m', 'now-15m'])
  expect(written).toContain(`${recent.from}/${recent.to}`)
  expect(written.slice(-2)).toEqual(['This year', 'This year so far'])
  expect(written.length).toBe(16 + 1 + 14)
})

test('offers only the ranges that the page supports', () => {
  const choices = { [RANGE_CHOICE]: [{ value: formatRange(relativeRange('now-15m')), label: 'Last 15 minutes' }] }
  const page = buildContext([{ scope: 'page', choices }], anywhere)
  expect(offered(page)).toEqual([{ value: relativeRange('now-15m'), label: 'Last 15 minutes' }])
})

test('parses dates in words once a range was prompted for', async () => {
  offered()
  await eventually(() => expect(slot.schema.safeParse('since last monday').success).toBe(true))
})
