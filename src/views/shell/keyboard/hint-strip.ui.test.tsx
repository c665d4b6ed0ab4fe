import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eventually } from '@tests/helpers/eventually'
import type { PlaceData } from '@/commands/place'
import type { StartedSequence } from '@/keymap/listen'
import { liveKeys, keysForMode } from '@/keymap/live'
import type { KeyBinding } from '@/keymap/keymap'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import HintStrip, { namePrefix } from './hint-strip'
import { type KeyChoice, LoadingMenu } from './hint-strip-host'

const first = vi.fn<() => void>()
const places: PlaceData[] = [
  {
    scope: 'list',
    of: 'check',
    target: { kind: 'check', id: 'a', label: 'payments-api' },
    handlers: { 'list.first': first },
  },
  { scope: 'page' },
  { scope: 'app' },
]
const table: KeyBinding[] = [
  { keys: 'g g', call: 'list.first', at: 'list' },
  { keys: 'g h', call: 'go.health', at: 'app' },
  { keys: 'g r', call: 'check.run', at: 'app' },
  { keys: 'g d', call: 'prefs.theme?theme=dark', at: 'app' },
  { keys: 'g k', call: 'detail.back', at: 'app' },
]
const started: StartedSequence = {
  pending: { presses: ['g'], count: '' },
  live: liveKeys(places, keysForMode(table, 'on', false), false),
  places,
}
/** The choices of this table have as many groups. */
const groups = 'List, Go, Health and 1 more'
const spoken: string[] = []
vi.mock('@/ui/voice', () => ({ announce: (text: string) => spoken.push(text) }))

beforeEach(() => {
  spoken.length = 0
  first.mockClear()
})
afterEach(() => vi.useRealTimers())

const reserved = () => document.documentElement.style.getPropertyValue('--strip')

const show = (isMenu?: true, onClose: () => void = () => undefined) =>
  render(
    <GalleryConsole>
      <button type="button">Row</button>
      <HintStrip hint={{ started, ...(isMenu ? { isMenu } : {}) }} onClose={onClose} />
    </GalleryConsole>
  )

test('neither shows nor announces the strip for a fast sequence', () => {
  vi.useFakeTimers()
  const { unmount } = show()
  vi.advanceTimersByTime(299)
  expect(screen.queryByText('Go to Health')).toBeNull()
  unmount()
  vi.advanceTimersByTime(1000)
  expect(spoken).toEqual([])
})

test('shows the choices with refusal reasons after a pause, and announces their number once', async () => {
  show()
  expect(await screen.findByText('Go to Health')).toBeTruthy()
  expect(screen.getByText('Change theme: dark')).toBeTruthy()
  expect(
    screen.getByText('Requires the right to run checks. Administrators, editors, commanders and responders have it.')
  ).toBeTruthy()
  // A command without a handler is not offered.
  expect(screen.queryByText('Back to the list')).toBeNull()
  await eventually(() => expect(spoken).toEqual([`${groups}: 4 choices. Tab to list.`]))
})

test.each([
  ['m', ['Topology', 'Lists', 'Topology', 'Go', 'Topology'], 'Topology'],
  ['m', ['Go', 'Lists', 'Lists', 'Go'], 'Go and Lists'],
  ['m', [], 'M'],
])('names the sequence %s of the groups %j: %s', (pressed, all, name) => {
  const choices = all.map((group) => ({ group }) as KeyChoice)
  expect(namePrefix(pressed, choices)).toBe(name)
})

test('reserves space for the strip on the page, and releases it', async () => {
  const { unmount } = show()
  const strip = (await screen.findByText('Go to Health')).closest('[aria-hidden]')
  await eventually(() => expect(reserved()).toBe(`${strip?.getBoundingClientRect().height}px`))
  unmount()
  expect(reserved()).toBe('')
})

test('does not open a loading menu after another key press', () => {
  const close = vi.fn<() => void>()
  render(<LoadingMenu onMovedOn={close} />)
  fireEvent.keyDown(document.body, { key: 'j' })
  expect(close).toHaveBeenCalledOnce()
})

test('focuses the menu, whose items have keys and reasons, and runs an item on Enter', async () => {
  const close = vi.fn<() => void>()
  show(true, close)
  const items = await screen.findAllByRole('menuitem')
  expect(screen.getByRole('menu', { name: `${groups}: 4 choices.` })).toBeTruthy()
  expect(items.map((one) => one.textContent)).toEqual([
    expect.stringContaining('First row'),
    expect.stringContaining('Go to Health'),
    expect.stringContaining(
      'Requires the right to run checks. Administrators, editors, commanders and responders have it.'
    ),
    expect.stringContaining('Change theme: dark'),
  ])
  await eventually(() => expect(document.activeElement).toBe(items[0]))
  await userEvent.keyboard('{Enter}')
  expect(close).toHaveBeenCalledOnce()
  await eventually(() => expect(first).toHaveBeenCalledOnce())
})

test('closes the menu on Escape', async () => {
  const close = vi.fn<() => void>()
  show(true, close)
  await screen.findAllByRole('menuitem')
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalled()
  expect(first).not.toHaveBeenCalled()
})
