import { expect, test } from 'vitest'
import { parseSchedule } from '../../server/health/schedule'
import { faultOfSchedule, schedules } from './schedules'

const every = (...steps: string[]) => steps.map((step) => `@every ${step}`)

test('the short set', () => {
  expect(schedules.short).toEqual([...every('30s', '1m', '5m', '30m'), '@hourly', ...every('2h', '4h')])
})

test('the scraper set', () => {
  expect(schedules.scraper).toEqual([...every('15m', '30m'), '@hourly', ...every('2h', '4h'), '@daily'])
})

test('the medium set goes from 5m through 8h', () => {
  expect(schedules.medium).toEqual([...every('5m', '10m', '15m', '30m'), '@hourly', ...every('2h', '4h', '8h')])
})

test('the default set is the medium one with @daily and @weekly', () => {
  expect(schedules.default).toEqual([...schedules.medium, '@daily', '@weekly'])
})

test('the further set', () => {
  const steps = [...every('30s', '1m', '5m', '30m'), '@hourly', ...every('6h'), '@daily', '@weekly']
  expect(schedules.further).toEqual(steps)
})

const good = [
  ...Object.values(schedules).flat(),
  '@every 1m30s',
  '@monthly',
  '@never',
  '*/5 * * * *',
  '0 9 * * MON-FRI',
  '*/10 * * * * *',
  'CRON_TZ=Europe/Berlin 0 9 * * *',
]
test.each(good)('%s is a schedule, here and on the server', (text) => {
  expect(faultOfSchedule(text)).toBeUndefined()
  expect(() => parseSchedule({ schedule: text })).not.toThrow()
})

test.each([
  ['@every soon', /"soon" is not a duration/],
  ['@every 100ms', /shortest period/],
  ['@sometimes', /Known are/],
  ['5m', /Write @every/],
  ['* * * *', /Write @every/],
  ['now and then, perhaps', /Write @every/],
])('%s is refused with a sentence', (text, message) => {
  expect(faultOfSchedule(text)).toMatch(message)
})
