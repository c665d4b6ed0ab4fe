import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import KubeconfigDialog from './session.kubeconfig.dialog'

afterEach(() => vi.restoreAllMocks())

const show = () => render(<KubeconfigDialog host="console.acme.example" onClose={() => undefined} />)

test('shows three steps, the last with a link [SHELL-40 SHELL-44]', () => {
  show()
  const steps = within(screen.getByRole('dialog', { name: 'Download kubeconfig' })).getAllByRole('listitem')
  expect(steps).toHaveLength(3)
  const [, , last] = steps
  const link = last && within(last).getByRole('link', { name: /^Learn more/ })
  expect(link?.getAttribute('href')).toMatch(/^https:\/\//)
  expect(link?.getAttribute('target')).toBe('_blank')
})

test('downloads the file in a new tab in the first step [SHELL-41 ROUTE-70 CALL-136]', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Download kubeconfig file' }))
  expect(opened).toHaveBeenCalledWith('/api/kubeconfig', '_blank', 'noopener')
})

test('copies a command that lists canaries with the file of the host in step two [SHELL-42 SHELL-43]', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Copy Command' }))
  expect(written).toHaveBeenCalledWith('kubectl --kubeconfig console.acme.example-kubeconfig.yaml get canaries')
})
