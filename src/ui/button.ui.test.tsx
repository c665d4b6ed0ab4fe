import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button'

test('Enter and Space press the button', async () => {
  const onPress = vi.fn<() => void>()
  render(<Button onPress={onPress}>Run</Button>)
  await userEvent.tab()
  await userEvent.keyboard('{Enter} ')
  expect(onPress).toHaveBeenCalledTimes(2)
})

test('a refused button can be focused, gives the reason and does nothing', async () => {
  const onPress = vi.fn<() => void>()
  render(
    <Button onPress={onPress} refusal="Your role may not run checks.">
      Run
    </Button>
  )
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Run' }))
  await userEvent.keyboard('{Enter}')
  expect(onPress).not.toHaveBeenCalled()
  expect(document.activeElement?.getAttribute('aria-description')).toBe('Your role may not run checks.')
})

test('holding Enter presses once, and the surrounding element does not receive the key', async () => {
  const onPress = vi.fn<() => void>()
  const onKeyDown = vi.fn<() => void>()
  render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <Button onPress={onPress}>Run</Button>
    </div>
  )
  screen.getByRole('button').focus()
  await userEvent.keyboard('{Enter>3/}{ >3/}')
  expect(onPress).toHaveBeenCalledTimes(2)
  expect(onKeyDown).not.toHaveBeenCalled()
})
