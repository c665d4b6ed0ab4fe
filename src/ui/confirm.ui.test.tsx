import { render, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { Button } from './button'
import { ConfirmDialog } from './confirm'

const done = vi.fn<() => void>()
type Props = Partial<ComponentProps<typeof ConfirmDialog>>

function Opener(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Remove</Button>
      {isOpen && (
        <ConfirmDialog
          title="Delete payments-db?"
          verb="delete"
          onCancel={() => setOpen(false)}
          onConfirm={() => {
            done()
            setOpen(false)
          }}
          {...props}
        >
          What uses it stops working.
        </ConfirmDialog>
      )}
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })
async function open(props: Props = {}) {
  done.mockReset()
  render(<Opener {...props} />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  return screen.getByRole('alertdialog')
}

test('deleting: describes the effect, focuses Cancel, and Delete confirms [DIALOG-01 DIALOG-02 DIALOG-04]', async () => {
  const dialog = await open()
  expect(dialog.getAttribute('aria-label')).toBe('Delete payments-db?')
  const about = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(about?.textContent).toBe('What uses it stops working.')
  expect(document.activeElement).toBe(button('Cancel'))
  await userEvent.tab()
  expect(document.activeElement).toBe(button('Delete'))
  expect(getComputedStyle(button('Delete')).backgroundColor).not.toBe(
    getComputedStyle(button('Cancel')).backgroundColor
  )
  await userEvent.keyboard('{Enter}')
  expect(done).toHaveBeenCalledOnce()
})

test('approving has its own label [DIALOG-03]', async () => {
  await open({ verb: 'approve', title: 'Approve the run?' })
  await userEvent.tab()
  expect(document.activeElement).toBe(button('Approve'))
})

test.each(['{Escape}', '{Enter}'])('%s changes nothing', async (key) => {
  await open()
  await userEvent.keyboard(key)
  await eventually(() => expect(document.activeElement).toBe(button('Remove')))
  expect(done).not.toHaveBeenCalled()
})

test('the press that opened the dialog does not confirm it, however long it is held', async () => {
  done.mockReset()
  render(<Opener isUndoable />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(document.activeElement).toBe(button('Delete')))
  const held = { key: 'Enter', code: 'Enter', repeat: true, bubbles: true, cancelable: true }
  for (let at = 0; at < 3; at++) document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', held))
  // The browser would turn the key press into a click.
  button('Delete').click()
  expect(done).not.toHaveBeenCalled()
  window.dispatchEvent(new KeyboardEvent('keyup', { key: 'Enter', bubbles: true }))
  await userEvent.keyboard('{Enter}')
  expect(done).toHaveBeenCalledOnce()
})

const names = (count: number) => Array.from({ length: count }, (_, at) => `check-${at + 1}`)

test.each([
  [1, []],
  [2, ['check-1', 'check-2']],
  [5, names(5)],
  [6, [...names(5), 'and 1 more']],
  [1205, [...names(5), 'and 1,200 more']],
])('for %d targets it lists %j', async (count, listed) => {
  await open({ names: names(count) })
  expect(screen.queryAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(listed)
})

test('above 25 targets, the number must be typed first', async () => {
  await open({ names: names(26) })
  await userEvent.click(screen.getByRole('textbox', { name: 'Type 26 to confirm' }))
  await userEvent.keyboard('2{Enter}')
  expect(button('Delete').getAttribute('aria-disabled')).toBe('true')
  expect(button('Delete').getAttribute('aria-description')).toBe('Type 26 first: this cannot be undone.')
  expect(done).not.toHaveBeenCalled()
  await userEvent.keyboard('6{Enter}')
  expect(done).toHaveBeenCalledOnce()
})

test.each([
  ['25 targets', { names: names(25) }],
  ['26 targets that can be restored', { names: names(26), isUndoable: true }],
])('requires no typing for %s', async (_case, props) => {
  await open(props)
  expect(screen.queryByRole('textbox')).toBeNull()
})
