import { render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import { Popup } from './popup'

function Example({ text }: { text: string }) {
  const anchor = useRef<HTMLTextAreaElement>(null)
  return (
    <>
      <textarea
        ref={anchor}
        aria-label="Comment"
        style={{ marginLeft: 'calc(100vw - 200px)', width: 100, height: 50 }}
      />
      <Popup anchor={anchor} onDismiss={nothing}>
        <p>{text}</p>
      </Popup>
    </>
  )
}
const nothing = () => undefined
const box = () =>
  screen
    .getByText(/people/)
    .closest('[popover]')
    ?.getBoundingClientRect() ?? new DOMRect()

test('stays below a growing control, and inside the window as its content grows', async () => {
  const { rerender } = render(<Example text="No people found" />)
  const anchor = screen.getByRole('textbox', { name: 'Comment' })
  anchor.style.height = '150px'
  await eventually(() => expect(box().top).toBeGreaterThanOrEqual(anchor.getBoundingClientRect().bottom))
  rerender(<Example text={'Many people are found '.repeat(4)} />)
  await eventually(() => expect(box().width).toBeGreaterThan(300))
  expect(box().right).toBeLessThan(innerWidth)
})

test('stays below a control that moves because the centred dialog around it shrinks', async () => {
  const { container } = render(
    <div style={{ position: 'fixed', inset: 0, display: 'grid', placeItems: 'center' }}>
      <div style={{ height: 400 }}>
        <Example text="No people found" />
      </div>
    </div>
  )
  const anchor = screen.getByRole('textbox', { name: 'Comment' })
  const before = anchor.getBoundingClientRect().top
  // An observer reports once after it starts.
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
  // Without a render of the popup, as when another part of the dialog changes.
  const shrinking = container.firstElementChild?.firstElementChild
  if (shrinking instanceof HTMLElement) shrinking.style.height = '200px'
  await eventually(() => expect(anchor.getBoundingClientRect().top).toBeGreaterThan(before + 50))
  await eventually(() => expect(box().top).toBeGreaterThanOrEqual(anchor.getBoundingClientRect().bottom))
})
