import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Person } from '@/api/settings/people'
import people from '@/resources/people/details'
import examples from '@dev/examples/people.examples'
import { resourceColumns } from './columns'

const columns = resourceColumns((row) => ({ kind: 'person', ...people.identify(row) }), people.columns)
const column = (id: string) => columns.find((one) => one.id === id)
const [ines, mireille, , priya, ken] = examples as readonly Person[] as [Person, Person, Person, Person, Person]

test('groupable columns offer grouping, and rows without a value form a named group', () => {
  expect(column('roles')?.groupBy?.(mireille)).toBe('editor, responder')
  expect(column('roles')?.groupBy?.(ken)).toBe('No role')
  expect(column('email')?.groupBy).toBeUndefined()
})

test('sorts rows by the displayed value, ignoring case, with missing values last', () => {
  expect(column('name')?.sortBy?.(ines)).toBe('ines okonkwo')
  expect(column('lastLogin')?.sortBy?.(ines)).toBe(ines.lastLogin)
  expect(column('email')?.sortBy?.(ken)).toBeUndefined()
})

test('shows a time as its age, or a text if there is none', () => {
  const { rerender } = render(<p>{column('lastLogin')?.cell(ines)}</p>)
  expect(screen.getByRole('time').getAttribute('datetime')).toBe(ines.lastLogin)
  rerender(<p>{column('lastLogin')?.cell(priya)}</p>)
  expect(screen.getByText('never')).toBeTruthy()
  expect(screen.queryByRole('time')).toBeNull()
})
