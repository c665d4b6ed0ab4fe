import { render, screen } from '@testing-library/react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { Button } from './button'
import { Dialog } from './dialog'
import { type OverlaySize, overlaySizes } from './overlay'

type Props = Partial<ComponentProps<typeof Dialog>>

function Opener(props: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setOpen(true)}>Edit labels</Button>
      {isOpen && (
        <Dialog title="Labels" onClose={() => setOpen(false)} {...props}>
          {props.children ?? (
            <label>
              Team <input />
            </label>
          )}
        </Dialog>
      )}
    </>
  )
}

const focused = () => document.activeElement
async function open(props: Props = {}) {
  render(<Opener {...props} />)
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const dialog = screen.getByRole('dialog', { name: 'Labels' })
  // The dialog opens with an animation.
  await Promise.all(document.getAnimations().map(({ finished }) => finished))
  return dialog
}

test('focuses its first field, and Escape returns focus', async () => {
  const dialog = await open({ description: 'Of the component.' })
  expect(focused()).toBe(screen.getByRole('textbox', { name: 'Team' }))
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('Of the component.')
  await userEvent.keyboard('{Escape}')
  await eventually(() => expect(focused()).toBe(screen.getByRole('button', { name: 'Edit labels' })))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each<[string, Props, string]>([
  ['the first action', { children: <p>Text</p>, actions: <Button onPress={() => undefined}>Cancel</Button> }, 'Cancel'],
  ['the title', { children: <p>Text</p> }, 'Labels'],
])('without a field, focus goes to %s', async (_what, props, text) => {
  await open(props)
  expect(focused()?.textContent).toBe(text)
})

const primary = (refusal?: string) => (
  <Button tone="primary" onPress={() => undefined} refusal={refusal}>
    Run
  </Button>
)
const labels = <textarea aria-label="Labels" />

test.each<[string, ReactNode, string]>([
  ['its primary button', primary(), 'Run'],
  ['the title if the button cannot act yet', primary('Loading…'), 'Labels'],
  [
    'the title if the button is destructive',
    <Button key="delete" tone="danger" onPress={() => undefined}>
      Delete
    </Button>,
    'Labels',
  ],
])('for content without a field, focus goes to %s', async (_what, children, text) => {
  await open({ children })
  expect(focused()?.textContent).toBe(text)
})

test('an invalid field takes focus first', async () => {
  await open({
    children: (
      <>
        <input aria-label="Team" />
        <p data-invalid>{labels}</p>
      </>
    ),
  })
  expect(focused()).toBe(screen.getByRole('textbox', { name: 'Labels' }))
})

test('among radio buttons, the checked one takes focus first', async () => {
  await open({
    children: (
      <div role="radiogroup" aria-label="Where">
        <input type="radio" name="where" aria-label="there" />
        <input type="radio" name="where" aria-label="here" defaultChecked />
      </div>
    ),
  })
  expect(focused()).toBe(screen.getByRole('radio', { name: 'here' }))
})

const content = (children: ReactNode) => (
  <Dialog title="Labels" onClose={() => undefined}>
    {children}
  </Dialog>
)

test.each<[string, ReactNode, ReactNode]>([
  ['a field', <p key="before">Loading…</p>, labels],
  ['a primary button', <p key="before">Loading…</p>, primary()],
  ['a primary button that becomes available', primary('Loading…'), primary()],
])('%s that appears later takes focus only from the title', async (_what, before, after) => {
  const { rerender } = render(content(before))
  expect(focused()?.textContent).toBe('Labels')
  rerender(content(after))
  await eventually(() => expect(focused()?.closest('[data-first-focus]')).toBeNull())
  expect(focused()?.matches('textarea, [data-tone=primary]')).toBe(true)

  screen.getByRole('button', { name: 'Close' }).focus()
  rerender(content(<input aria-label="Another" />))
  await eventually(() => expect(screen.getByRole('textbox', { name: 'Another' })).toBeTruthy())
  expect(focused()).toBe(screen.getByRole('button', { name: 'Close' }))
})

test('keeps focus inside', async () => {
  const dialog = await open()
  for (let at = 0; at < 5; at++) {
    await userEvent.tab()
    expect(dialog.contains(focused())).toBe(true)
  }
})

const wide = { 'very-small': 320, small: 448, medium: 640, large: 960, full: innerWidth - 32 }

test.each(overlaySizes)('size %s [DIALOG-05]', async (size: OverlaySize) => {
  const dialog = await open({ size })
  // Subtracts the border of the modal.
  expect(Math.abs(dialog.getBoundingClientRect().width - wide[size])).toBeLessThanOrEqual(2)
})

test('can be expanded to the window and collapsed again by keyboard [DIALOG-06]', async () => {
  const dialog = await open({ size: 'small' })
  const before = dialog.getBoundingClientRect().width
  await userEvent.tab({ shift: true })
  await userEvent.tab({ shift: true })
  expect(focused()).toBe(screen.getByRole('button', { name: 'Expand' }))
  await userEvent.keyboard('{Enter}')
  expect(dialog.getBoundingClientRect().width).toBeGreaterThan(innerWidth * 0.9)
  expect(focused()).toBe(screen.getByRole('button', { name: 'Collapse' }))
  await userEvent.keyboard('{Enter}')
  expect(dialog.getBoundingClientRect().width).toBe(before)
})

test('long text can be scrolled by keyboard', async () => {
  await open({ children: <p>{'word '.repeat(8000)}</p> })
  await eventually(() => expect(screen.getByRole('group', { name: 'Labels' }).tabIndex).toBe(0))
})
