import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '@tests/helpers/eventually'
import RevealDialog from './reveal-dialog'

test('copies the first item on Enter without a further step', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const items = [
    { label: 'One-time link', text: 'https://console.example/recovery' },
    { label: 'Code', text: '482915' },
  ]
  render(<RevealDialog title="Sign-in link" description="It works once." items={items} onClose={() => undefined} />)
  await eventually(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy One-time link' }))
  )
  await userEvent.keyboard('{Enter}')
  expect(copied.mock.calls).toEqual([['https://console.example/recovery']])
})
