import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { announce, type AnnounceOptions } from './voice'

/*
 * The effects that many components need, one hook for each intent. Functions passed to these hooks need no stable
 * identity: the hooks call the function of the latest render.
 */

/** Announces a text when it appears and when it changes. Undefined announces nothing. */
export function useAnnouncement(text: string | undefined, options: AnnounceOptions = {}): void {
  const say = useEffectEvent((words: string) => announce(words, options))
  useEffect(() => {
    if (text !== undefined) say(text)
  }, [text])
}

/**
 * A ref to the value of the latest render, for functions that keep their identity and run later. A function that only
 * effects call needs no ref: use React's `useEffectEvent`.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}

/** Runs an action when the component is removed. */
export function useUnmount(action: () => void): void {
  const onUnmount = useEffectEvent(action)
  useEffect(() => () => onUnmount(), [])
}

type ListenerOptions = { capture?: boolean; passive?: boolean }

/**
 * Listens to an event of the window, or of an element that is rendered as long as the component. Prefer the event
 * properties of elements, such as `onKeyDown`, unless the event must be captured, or prevented despite being passive.
 */
export function useEventListener<K extends keyof WindowEventMap>(
  target: Window,
  type: K,
  listener: (event: WindowEventMap[K]) => void,
  options?: ListenerOptions
): void
export function useEventListener<K extends keyof HTMLElementEventMap>(
  target: RefObject<HTMLElement | null>,
  type: K,
  listener: (event: HTMLElementEventMap[K]) => void,
  options?: ListenerOptions
): void
export function useEventListener(
  target: Window | RefObject<HTMLElement | null>,
  type: string,
  listener: (event: never) => void,
  { capture = false, passive }: ListenerOptions = {}
): void {
  const onEvent = useEffectEvent(listener as (event: Event) => void)
  useEffect(() => {
    const emitter = target instanceof EventTarget ? target : target.current
    const handle = (event: Event) => onEvent(event)
    emitter?.addEventListener(type, handle, passive === undefined ? { capture } : { capture, passive })
    return () => emitter?.removeEventListener(type, handle, { capture })
  }, [target, type, capture, passive])
}

/**
 * Runs an action once, some time after the component has appeared, and once more after each change of the time or of
 * `restartOn`.
 * @param ms the delay in milliseconds; undefined cancels the action
 */
export function useTimeout(ms: number | undefined, action: () => void, restartOn?: unknown): void {
  const onTimeout = useEffectEvent(action)
  useEffect(() => {
    if (ms === undefined) return undefined
    const timer = setTimeout(() => onTimeout(), ms)
    return () => clearTimeout(timer)
    // `restartOn` is not read: it only restarts the delay.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [ms, restartOn])
}

/**
 * Starts asynchronous work when the component appears and when `subject` changes. The signal is aborted when the
 * subject changes and when the component is removed.
 */
export function useAbortable(work: (signal: AbortSignal) => Promise<void>, subject?: unknown): void {
  const start = useEffectEvent(work)
  useEffect(() => {
    const controller = new AbortController()
    void start(controller.signal)
    return () => controller.abort()
    // `subject` is not read: a change only starts the work again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [subject])
}

/** Calls a function once the size of an element is known, and whenever it changes. */
export function useResize(element: Element | RefObject<Element | null> | null, onResize: () => void): void {
  const onChange = useEffectEvent(onResize)
  useLayoutEffect(() => {
    const box = element instanceof Element || !element ? element : element.current
    if (!box) return undefined
    const observer = new ResizeObserver(() => onChange())
    observer.observe(box)
    return () => observer.disconnect()
  }, [element])
}

/** Focuses an element when it appears, or later when `isWanted` becomes true. Other renders do not move focus. */
export function useFocus(element: RefObject<HTMLElement | null>, isWanted = true): void {
  useEffect(() => {
    if (isWanted) element.current?.focus()
  }, [element, isWanted])
}
