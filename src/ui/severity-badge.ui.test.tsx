import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SeverityBadge } from './severity-badge'

const toneOf = (severity: string | null) => {
  const { container } = render(<SeverityBadge severity={severity} />)
  return [container.textContent, container.querySelector('[data-tone]')?.getAttribute('data-tone') ?? null]
}

test('shows a severity that is relevant in its tone, and any other word as it is without one', () => {
  expect(toneOf('critical')).toEqual(['Critical', 'bad'])
  expect(toneOf('medium')).toEqual(['Medium', 'warn'])
  expect(toneOf('word of a later version')).toEqual(['Word of a later version', null])
  expect(toneOf(null)).toEqual(['', null])
})
