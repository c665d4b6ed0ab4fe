import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { RouteErrorBoundary, ErrorNotice } from './error-boundary'

let trouble: Error | undefined
function View() {
  if (trouble) throw trouble
  return <p>25 checks</p>
}

const onCaught = vi.fn<(error: Error) => void>()
function show(error: Error) {
  trouble = error
  onCaught.mockReset()
  return render(
    <RouteErrorBoundary onCaught={onCaught}>
      <View />
    </RouteErrorBoundary>
  )
}

beforeEach(() => {
  // React reports caught errors to the console; the errors of these tests are intended.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('shows the message, reports the error to its owner, and focuses the heading [ERR-20 ERR-21 ERR-22 ERR-24]', () => {
  show(new Error('labels is not iterable'))
  expect(screen.getByRole('heading', { name: 'Sorry.. there was an error' })).toBeDefined()
  expect(screen.getByText('labels is not iterable')).toBeDefined()
  expect(onCaught.mock.lastCall?.[0].message).toBe('labels is not iterable')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Error' }))
})

test('shows a default message for an error without one [ERR-19]', () => {
  show(new Error(''))
  expect(screen.getByText('Something went wrong')).toBeDefined()
})

test('renders the view again on Try again, by keyboard', async () => {
  show(new Error('once'))
  trouble = undefined
  await userEvent.tab()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByText('25 checks')).toBeDefined()
})

test('copies the error, the component and the address as details', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  show(new Error('labels is not iterable'))
  await userEvent.click(screen.getByRole('button', { name: 'Copy details' }))
  const [details = ''] = write.mock.lastCall ?? []
  for (const part of ['labels is not iterable', 'View', location.href]) expect(details).toContain(part)
})

const failed = () =>
  new Error('The list could not be drawn', {
    cause: new TypeError('labels is not iterable', { cause: { status: 502 } }),
  })

test('shows the stack and all causes, unless the notice is brief [ERR-24 ERR-25]', () => {
  const { rerender } = render(<ErrorNotice error={failed()} onRetry={() => undefined} />)
  expect(screen.getByText('The list could not be drawn')).toBeDefined()
  const text = screen.getByRole('group', { name: 'Stack and cause' }).textContent ?? ''
  for (const part of [/at failed/, /Caused by: TypeError: labels is not iterable/, /Caused by: \{\s*"status": 502/])
    expect(text).toMatch(part)
  rerender(<ErrorNotice error={failed()} isBrief onRetry={() => undefined} />)
  expect(screen.getByText('The list could not be drawn')).toBeDefined()
  expect(screen.queryByText('Stack and cause')).toBeNull()
})
