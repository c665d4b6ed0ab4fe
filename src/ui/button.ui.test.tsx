import { render, screen, waitFor } from '@testing-library/react'
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

test('a press of a refused button announces the reason and leads to its field', async () => {
  const onRefused = vi.fn<() => void>()
  render(
    <>
      <div id="voice-polite" />
      <Button onPress={() => undefined} refusal="Type 26 first." onRefused={onRefused}>
        Delete
      </Button>
    </>
  )
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(onRefused).toHaveBeenCalledOnce()
  await waitFor(() => expect(document.getElementById('voice-polite')?.textContent).toBe('Type 26 first.'))
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
