import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DescriptionList } from './description-list'

test('pairs each name with its value, and says so where there is none', () => {
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

test('says so where there is nothing to tell', () => {
  render(<DescriptionList items={[]} />)
  expect(screen.getByText('No details found')).toBeTruthy()
  expect(screen.queryByRole('term')).toBeNull()
})
