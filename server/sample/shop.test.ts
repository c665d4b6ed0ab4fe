import { expect, test } from 'vitest'
import { responseDelay, isCartUp } from './shop'

const at = (time: string, noise = 0.5) => ({ nowMs: Date.parse(`2026-01-01T${time}Z`), random: () => noise })

test.each([
  ['03:00', 65],
  ['09:00', 100],
  ['15:00', 135],
  ['21:00', 100],
])('at %s takes %i ms instead of 100 ms', (time, ms) => expect(responseDelay(100, at(time))).toBeCloseTo(ms))

test.each([
  [0, 80],
  [0.97, 118.8],
  [0.99, 239.2],
])('with noise %d takes %d ms', (noise, ms) => expect(responseDelay(100, at('09:00', noise))).toBeCloseTo(ms))

test('accepts a share of slow responses', () => {
  expect(responseDelay(100, at('09:00', 0.9), 0.14)).toBeCloseTo(232)
})

test.each([
  ['00:00:00.000', true],
  ['00:03:59.999', true],
  ['00:04:00.000', false],
  ['00:05:59.999', false],
  ['00:06:00.000', true],
])('at %s, whether the cart is up is %s', (time, isUp) => expect(isCartUp(at(time).nowMs)).toBe(isUp))
