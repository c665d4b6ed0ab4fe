import { act, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { MessageArea } from './message-area'
// Loaded before the first test, so that two frames suffice.
import './place-messages'

const ROW = 40
const names = Array.from({ length: 50 }, (_, at) => `Row ${at}`)
const corners = {
  'Bottom right': { bottom: 20, right: 20 },
  'Bottom left': { bottom: 20, left: 20 },
  'Top right': { top: 20, right: 20 },
} as const

type ScreenProps = { message: number; dialog?: 'left' | 'right' | undefined }

/** A page with rows, a button in three of its corners and a text, a dialog, and a message of the given height. */
const Screen = ({ message, dialog }: ScreenProps) => (
  <>
    <main style={{ position: 'fixed', inset: 0 }}>
      <div data-testid="list" style={{ height: '100%', overflow: 'auto' }}>
        {names.map((name) => (
          <button key={name} type="button" style={{ display: 'block', width: '100%', height: ROW }}>
            {name}
          </button>
        ))}
      </div>
      {Object.entries(corners).map(([name, place]) => (
        <button key={name} type="button" style={{ position: 'fixed', ...place }}>
          {name}
        </button>
      ))}
      <input aria-label="Search" style={{ position: 'fixed', top: 20, left: 20 }} aria-activedescendant="highlighted" />
      <p id="highlighted" style={{ position: 'fixed', bottom: 20, width: '100%' }}>
        Highlighted
      </p>
    </main>
    {dialog && <div role="dialog" style={{ position: 'fixed', top: 0, bottom: 0, width: 420, [dialog]: 0 }} />}
    <MessageArea>
      {message > 0 && (
        <div data-testid="message" style={{ height: message, width: '100%', pointerEvents: 'auto' }}>
          Ran checkout API
          <button type="button">Dismiss</button>
        </div>
      )}
    </MessageArea>
  </>
)

async function open(dialog?: ScreenProps['dialog']) {
  point(innerWidth / 2, 100)
  const { rerender } = render(<Screen message={0} dialog={dialog} />)
  // The code that places messages is loaded.
  await twoFrames()
  return {
    async show(message: number) {
      rerender(<Screen message={message} dialog={dialog} />)
      await twoFrames()
    },
  }
}
async function twoFrames() {
  for (let frames = 0; frames < 2; frames++) await new Promise((resolve) => requestAnimationFrame(resolve))
}
const boxOf = (element: Element) => element.getBoundingClientRect()
const button = (name: string) => screen.getByRole('button', { name })
const message = () => screen.getByTestId('message')
const point = (clientX: number, clientY: number) =>
  window.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }))
function corner() {
  const { left, right, top, bottom } = boxOf(message())
  const distances = { left, top, right: innerWidth - right, bottom: innerHeight - bottom }
  return Object.entries(distances).flatMap(([edge, distance]) => (distance === 16 ? [edge] : []))
}
const boxes = () =>
  [...document.querySelectorAll('main, main *')].map((one) => {
    const { x, y, width, height } = boxOf(one)
    return [one.textContent, x, y, width, height]
  })

test('moves nothing when messages appear and disappear', async () => {
  const { show } = await open()
  screen.getByTestId('list').scrollTo({ top: 400 })
  const before = boxes()
  for (const height of [26, 100, 0]) {
    await show(height)
    expect(boxes()).toEqual(before)
  }
})

test('shows messages 360 px wide at the bottom right, and as wide as a narrow window', async () => {
  const { show } = await open()
  await show(40)
  expect(corner()).toEqual(['right', 'bottom'])
  expect(boxOf(message()).width).toBe(360)
  onTestFinished(() => page.viewport(1280, 800))
  await page.viewport(320, 640)
  expect(corner()).toEqual(['left', 'right', 'bottom'])
})

test.each([
  { pointer: 'on the page', x: 300, y: 300, at: ['right', 'bottom'] },
  { pointer: 'where messages appear', x: innerWidth - 40, y: innerHeight - 30, at: ['left', 'bottom'] },
])('does not show messages under a pointer that is $pointer', async ({ x, y, at }) => {
  const { show } = await open()
  point(x, y)
  const before = document.elementFromPoint(x, y)
  await show(40)
  expect(document.elementFromPoint(x, y)).toBe(before)
  expect(corner()).toEqual(at)
})

test('does not show additional messages under the pointer', async () => {
  const { show } = await open()
  await show(40)
  const [x, y] = [innerWidth - 40, innerHeight - 80]
  point(x, y)
  await show(100)
  expect(message().contains(document.elementFromPoint(x, y))).toBe(false)
})

test.each([
  { focus: 'Row 3', at: ['right', 'bottom'] },
  { focus: 'Bottom right', at: ['left', 'bottom'] },
  { focus: `Row ${Math.ceil(innerHeight / ROW) - 1}`, at: ['top', 'right'] },
])('does not cover the focus on $focus', async ({ focus, at }) => {
  const { show } = await open()
  button(focus).focus({ preventScroll: true })
  await show(40)
  expect(corner()).toEqual(at)
})

test('does not cover the option that a focused field highlights', async () => {
  const { show } = await open()
  screen.getByRole('textbox', { name: 'Search' }).focus()
  await show(40)
  expect(corner()).toEqual(['top', 'right'])
})

test('moves when the focus comes under the messages, and then stays', async () => {
  const { show } = await open()
  await show(40)
  button('Bottom right').focus()
  await twoFrames()
  expect(corner()).toEqual(['left', 'bottom'])
  button('Row 3').focus()
  await twoFrames()
  expect(corner()).toEqual(['left', 'bottom'])
  button('Bottom left').focus()
  await twoFrames()
  expect(corner()).toEqual(['right', 'bottom'])
})

test('does not move while the focus is on a message', async () => {
  const { show } = await open()
  await show(40)
  point(innerWidth - 40, innerHeight - 80)
  act(() => button('Dismiss').focus())
  await show(100)
  expect(corner()).toEqual(['right', 'bottom'])
})

test.each([
  { dialog: 'left', at: ['right', 'bottom'] },
  { dialog: 'right', at: ['left', 'bottom'] },
] as const)('does not cover a dialog along the $dialog edge', async ({ dialog, at }) => {
  const { show } = await open(dialog)
  await show(40)
  expect(corner()).toEqual(at)
})
