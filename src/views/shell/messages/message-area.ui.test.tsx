import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { MessageArea } from './message-area'

const ROW = 40
const names = Array.from({ length: 50 }, (_, at) => `Row ${at}`)

/** A page with rows at the top and buttons at the bottom, and a message of the given height over it. */
const Screen = ({ message }: { message: number }) => (
  <>
    <main
      style={{
        position: 'fixed',
        inset: 'var(--room-top, 0px) 0 var(--room-bottom, 0px)',
        display: 'flex',
        flexDirection: 'column',
      }}
    >
      <div data-testid="list" style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        {names.map((name) => (
          <button key={name} type="button" style={{ display: 'block', width: '100%', height: ROW }}>
            {name}
          </button>
        ))}
      </div>
      {['Run playbook', 'Run now'].map((name) => (
        <button key={name} type="button" style={{ flex: 'none', height: 30 }}>
          {name}
        </button>
      ))}
    </main>
    <MessageArea>{message > 0 && <p style={{ height: message, width: 300 }}>Ran checkout API</p>}</MessageArea>
  </>
)

/** The height of a message. With its padding, a message of 26 px takes 50 px. */
const MESSAGE = 26
const ROOM = 50

function open() {
  const { rerender } = render(<Screen message={0} />)
  return {
    async show(message: number) {
      rerender(<Screen message={message} />)
      const room = message === 0 ? 0 : message + ROOM - MESSAGE
      await expect.poll(() => screen.getByRole('main').clientHeight).toBe(innerHeight - room)
    },
  }
}
const boxOf = (element: Element) => element.getBoundingClientRect()
const button = (name: string) => screen.getByRole('button', { name })
const point = (x: number, y: number) =>
  window.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, bubbles: true }))

test('shows messages below the page, and restores the height of the page when they are gone', async () => {
  const { show } = open()
  await show(MESSAGE)
  expect(boxOf(button('Run now')).bottom).toBe(innerHeight - ROOM)
  expect(boxOf(screen.getByText('Ran checkout API')).top).toBeGreaterThan(innerHeight - ROOM)
  await show(100)
  expect(boxOf(button('Run now')).bottom).toBe(innerHeight - ROOM - 74)
  await show(0)
  expect(boxOf(button('Run now')).bottom).toBe(innerHeight)
})

test.each([
  { pointer: 'nowhere near', x: 100, up: 500, isBelow: true },
  { pointer: 'on the last row that stays visible', x: 20, up: 60 + ROOM + 5, isBelow: true },
  { pointer: 'where messages would be', x: innerWidth - 20, up: 20, isBelow: false },
  { pointer: 'on a button beside the messages, which they would move', x: 20, up: 20, isBelow: false },
  { pointer: 'on a button above the messages, which they would move', x: 20, up: 55, isBelow: false },
])('does not move the element under a pointer that is $pointer', async ({ x, up, isBelow }) => {
  const { show } = open()
  const y = innerHeight - up
  point(x, y)
  const before = document.elementFromPoint(x, y)
  await show(MESSAGE)
  expect(document.elementFromPoint(x, y)).toBe(before)
  expect(boxOf(screen.getByText('Ran checkout API')).top > innerHeight / 2).toBe(isBelow)
})

test('does not move additional messages under the pointer', async () => {
  const { show } = open()
  await show(MESSAGE)
  point(innerWidth - 20, innerHeight - ROOM - 10)
  await show(100)
  const under = document.elementFromPoint(innerWidth - 20, innerHeight - ROOM - 10)
  expect(screen.getByRole('main').contains(under)).toBe(true)
})

test('keeps a visible focused element in view, and does not scroll to a hidden one', async () => {
  const { show } = open()
  const list = screen.getByTestId('list')
  const last = button(`Row ${Math.floor(list.clientHeight / ROW) - 1}`)
  last.focus()
  await show(100)
  expect(boxOf(last).bottom).toBeLessThanOrEqual(boxOf(list).bottom)
  await show(0)
  button('Row 0').focus()
  list.scrollTo({ top: 1000 })
  await show(100)
  expect(list.scrollTop).toBe(1000)
})

test('does not move the focused element when messages appear or disappear above it', async () => {
  const { show } = open()
  const list = screen.getByTestId('list')
  list.scrollTo({ top: 400 })
  const row = button(`Row ${Math.ceil(400 / ROW) + 4}`)
  row.focus()
  const { top } = boxOf(row)
  // At the bottom, the messages would be under the pointer.
  point(innerWidth - 20, innerHeight - 20)
  await show(MESSAGE)
  expect(boxOf(screen.getByText('Ran checkout API')).top).toBeLessThan(ROOM)
  expect(boxOf(row).top).toBe(top)
  await show(0)
  expect(boxOf(row).top).toBe(top)
  expect(list.scrollTop).toBe(400)
})
