import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Skeleton } from './skeleton'

test('says what is on its way, is busy, and its lines say nothing', () => {
  const { container } = render(<Skeleton label="Loading checks…" lines={3} />)
  const root = container.firstElementChild
  expect(root?.getAttribute('aria-busy')).toBe('true')
  expect(root?.querySelector('p')?.textContent).toBe('Loading checks…')
  expect(root?.querySelector('[aria-hidden=true]')?.childElementCount).toBe(3)
})
