import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useOnline } from './use-online'

const Network = () => <p>{useOnline() ? 'There is a network.' : 'There is none.'}</p>

test('returns whether the browser is online and follows changes', async () => {
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  render(<Network />)
  await expect.element(page.getByText('There is a network.')).toBeVisible()
  network.mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  await expect.element(page.getByText('There is none.')).toBeVisible()
  network.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('There is a network.')).toBeVisible()
})
