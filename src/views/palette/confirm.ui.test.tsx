import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Call, defineCommand, type Target, type UndoPolicy } from '../../commands/command'
import { deferred } from '../../lib/deferred'
import { planCall } from '../../commands/prepare'
import { checkNames, checkTarget, StagedPalette, stagedCommands, stagedContext } from '@dev/gallery/palette-stage'

const { keyboard } = userEvent

const deletion = stagedCommands.find(({ id }) => id === 'check.delete')

function confirm(count: number, { undo = 'none' }: { undo?: UndoPolicy } = {}) {
  const selection = Array.from({ length: count }, (_, n): Target => checkTarget(checkNames[n] ?? `worker-${n}`))
  const find = () => deletion && defineCommand({ ...deletion, effect: 'change', undo })
  const plan = planCall({ call: { id: 'check.delete', args: {} }, origin: 'key' }, stagedContext({ selection }), find)
  const onRun = vi.fn<(call: Call, confirmed?: true) => void>()
  const onClose = vi.fn<() => void>()
  render(<StagedPalette onRun={onRun} onClose={onClose} {...(plan.step === 'confirm' ? { plan } : {})} />)
  return { onRun, onClose }
}

const focused = () => document.activeElement?.textContent

test('shows the effect and the targets of a command without undo, with focus on Cancel', async () => {
  const { onRun, onClose } = confirm(7)
  expect(screen.getByRole('alertdialog', { name: 'Delete checks' })).toBeTruthy()
  expect(screen.getByText(/^Deletes payments-api, .* and their history\.$/)).toBeTruthy()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...checkNames.slice(0, 5),
    'and 2 more',
  ])
  expect(focused()).toBe('Cancel')
  await keyboard('{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(onRun).not.toHaveBeenCalled()
})

test('names the verb and the number on the button, which runs the shown call', async () => {
  const { onRun } = confirm(2)
  await keyboard('{Tab}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete 2 checks' }))
  await keyboard('{Enter}')
  const checks = ['payments-api', 'payments-worker'].map(checkTarget)
  expect(onRun.mock.calls).toEqual([[{ id: 'check.delete', args: { checks } }, true]])
})

test('focuses the button of a command with undo, but ignores a key that is still held down', async () => {
  const { onRun } = confirm(2, { undo: 'inverse' })
  const button = screen.getByRole('button', { name: 'Delete 2 checks' })
  expect(document.activeElement).toBe(button)
  // A key held since before the dialog repeats, and the browser clicks each time.
  for (let n = 0; n < 3; n++) {
    fireEvent.keyDown(button, { key: 'Enter', repeat: true })
    button.click()
  }
  fireEvent.keyUp(button, { key: 'Enter' })
  expect(onRun).not.toHaveBeenCalled()
  await keyboard('{Enter}')
  expect(onRun).toHaveBeenCalledOnce()
})

test('accepts a click without a key press, as screen readers and voice control send it', () => {
  const { onRun } = confirm(2, { undo: 'inverse' })
  screen.getByRole('button', { name: 'Delete 2 checks' }).click()
  expect(onRun).toHaveBeenCalledOnce()
})

test('requires typing the number for more than 25 targets', async () => {
  const { onRun } = confirm(26)
  const count = screen.getByRole('textbox', { name: 'Type 26 to confirm' })
  const button = screen.getByRole('button', { name: 'Delete 26 checks' })
  await waitFor(() => expect(focused()).toBe('Cancel'))
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBe('Type 26 first: this cannot be undone.')
  button.click()
  count.focus()
  await keyboard('25{Enter}')
  expect(onRun).not.toHaveBeenCalled()
  await keyboard('{Backspace}6{Enter}')
  expect(onRun).toHaveBeenCalledOnce()
})

test.each([
  ['25, without undo', 25, {}],
  ['more, with undo', 40, { undo: 'inverse' }],
] as const)('does not require typing the number: %s', (_name, count, rest) => {
  confirm(count, rest)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('closes on Escape without running anything', async () => {
  const { onRun, onClose } = confirm(3)
  await keyboard('{Escape}')
  expect([onClose.mock.calls.length, onRun.mock.calls.length]).toEqual([1, 0])
})

test.each([
  [['Canary shop uses it. Its checks fail.'], 'Canary shop uses it. Its checks fail.'],
  [undefined, 'Could not check what else changes.'],
])('shows what stops working once it is known, or that it is not: %j', async (found, text) => {
  const opened = deferred()
  const answer = opened.promise.then(() => found ?? Promise.reject(new Error('the server is gone')))
  const find = () =>
    deletion && defineCommand({ ...deletion, effect: 'change', undo: 'none', consequences: () => answer })
  const selection = [checkTarget('worker-1')]
  const plan = planCall({ call: { id: 'check.delete', args: {} }, origin: 'key' }, stagedContext({ selection }), find)
  render(<StagedPalette {...(plan.step === 'confirm' ? { plan } : {})} />)
  expect((await screen.findByRole('status')).textContent).toBe('Checking what else changes…')
  opened.resolve()
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(text))
})
