import { render, renderHook, waitFor } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  useAbortable,
  useAnnouncement,
  useEventListener,
  useFocus,
  useLatest,
  useResize,
  useTimeout,
  useUnmount,
} from './hooks'

const { announce } = vi.hoisted(() => ({ announce: vi.fn<(text: string, options: object) => void>() }))
vi.mock('./voice', () => ({ announce }))

afterEach(() => void vi.useRealTimers())

test('announces a text when it appears and when it changes', () => {
  const { rerender } = renderHook(({ text }) => useAnnouncement(text, { key: 'test' }), {
    initialProps: { text: undefined as string | undefined },
  })
  expect(announce).not.toHaveBeenCalled()
  rerender({ text: 'One row.' })
  rerender({ text: 'One row.' })
  rerender({ text: undefined })
  rerender({ text: 'Two rows.' })
  expect(announce.mock.calls).toEqual([
    ['One row.', { key: 'test' }],
    ['Two rows.', { key: 'test' }],
  ])
})

test('keeps a ref on the value of the latest render', () => {
  const { result, rerender } = renderHook(({ value }) => useLatest(value), { initialProps: { value: 1 } })
  const first = result.current
  rerender({ value: 2 })
  expect(result.current).toBe(first)
  expect(first.current).toBe(2)
})

test('runs the action of the latest render when the component is removed', () => {
  const left = vi.fn<(value: number) => void>()
  const { rerender, unmount } = renderHook(({ value }) => useUnmount(() => left(value)), { initialProps: { value: 1 } })
  rerender({ value: 2 })
  expect(left).not.toHaveBeenCalled()
  unmount()
  expect(left.mock.calls).toEqual([[2]])
})

test('listens to events of the window until the component is removed', () => {
  const heard = vi.fn<(key: string) => void>()
  const { unmount } = renderHook(() => useEventListener(window, 'keydown', ({ key }) => heard(key), { capture: true }))
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }))
  unmount()
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'b' }))
  expect(heard.mock.calls).toEqual([['a']])
})

function WheelBox() {
  const box = useRef<HTMLDivElement>(null)
  useEventListener(box, 'wheel', (event) => event.preventDefault(), { passive: false })
  return <div ref={box} data-testid="box" />
}

test('prevents an event of an element that React listens to passively', () => {
  const { getByTestId } = render(<WheelBox />)
  expect(getByTestId('box').dispatchEvent(new WheelEvent('wheel', { cancelable: true }))).toBe(false)
})

test('runs an action once per delay, and starts over on a change', () => {
  vi.useFakeTimers()
  const act = vi.fn<() => void>()
  const { rerender } = renderHook(({ ms, of }) => useTimeout(ms, act, of), {
    initialProps: { ms: 100 as number | undefined, of: 'a' },
  })
  vi.advanceTimersByTime(90)
  rerender({ ms: 100, of: 'b' })
  vi.advanceTimersByTime(90)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(act).toHaveBeenCalledTimes(1)
  rerender({ ms: undefined, of: 'c' })
  vi.advanceTimersByTime(200)
  expect(act).toHaveBeenCalledTimes(1)
})

test('aborts the work for the previous subject, and all work when the component is removed', () => {
  const signals: AbortSignal[] = []
  const { rerender, unmount } = renderHook(({ of }) => useAbortable(async (signal) => void signals.push(signal), of), {
    initialProps: { of: 1 },
  })
  rerender({ of: 1 })
  rerender({ of: 2 })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  unmount()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
})

test('calls the function when an element is measured and when its size changes', async () => {
  const widths: number[] = []
  function Box({ width }: { width: number }) {
    const box = useRef<HTMLDivElement>(null)
    useResize(box, () => void widths.push(box.current?.offsetWidth ?? 0))
    return <div ref={box} style={{ width, height: 10 }} />
  }
  const { rerender } = render(<Box width={100} />)
  await waitFor(() => expect(widths).toEqual([100]))
  rerender(<Box width={200} />)
  await waitFor(() => expect(widths).toEqual([100, 200]))
})

function Field({ isWanted }: { isWanted: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useFocus(field, isWanted)
  return <input ref={field} />
}

test('focuses an element once when it is wanted', () => {
  const { rerender, container } = render(<Field isWanted={false} />)
  const field = container.querySelector('input')
  expect(document.activeElement).toBe(document.body)
  rerender(<Field isWanted />)
  expect(document.activeElement).toBe(field)
  field?.blur()
  rerender(<Field isWanted />)
  expect(document.activeElement).toBe(document.body)
})
