import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Skeleton } from './skeleton'

test('names the pending content and is busy, and its lines are hidden from screen readers', () => {
  const { container } = render(<Skeleton label="Loading checks…" lines={3} />)
  const root = container.firstElementChild
  expect(root?.getAttribute('aria-busy')).toBe('true')
  expect(root?.querySelector('p')?.textContent).toBe('Loading checks…')
  expect(root?.querySelector('[aria-hidden=true]')?.childElementCount).toBe(3)
})
