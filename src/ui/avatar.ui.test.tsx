import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { eventually } from '../../tests/helpers/eventually'
import { Avatar } from './avatar'

const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('shows the image, and initials if it does not load [UI-10 ENT-26]', async () => {
  const { container, rerender } = render(<Avatar name="Ada Lovelace" image={dot} />)
  const shown = () => container.querySelector('img')?.getAttribute('src')
  expect(shown()).toBe(dot)
  expect(container.textContent).toBe('')
  rerender(<Avatar name="Ada Lovelace" image="data:image/png;base64,broken" />)
  await eventually(() => expect(container.textContent).toBe('AL'))
  rerender(<Avatar name="Ada Lovelace" image={dot} />)
  expect(shown()).toBe(dot)
})

test.each([
  ['a name', { name: 'Ada Lovelace', email: 'ada@example.com' }, 'Ada Lovelace'],
  ['only an e-mail address', { name: ' ', email: 'ada@example.com' }, 'ada@example.com'],
  ['neither', {}, 'Unknown person'],
])('with %s, the accessible name identifies the user', (_case, person, name) => {
  render(<Avatar {...person} />)
  expect(screen.getByRole('img', { name })).toBeDefined()
})

test('is hidden from screen readers next to a visible name', () => {
  const { container } = render(<Avatar name="Ada Lovelace" isNamed />)
  expect(screen.queryByRole('img')).toBeNull()
  expect(container.textContent).toBe('AL')
})
