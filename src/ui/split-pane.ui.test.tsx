import { act, fireEvent, render, screen } from '@testing-library/react'
import { createRef, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type SplitHandle, SplitPane } from './split-pane'

beforeEach(async () => {
  localStorage.clear()
  await page.viewport(1280, 800)
})

function show(second: ReactNode = <p>Detail</p>) {
  const ref = createRef<SplitHandle>()
  const { unmount } = render(
    <div style={{ width: 1000, height: 300 }}>
      <SplitPane label="Checks" name="test" usual={60} first={<p>List</p>} second={second} ref={ref} />
    </div>
  )
  return { ref, unmount }
}
const separator = () => screen.getByRole('separator', { name: 'Size of Checks' })
const now = () => Number(separator().getAttribute('aria-valuenow'))
const width = () => Math.round(pane()?.getBoundingClientRect().width ?? 0)
const pane = () => document.getElementById(separator().getAttribute('aria-controls') ?? '')

test('exposes the resized pane, the size and its limits', () => {
  show()
  const attributes = ['aria-orientation', 'aria-valuenow', 'aria-valuemin', 'aria-valuemax']
  expect(attributes.map((name) => separator().getAttribute(name))).toEqual(['vertical', '60', '25', '80'])
  expect([pane()?.textContent, width()]).toEqual(['List', 600])
})

test.each([
  ['{ArrowLeft}', 58],
  ['{ArrowRight}', 62],
  ['{PageUp}', 50],
  ['{PageDown}', 70],
  ['{Home}', 25],
  ['{Home}{ArrowLeft}', 25],
  ['{End}', 80],
  ['{End}{PageDown}', 80],
  ['{Enter}', 25],
  ['{Enter}{Enter}', 60],
  ['{Enter}{ArrowRight}{Enter}{Enter}', 27],
])('%s resizes to %d%%', async (keys, percent) => {
  show()
  await userEvent.tab()
  expect(document.activeElement).toBe(separator())
  await userEvent.keyboard(keys)
  expect([now(), width()]).toEqual([percent, percent * 10])
})

const at = (clientX: number) => ({ pointerId: 1, clientX: clientX + (pane()?.getBoundingClientRect().left ?? 0) })

test('can be dragged with the pointer', () => {
  show()
  // Only a real pointer can be captured.
  separator().setPointerCapture = () => undefined
  separator().hasPointerCapture = () => true
  fireEvent.pointerDown(separator(), at(600))
  fireEvent.pointerMove(separator(), at(400))
  expect([now(), width()]).toEqual([40, 400])
})

test('stores its size, which can be reset', async () => {
  const { unmount } = show()
  await userEvent.tab()
  await userEvent.keyboard('{PageUp}')
  unmount()
  const { ref } = show()
  expect(now()).toBe(50)
  act(() => ref.current?.resize(4))
  expect(now()).toBe(54)
  act(() => ref.current?.reset())
  expect([now(), localStorage.length]).toEqual([60, 0])
})

test.each(['junk', '', '900'])('a stored value of %j does not exceed the limits', (stored) => {
  localStorage.setItem('console.pane.test', stored)
  show()
  expect(now()).toBeGreaterThanOrEqual(25)
  expect(now()).toBeLessThanOrEqual(80)
})

test('without a second pane, the first takes the whole width and there is no separator', () => {
  show(null)
  expect(screen.queryByRole('separator')).toBeNull()
  expect(screen.getByText('List').getBoundingClientRect().width).toBe(1000)
})

test('on narrow screens the second pane covers the first', async () => {
  await page.viewport(800, 800)
  show()
  expect(screen.getByText('List').checkVisibility()).toBe(false)
  expect(screen.getByText('Detail').checkVisibility()).toBe(true)
  expect(screen.queryByRole('separator')).toBeNull()
})
