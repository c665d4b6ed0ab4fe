import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { StatefulField } from '@dev/gallery/stateful-field'
import { DateTimeField } from './date-time-field'

const noon = new Date('2026-03-01T12:00:00Z')
let asked = 0
/** Each call of `soon` returns a later time. */
const parse = (text: string) => (text === 'noon' ? noon : text === 'soon' ? new Date(++asked * 1000) : undefined)
const format = (at: Date) => at.toUTCString()

const show = (initial: string) =>
  render(
    <StatefulField initial={initial}>
      {(bound) => (
        <>
          <DateTimeField label="Until" help="Empty means for ever" {...bound} {...{ parse, format }} />
          <output>{bound.value}</output>
        </>
      )}
    </StatefulField>
  )
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Until' })
const description = () => document.getElementById(input().getAttribute('aria-describedby') ?? '')?.textContent
const kept = () => screen.getByRole('status').textContent

test('parses words as a date and shows the result', async () => {
  show('')
  expect(description()).toBe('Empty means for ever')
  await userEvent.type(input(), 'noo')
  expect(kept()).toBe('noo')
  await userEvent.type(input(), 'n')
  expect([input().value, kept(), description()]).toEqual(['noon', noon.toISOString(), format(noon)])
})

test('relative text keeps the date it had when it was typed', async () => {
  show('')
  await userEvent.type(input(), 'soon')
  expect([input().value, kept()]).toEqual(['soon', new Date(asked * 1000).toISOString()])
})

test('shows an existing date in the parsed format', () => {
  show(noon.toISOString())
  expect(input().value).toBe(format(noon))
})
