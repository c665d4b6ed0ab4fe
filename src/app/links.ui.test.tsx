import { render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { findCommand } from '../commands/registry'
import { useCallLinks } from './links'
import { createOverlays } from './overlays'

afterEach(() => history.replaceState(null, '', '/'))

const overlays = createOverlays()
const followLink = vi.fn<(call: string) => void>()
function Links({ isReady }: { isReady: boolean }) {
  useCallLinks(location.search, { followLink }, overlays, isReady)
  return null
}

test('follows a link only when permissions are known and its command is loaded', async () => {
  history.replaceState(null, '', '/?do=property.add')
  const { rerender } = render(<Links isReady={false} />)
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(followLink).not.toHaveBeenCalled()
  rerender(<Links isReady />)
  await expect.poll(() => followLink.mock.calls).toEqual([['property.add']])
  expect(findCommand('property.add')).toBeDefined()
})
