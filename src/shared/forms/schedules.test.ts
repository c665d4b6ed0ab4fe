import { expect, test } from 'vitest'
import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { parseSchedule } from '@server/platform/jobs/schedule'
import { findScheduleError, schedules } from './schedules'

const every = (...steps: string[]) => steps.map((step) => `@every ${step}`)

test('defines the short set [FORM-06]', () => {
  expect(schedules.short).toEqual([...every('30s', '1m', '5m', '30m'), '@hourly', ...every('2h', '4h')])
})

test('defines the scraper set [FORM-07]', () => {
  expect(schedules.scraper).toEqual([...every('15m', '30m'), '@hourly', ...every('2h', '4h'), '@daily'])
})

test('defines the medium set from 5m to 8h [FORM-08]', () => {
  expect(schedules.medium).toEqual([...every('5m', '10m', '15m', '30m'), '@hourly', ...every('2h', '4h', '8h')])
})

test('extends the medium set with @daily and @weekly to the default set [FORM-09]', () => {
  expect(schedules.default).toEqual([...schedules.medium, '@daily', '@weekly'])
})

test('defines the further set [FORM-10]', () => {
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
  expect(findScheduleError(text)).toBeUndefined()
  expect(() => parseSchedule({ schedule: text })).not.toThrow()
})

test.each([
  ['@every soon', /"soon" is not a duration/],
  ['@every 100ms', /shortest period/],
  ['CRON_TZ=Mars/Olympus 0 9 * * *', /"Mars\/Olympus" is not a time zone/],
  ['TZ=Berlin 0 9 * * *', /"Berlin" is not a time zone/],
  ['@sometimes', /Use @every/],
  ['5m', /Enter @every/],
  ['* * * *', /Enter @every/],
  ['now and then, perhaps', /Enter @every/],
])('refuses %s with a message', (text, message) => {
  expect(findScheduleError(text)).toMatch(message)
})

test.each([
  'L W 1 * *',
  '0 0 LW * *',
  '0 0 1W JAN-mar MON#1',
  '0 0 L * MON',
  '0 0 * * 5L',
  'CRON_TZ=Europe/Berlin 0 9 * * *',
])('accepts %s as a cron expression', (line) => expect(findScheduleError(line)).toBeUndefined())

test.each<[string, (size: number) => string]>([
  ['letters that are names and signs', (size) => `${'L'.repeat(size)}!`],
  ['both in turn', (size) => `${'LW'.repeat(size)}!`],
  ['fields', (size) => `${'L '.repeat(size)}!`],
  ['@every and spaces', (size) => `@every${' '.repeat(size)}x\ny\nz`],
  ['@every and a long duration', (size) => `@every ${'1s'.repeat(size)}!`],
  ['a zone', (size) => `TZ=${'a'.repeat(size)}`],
  ['digits', (size) => `${'1,'.repeat(size)}!`],
])('takes linear time: %s', (_name, text) => {
  const work = (size: number) => {
    const typed = text(size)
    return () => findScheduleError(typed)
  }
  // Runs before longer inputs, which would not finish in exponential time.
  expect(work(30)()).toBeDefined()
  expect(growth(work, 2000)).toBeLessThan(STILL_LINEAR)
})
