import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Person } from '../../api/people'
import people from '../../resources/people.details'
import examples from '../../resources/people.examples'
import { columnsOf } from './columns'

const columns = columnsOf((row) => ({ kind: 'person', ...people.identify(row) }), people.columns)
const column = (id: string) => columns.find((one) => one.id === id)
const [ines, mireille, , priya, ken] = examples as readonly Person[] as [Person, Person, Person, Person, Person]

test('columns that say so can be grouped by, and what has no value is a group by name', () => {
  expect(column('roles')?.groupBy?.(mireille)).toBe('editor, responder')
  expect(column('roles')?.groupBy?.(ken)).toBe('No role')
  expect(column('email')?.groupBy).toBeUndefined()
})

test('rows are sorted by what a column shows, whatever its case; without a value they come last', () => {
  expect(column('name')?.sortBy?.(ines)).toBe('ines okonkwo')
  expect(column('lastLogin')?.sortBy?.(ines)).toBe(ines.lastLogin)
  expect(column('email')?.sortBy?.(ken)).toBeUndefined()
})

test('a moment is shown by its age, and where there is none that is said', () => {
  const { rerender } = render(<p>{column('lastLogin')?.cell(ines)}</p>)
  expect(screen.getByRole('time').getAttribute('datetime')).toBe(ines.lastLogin)
  rerender(<p>{column('lastLogin')?.cell(priya)}</p>)
  expect(screen.getByText('never')).toBeTruthy()
  expect(screen.queryByRole('time')).toBeNull()
})
