import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { eventually } from '../../tests/helpers/eventually'
import { Button } from './button'

afterEach(() => {
  vi.useRealTimers()
})

const nothing = () => undefined
const tip = () => document.querySelector<HTMLElement>('[role=tooltip]')
const shown = () => eventually(() => expect(tip()).not.toBeNull())
const gone = () => eventually(() => expect(tip()).toBeNull())

const refresh = (
  <Button label="Refresh" description="Shortcut: Shift+R" refusal="You are offline." onPress={nothing}>
    ↻
  </Button>
)

const save = <Button onPress={nothing}>Save</Button>

test('focus shows name, shortcut and reason; screen readers get them from the button alone', async () => {
  render(refresh)
  await userEvent.tab()
  await shown()
  expect([...(tip()?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Refresh',
    'Shortcut: Shift+R',
    'You are offline.',
  ])
  expect(tip()?.getAttribute('aria-hidden')).toBe('true')
  const button = screen.getByRole('button', { name: 'Refresh' })
  expect(button.getAttribute('aria-description')).toBe('Shortcut: Shift+R. You are offline.')
  expect(button.hasAttribute('title')).toBe(false)
})

test('Escape closes the tip and remains available to other handlers', async () => {
  const onKeyDown = vi.fn<(event: { key: string }) => void>()
  render(<div onKeyDownCapture={({ key }) => onKeyDown({ key })}>{refresh}</div>)
  await userEvent.tab()
  await shown()
  await userEvent.keyboard('{Escape}')
  await gone()
  expect(onKeyDown).toHaveBeenLastCalledWith({ key: 'Escape' })
  expect(document.activeElement).toBe(screen.getByRole('button'))
})

test('hovering shows the tip, the pointer may move into it, and leaving closes it', async () => {
  render(refresh)
  await userEvent.hover(screen.getByRole('button'))
  await shown()
  const inside = tip()
  if (inside) await userEvent.hover(inside)
  const { left, top } = inside?.getBoundingClientRect() ?? new DOMRect()
  expect(document.elementFromPoint(left + 5, top + 5)?.closest('[role=tooltip]')).toBe(inside)
  await userEvent.unhover(screen.getByRole('button'))
  await gone()
})

test.each(['start', 'center', 'end'])('never covers its control at the %s of the window', async (where) => {
  render(
    <div style={{ position: 'fixed', inset: 0, display: 'flex', alignItems: where, justifyContent: where }}>
      {refresh}
    </div>
  )
  await userEvent.tab()
  await shown()
  const [a, b] = [screen.getByRole('button').getBoundingClientRect(), tip()?.getBoundingClientRect()]
  if (!b) throw new Error('no tip')
  expect(b.bottom <= a.top || b.top >= a.bottom).toBe(true)
  expect(b.left >= 0 && b.right <= innerWidth && b.top >= 0 && b.bottom <= innerHeight).toBe(true)
})

test.each([
  ['a button with a complete visible label has no tip', 'Save', save, false],
  ['a button without one has a tip', 'Refresh', refresh, true],
])('%s', (_case, name, button, has) => {
  vi.useFakeTimers()
  render(button)
  act(() => screen.getByRole('button', { name }).focus())
  act(() => vi.advanceTimersByTime(1000))
  expect(tip() !== null).toBe(has)
})

test('moving from the control to the tip keeps the tip open; leaving both closes it', () => {
  vi.useFakeTimers()
  render(refresh)
  const button = screen.getByRole('button')
  act(() => button.focus())
  act(() => vi.advanceTimersByTime(1000))
  const inside = tip()
  fireEvent.pointerLeave(inside ?? button)
  fireEvent.pointerEnter(inside ?? button)
  act(() => vi.advanceTimersByTime(1000))
  expect(tip()).toBe(inside)
  fireEvent.pointerLeave(inside ?? button)
  act(() => vi.advanceTimersByTime(1000))
  expect(tip()).toBeNull()
})
