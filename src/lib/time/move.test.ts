import { expect, test } from 'vitest'
import { createRandom } from '@/shared/random'
import { shiftSpan, widenSpan, zoomOutRange } from './move'
import { absoluteRange, mappedRange, relativeRange } from './range'
import type { TimeSpan } from './resolve'

const now = new Date('2026-11-21T12:00:00Z')
const at = (time: string) => new Date(`2026-11-21T${time}:00Z`)
const span = (from: string, to: string): TimeSpan => ({ from: at(from), to: at(to) })

test.each([
  ['back', span('11:00', '12:00'), -1, span('10:00', '11:00')],
  ['twice back', span('11:00', '12:00'), -2, span('09:00', '10:00')],
  ['forward', span('09:00', '10:00'), 1, span('10:00', '11:00')],
  ['forward to now', span('10:30', '11:30'), 1, span('11:00', '12:00')],
  ['forward at now', span('11:00', '12:00'), 1, span('11:00', '12:00')],
  ['forward beyond now', span('00:00', '23:00'), 1, span('00:00', '23:00')],
])('%s', (_what, before, by, after) => {
  expect(shiftSpan(before, by, now)).toEqual(after)
})

test.each([
  ['in the past: centred', span('02:00', '04:00'), span('01:00', '05:00')],
  ['up to now: still ends now', span('10:00', '12:00'), span('08:00', '12:00')],
  ['near now: not beyond it', span('09:30', '11:30'), span('08:00', '12:00')],
  ['beyond now: centred', span('11:00', '13:00'), span('10:00', '14:00')],
])('doubles the length %s', (_what, before, after) => {
  expect(widenSpan(before, now)).toEqual(after)
})

test.each([
  ['now-15m', 'now-30m'],
  ['now-1h', 'now-2h'],
  ['now+6M', 'now+12M'],
])('%s zooms out to the relative range %s', (before, after) => {
  expect(zoomOutRange(relativeRange(before), span('11:00', '12:00'), now)).toEqual(relativeRange(after))
})

test.each([['now-1d/d'], ['now-999999s']])('%s zooms out to dates', (before) => {
  const range = zoomOutRange(relativeRange(before), span('11:00', '12:00'), now)
  expect(range).toEqual(absoluteRange(at('10:00'), at('12:00')))
})

test('turns a quick range into dates when zooming out', () => {
  expect(zoomOutRange(mappedRange('Today so far'), span('00:00', '12:00'), now)).toEqual(
    absoluteRange(new Date('2026-11-20T12:00:00Z'), now)
  )
})

test('returns to the same range after moving back and forward', () => {
  const random = createRandom(7)
  for (let n = 0; n < 300; n++) {
    const from = now.getTime() - 1 - random.below(1e11)
    const before = { from: new Date(from), to: new Date(from + 1 + random.below(now.getTime() - from)) }
    expect(shiftSpan(shiftSpan(before, -1, now), 1, now)).toEqual(before)
  }
})

test('doubles the length when zooming out, includes the previous range, and extends no further into the future', () => {
  const random = createRandom(8)
  for (let n = 0; n < 300; n++) {
    const from = now.getTime() - 1 - random.below(1e9)
    const length = 2 * (1 + random.below(1e9))
    const before = { from: new Date(from), to: new Date(from + length) }
    const after = widenSpan(before, now)
    expect(after.to.getTime() - after.from.getTime()).toBe(2 * length)
    expect(after.from <= before.from && before.to <= after.to).toBe(true)
    expect(before.to <= now && after.to > now).toBe(false)
  }
})
