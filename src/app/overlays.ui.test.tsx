import { cleanup, render } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { loadEveryCommand } from '../commands/registry'
import { lazyComponent } from '../ui/lazy-component'
import { FailureBoundary } from '../views/shared/page/failure-boundary'
import { journal } from './journal'
import { createOverlays } from './overlays'

const Help = () => <p>All keys</p>

test('names an overlay that could not be loaded, and loads it again on the next attempt', async () => {
  onTestFinished(() => journal.forget())
  await loadEveryCommand()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn<() => Promise<{ default: typeof Help }>>()
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue({ default: Help })
  const Part = lazyComponent({ load })
  const overlays = createOverlays()
  overlays.open({ is: 'help', places: [] })
  const show = () =>
    render(
      <FailureBoundary onFailed={() => overlays.failed('help.keys')}>
        <Part />
      </FailureBoundary>
    )
  show()
  await expect.poll(() => overlays.overlay.get()).toBeUndefined()
  expect(journal.messages.get()).toMatchObject([
    {
      tone: 'wrong',
      text: '“Show keyboard shortcuts” could not be loaded. If it fails again, reload the page.',
      next: [{ title: 'Try again', call: 'help.keys' }],
    },
  ])
  cleanup()
  show()
  await expect.element(page.getByText('All keys')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})
