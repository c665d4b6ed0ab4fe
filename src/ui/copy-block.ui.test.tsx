import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { CopyBlock } from './copy-block'

const voices = ['voice-polite', 'voice-urgent'].map((id) => {
  const voice = document.createElement('div')
  voice.id = id
  document.body.append(voice)
  return voice
})
afterEach(() => {
  vi.restoreAllMocks()
  voices.forEach((voice) => voice.replaceChildren())
})

const code = 'helm install console \\\n  mission-control/console'

test('copies the code by keyboard and announces it [UI-09]', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  render(<CopyBlock label="Install command" code={code} />)
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy Install command' }))
  await userEvent.keyboard('{Enter}')
  expect(write).toHaveBeenCalledWith(code)
  await eventually(() => expect(voices[0]?.textContent).toBe('Copied Install command.'))
  expect(screen.getByRole('button').textContent).toBe('Copied')
})

const refusing = () =>
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
const missing = () => vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)

test.each([
  ['the browser refuses [ERR-27]', refusing, 'Failed to copy to clipboard. The browser does not allow it here.'],
  ['there is no clipboard [ERR-26]', missing, 'Clipboard not available. It needs https or localhost.'],
])('announces an error when %s', async (_why, given, message) => {
  given()
  render(<CopyBlock label="Install command" code={code} />)
  await userEvent.tab()
  await userEvent.keyboard(' ')
  await eventually(() => expect(voices[1]?.textContent).toBe(message))
  expect(screen.getByRole('button').textContent).toBe('Not copied')
})

test('the focus ring of the button is inside the visible area', async () => {
  render(<CopyBlock label="Install command" code={code} />)
  await userEvent.tab()
  const button = screen.getByRole('button')
  const { outlineOffset, outlineWidth } = getComputedStyle(button)
  const ring = Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth)
  const [at, around] = [button.getBoundingClientRect(), screen.getByRole('figure').getBoundingClientRect()]
  expect(ring).toBeGreaterThan(0)
  expect(at.top - ring).toBeGreaterThanOrEqual(around.top)
  expect(at.right + ring).toBeLessThanOrEqual(around.right)
})

test('long code can be scrolled by keyboard', async () => {
  render(<CopyBlock label="Install command" code={code} />)
  await userEvent.tab()
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe(code)
})
