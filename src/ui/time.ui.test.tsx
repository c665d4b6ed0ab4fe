import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DateFormat } from '../lib/format-date'
import { Time, TimeDisplayProvider, TimeUntil, ZoneNote } from './time'

const HOUR_MS = 3_600_000
const past = new Date(Date.now() - 2 * HOUR_MS).toISOString()
const future = new Date(Date.now() + 2.5 * HOUR_MS).toISOString()

function texts(format: DateFormat) {
  render(
    <TimeDisplayProvider value={{ format, timeZone: 'UTC' }}>
      <Time at={past} />
      <Time at={past} as="date" />
      <Time at={past} as="ago" />
      <TimeUntil at={future} />
      <Time at={past} as="elapsed" />
      <Time at={past} as="age" />
    </TimeDisplayProvider>
  )
  return screen.getAllByRole('time').map(({ textContent, title }) => ({ text: textContent, title }))
}

const stamp = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/
const exact = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/
const medium = /^(?:\w{3} |\d{1,2} \w{3}(?: \d{4})?, )?\d\d:\d\d$/
const full = /^\w+day, \d{1,2} \w+ \d{4}, \d\d:\d\d:\d\d UTC$/

test.each<[DateFormat, readonly RegExp[], title: RegExp]>([
  ['timestamp', [stamp, stamp, /^2h ago$/, /^in 2h/, /^2h ago$/, /^2h$/], exact],
  ['short', [/^2h ago$/, medium, /^2h ago$/, /^in 2h/, /^2h ago$/, /^2h$/], exact],
  ['medium', [medium, medium, medium, medium, /^2h ago$/, /^2h$/], exact],
  ['full', [full, full, full, full, /^2h ago$/, /^2h$/], full],
])('with the preference %s, dates use its format and ages stay ages', (format, expected, title) => {
  const shown = texts(format)
  expect(shown.map(({ text }) => text)).toEqual(expected.map((one) => expect.stringMatching(one)))
  for (const one of shown) expect(one.title).toMatch(title)
})

test.each<[DateFormat, stamps: string, ages: string]>([
  ['timestamp', 'times in UTC', ''],
  ['short', '', ''],
  ['medium', 'times in UTC', 'times in UTC'],
  ['full', '', ''],
])('with the preference %s, the zone is shown next to dates that do not contain it', (format, stamps, ages) => {
  render(
    <TimeDisplayProvider value={{ format, timeZone: 'UTC' }}>
      <p data-testid="stamps">
        <ZoneNote of="preferred" />
      </p>
      <p data-testid="ages">
        <ZoneNote of="ago" />
      </p>
    </TimeDisplayProvider>
  )
  expect([screen.getByTestId('stamps').textContent, screen.getByTestId('ages').textContent]).toEqual([stamps, ages])
})
