import { virtual } from '@guidepup/virtual-screen-reader'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CountBadge } from './badge'

const heard = async (container: HTMLElement) => {
  await virtual.start({ container })
  const spoken = await virtual.spokenPhraseLog()
  await virtual.stop()
  return spoken.join(' ')
}

test('a count is short on screen and complete for screen readers', async () => {
  const { container } = render(<CountBadge count={1234} of="changes" />)
  expect(container.textContent).toContain('999+')
  expect(await heard(container)).not.toContain('999+')
  const hidden = container.querySelector('[aria-hidden=true]')
  expect(hidden?.textContent).toBe('999+')
  expect(container.textContent).toContain('1,234 changes')
})
