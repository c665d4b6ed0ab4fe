import { act, fireEvent, render, screen } from '@testing-library/react'
import { toast } from 'react-hot-toast/headless'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createJournal, type JournalMessage } from '@/commands/journal'
import { publishPlace } from '@/commands/place'
import { keymap } from '@/keymap/keymap'
import { keysForMode } from '@/keymap/live'
import { type Console, ConsoleProvider } from '../../shared/console'
import { MessageArea } from './message-area'
import { newestToast } from './toast-host'
import { showLoading, showToast, Toasts } from './toasts'

const perform = vi.fn<Console['perform']>(() => Promise.resolve(undefined))
const undo = vi.fn<Console['undo']>()
let journal = createJournal()

beforeEach(() => {
  publishPlace(document.body, () => ({ scope: 'app' }))
  vi.useFakeTimers()
  perform.mockClear()
  undo.mockClear()
  journal = createJournal()
  const environment = { path: '/', roles: undefined, online: true, nameOf: () => undefined }
  render(
    <ConsoleProvider value={{ perform, undo, environment, keys: keysForMode(keymap, 'on', false), journal }}>
      <h1 tabIndex={-1}>Health</h1>
      <button type="button">Elsewhere</button>
      <input aria-label="Name" />
      <MessageArea>
        <Toasts />
      </MessageArea>
    </ConsoleProvider>
  )
})
afterEach(() => {
  act(() => toast.remove())
  vi.useRealTimers()
})

const show = (message: Partial<JournalMessage>) =>
  act(() => showToast(journal.add({ tone: 'good', text: 'payments-db deleted successfully', next: [], ...message })))
const toasts = () => [...document.querySelectorAll<HTMLElement>('[data-toast]')]
const texts = () => toasts().map((one) => one.querySelector('span')?.textContent)
/** The keys on the buttons, by the visible name of the button. */
const keysOn = (one: Element | undefined) =>
  Object.fromEntries(
    [...(one?.querySelectorAll('button') ?? [])].map((pressed) => [
      pressed.ariaLabel?.replace(/:.*/, '') ?? pressed.firstChild?.textContent,
      [...pressed.querySelectorAll('kbd')].map(({ textContent }) => textContent).join('+'),
    ])
  )
const kinds = () => toasts().map(({ dataset }) => dataset['kind'])
const boxOfAll = () => screen.getByRole('region', { name: 'Messages' }).getBoundingClientRect()
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const button = (name: string) => screen.getByRole('button', { name })

test('shows success, failure and loading differently [TOAST-02]', () => {
  show({})
  show({ tone: 'wrong', text: 'duplicate key value' })
  act(() => void showLoading('Deleting payments-db'))
  expect(kinds().toSorted()).toEqual(['error', 'loading', 'success'])
})

test('shows the server message of a failure [TOAST-07]', () => {
  show({ tone: 'wrong', text: 'duplicate key value violates unique constraint' })
  expect(texts()).toEqual(['duplicate key value violates unique constraint'])
})

test('shows toasts at the bottom right [TOAST-01]', () => {
  show({})
  const { right, bottom } = boxOfAll()
  expect([innerWidth - right, innerHeight - bottom]).toEqual([16, 16])
})

test('removes a toast after five seconds [TOAST-03]', () => {
  show({})
  pass(4990)
  expect(toasts()).toHaveLength(1)
  pass(20)
  expect(toasts()).toHaveLength(0)
})

test('shows a toast with edge `top` at the top right, also for five seconds [LINK-19 LINK-20]', async () => {
  const linked = { text: 'Linked to incident successfully: Payments down', edge: 'top' } as const
  show(linked)
  pass(4990)
  expect(toasts()).toHaveLength(1)
  pass(20)
  expect(toasts()).toHaveLength(0)
  show(linked)
  await expect.poll(() => boxOfAll().top).toBe(16)
  expect(innerWidth - boxOfAll().right).toBe(16)
})

test('shows at most three toasts, and counts the others with a link to Messages', () => {
  for (const text of ['one', 'two', 'three', 'four', 'five']) show({ text })
  expect(texts()).toEqual(['five', 'four', 'three'])
  fireEvent.click(button('2 more messages'))
  expect(perform).toHaveBeenCalledExactlyOnceWith({ call: 'help.messages', origin: 'button' }, [])
  fireEvent.click(button('Dismiss: five'))
  expect(texts()).toEqual(['four', 'three', 'two'])
  expect(button('1 more message')).toBeTruthy()
})

test('does not replace a toast by a newer one while one of them has focus', () => {
  for (const text of ['one', 'two', 'three']) show({ text })
  act(() => button('Dismiss: one').focus())
  show({ text: 'four' })
  expect(texts()).toEqual(['three', 'two', 'one'])
  expect(button('1 more message')).toBeTruthy()
  act(() => button('Elsewhere').focus())
  expect(texts()).toEqual(['four', 'three', 'two'])
})

test('does not move a toast when another one appears', () => {
  show({ text: 'one' })
  for (const one of document.getAnimations()) one.finish()
  const before = toasts()[0]?.getBoundingClientRect()
  show({ text: 'two' })
  show({ text: 'three' })
  expect(texts().at(-1)).toBe('one')
  expect(toasts().at(-1)?.getBoundingClientRect()).toEqual(before)
})

test('shows one toast of one line in a short window', async () => {
  vi.useRealTimers()
  await page.viewport(320, 256)
  onTestFinished(() => page.viewport(1280, 800))
  show({ text: 'one' })
  show({
    text: 'Stopped “Last recording” at sign-in page, after 1 of 3 changes',
    next: [
      { title: 'Go on', call: 'macro.replay?from=1' },
      { title: 'Skip and continue', call: 'macro.replay?from=2' },
    ],
  })
  await screen.findByRole('button', { name: /^More: / })
  expect(toasts()).toHaveLength(1)
  expect(boxOfAll().height).toBeLessThan(60)
  const [shown] = toasts()
  expect(shown?.scrollWidth).toBeLessThanOrEqual(shown?.clientWidth ?? 0)
  expect(Object.keys(keysOn(shown))).toEqual(['Go on', 'More', '1 more message', 'Dismiss'])
})

const undoable = { undo: () => ({ message: 'Restored.' }) }

test('shows on the buttons of the newest toast the keys that press them', () => {
  show({ text: 'one', ...undoable })
  expect(keysOn(toasts()[0])).toEqual({ Undo: 'Z', Dismiss: 'F4' })
  show({ text: 'two', next: [{ title: 'Try again', call: 'check.run' }] })
  expect(toasts().map(keysOn)).toEqual([
    { 'Try again': 'Shift+F4', Dismiss: 'F4' },
    { Undo: 'Z', Dismiss: '' },
  ])
  act(() => newestToast.get()?.act?.())
  expect(perform).toHaveBeenCalledExactlyOnceWith({ call: 'check.run', origin: 'button' }, [])
  expect(texts()).toEqual(['one'])
  act(() => newestToast.get()?.dismiss())
  expect(toasts()).toHaveLength(0)
  expect(newestToast.get()).toBeUndefined()
})

test('shows no key that does not work where the focus is', () => {
  show({ text: 'one', ...undoable })
  act(() => screen.getByRole('textbox', { name: 'Name' }).focus())
  expect(keysOn(toasts()[0])).toEqual({ Undo: 'Shift+F4', Dismiss: 'F4' })
  act(() => button('Elsewhere').focus())
  expect(keysOn(toasts()[0])).toEqual({ Undo: 'Z', Dismiss: 'F4' })
})

test.each([
  [
    'hover',
    () => fireEvent.mouseEnter(screen.getByRole('region')),
    () => fireEvent.mouseLeave(screen.getByRole('region')),
  ],
  [
    'focus',
    () => act(() => button('Dismiss: payments-db deleted successfully').focus()),
    () => act(() => button('Elsewhere').focus()),
  ],
])('keeps a toast open on %s', (_by, hold, release) => {
  show({})
  pass(3000)
  hold()
  pass(60_000)
  expect(toasts()).toHaveLength(1)
  release()
  pass(2500)
  expect(toasts()).toHaveLength(0)
})

test('replaces a toast of the same kind, with a new Undo and a new five seconds', () => {
  show({ kind: 'check.run', undo: () => ({ message: 'Restored.' }) })
  show({ kind: 'check.silence', text: 'Silenced checkout API' })
  pass(4000)
  show({ kind: 'check.run', tone: 'bad', text: 'Ran payments API: unhealthy' })
  expect(texts()).toEqual(['Silenced checkout API', 'Ran payments API: unhealthy'])
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
  pass(4000)
  expect(texts()).toEqual(['Ran payments API: unhealthy'])
})

const trace = 'relation "checks" does not exist at character 15, in the statement that was sent. '.repeat(25)
test.each([
  ['a long message', trace, []],
  ['one long word', 'x'.repeat(2000), []],
  ['lines', 'at Object.run (checks.js:12)\n'.repeat(40), []],
  ['a long message with a next call', trace, [{ title: 'Try again', call: 'check.run' }]],
  [
    'a long message with several next calls',
    trace,
    [
      { title: 'Try again', call: 'check.run' },
      { title: 'Open the incident', call: 'incident.open' },
    ],
  ],
])('truncates %s to three lines of the same width, and links to Messages', async (_of, text, next) => {
  vi.useRealTimers()
  show({ text: 'Ran it.' })
  const short = toasts()[0]?.getBoundingClientRect()
  act(() => toast.remove())
  show({ tone: 'wrong', text, next })
  const more = await screen.findByRole('button', { name: /^More: / })
  const [shown] = toasts()
  expect(shown?.getBoundingClientRect().width).toBe(short?.width)
  // With one or two lines of buttons.
  expect(shown?.clientHeight).toBeLessThan(next.length > 1 ? 140 : 105)
  expect([...(shown?.querySelectorAll('button') ?? [])].map((one) => one.ariaLabel ?? '')).toSatisfy((all: string[]) =>
    all.every(({ length }) => length < 100)
  )
  await page.viewport(320, 640)
  onTestFinished(() => page.viewport(1280, 800))
  await expect.poll(() => (shown?.scrollWidth ?? 0) - (shown?.clientWidth ?? 0)).toBeLessThanOrEqual(0)
  // Two lines, and one or two lines of buttons.
  await expect.poll(() => shown?.clientHeight).toBeLessThan(next.length > 1 ? 125 : 90)
  fireEvent.click(more)
  expect(perform).toHaveBeenCalledExactlyOnceWith({ call: 'help.messages', origin: 'button' }, [])
})

test.each([1280, 320])(
  'leaves room for the text beside many buttons that do not overlap at %d pixels',
  async (width) => {
    vi.useRealTimers()
    await page.viewport(width, 800)
    onTestFinished(() => page.viewport(1280, 800))
    const next = [
      { title: 'Go on', call: 'macro.replay?from=1' },
      { title: 'Skip and continue', call: 'macro.replay?from=2' },
    ]
    const text = 'Stopped “Last recording” at sign-in page, after 1 of 3 changes: There is a silence already'
    show({
      text: `${text}, which ends tomorrow at noon, and begins the day after, for as long as nobody ends it`,
      next,
      undo: () => ({ message: '' }),
    })
    await screen.findByRole('button', { name: /^More: / })
    const words = screen.getByText(/^Stopped/).getBoundingClientRect()
    expect(words.width).toBeGreaterThan(200)
    const [shown] = toasts()
    expect(shown?.scrollWidth).toBeLessThanOrEqual(shown?.clientWidth ?? 0)
    const boxes = [...(shown?.querySelectorAll('button') ?? [])].map((one) => one.getBoundingClientRect())
    expect(boxes).toHaveLength(5)
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1))
        expect(
          one.right < other.left || other.right < one.left || one.bottom <= other.top || other.bottom <= one.top
        ).toBe(true)
  }
)

test('shows a message again whose toast was just dismissed, also on a busy machine', () => {
  const message = { tone: 'good', text: 'Ran orders: healthy.', kind: 'check.run', next: [] } as const
  show(message)
  fireEvent.click(button('Dismiss: Ran orders: healthy.'))
  pass(950)
  // Timers of the dismissed toast run before the effects of the new one.
  act(() => {
    showToast(journal.add(message))
    vi.advanceTimersByTime(100)
  })
  expect(toasts()).toHaveLength(1)
})

test('keeps a loading toast until its result', () => {
  const started: ReturnType<typeof showLoading>[] = []
  act(() => void started.push(showLoading('Deleting payments-db')))
  pass(60_000)
  expect(kinds()).toEqual(['loading'])
  act(() => started[0]?.(journal.add({ tone: 'good', text: 'payments-db deleted successfully', next: [] })))
  expect(kinds()).toEqual(['success'])
})

test('does not focus a toast, and returns focus after dismissing one', () => {
  button('Elsewhere').focus()
  show({})
  show({ text: 'payments-api updated successfully' })
  expect(document.activeElement).toBe(button('Elsewhere'))
  act(() => button('Dismiss: payments-db deleted successfully').focus())
  fireEvent.click(button('Dismiss: payments-db deleted successfully'))
  expect(document.activeElement).toBe(button('Dismiss: payments-api updated successfully'))
  fireEvent.click(button('Dismiss: payments-api updated successfully'))
  expect(document.activeElement).toBe(button('Elsewhere'))
  expect(toasts()).toHaveLength(0)
})

test('offers Undo in a toast while its outcome can be undone', () => {
  show({ undo: () => ({ message: 'Restored.' }) })
  fireEvent.click(button('Undo: payments-db deleted successfully'))
  expect(undo).toHaveBeenCalledExactlyOnceWith(1)
  expect(toasts()).toHaveLength(0)
})

test('offers buttons for the next calls in a toast', () => {
  show({ tone: 'wrong', text: 'timed out', next: [{ title: 'Try again', call: 'check.run' }] })
  fireEvent.click(button('Try again'))
  expect(perform).toHaveBeenCalledExactlyOnceWith({ call: 'check.run', origin: 'button' }, [])
})

test('does not announce toasts, because messages are announced', () => {
  show({})
  expect(document.querySelector('section [aria-live], section [role=status], section [role=alert]')).toBeNull()
})
