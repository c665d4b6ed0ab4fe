import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DescriptionList } from './description-list'

test('pairs each name with its value, and shows None for a missing value', () => {
  render(
    <DescriptionList
      items={[
        { name: 'Namespace', value: 'payments' },
        { name: 'Replicas', value: 0 },
        { name: 'Owner', value: '' },
      ]}
    />
  )
  const names = screen.getAllByRole('term').map(({ textContent }) => textContent)
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(names).toEqual(['Namespace', 'Replicas', 'Owner'])
  expect(values).toEqual(['payments', '0', 'None'])
})

test('shows a message for an empty list', () => {
  render(<DescriptionList items={[]} />)
  expect(screen.getByText('No details found')).toBeTruthy()
  expect(screen.queryByRole('term')).toBeNull()
})
