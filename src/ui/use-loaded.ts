import { useEffect, useState } from 'react'
import { idle } from './idle'

type Step<T> = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'ready'; value: T }
export type Loaded<T> = Step<T> & { retry(): void }

/** A loaded part is drawn at once. */
const here = new WeakMap<() => Promise<unknown>, { value: unknown }>()

/**
 * Loads a part of the console when it is first shown; unlike `lazy`, it can be tried again. `load` has to stay the
 * same.
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [step, setStep] = useState<Step<T>>(() => stepOf(load))
  useEffect(() => {
    if (!take(load, setStep)) void start(load, setStep)
  }, [load])
  const retry = () => {
    setStep({ is: 'loading' })
    void start(load, setStep)
  }
  return { ...step, retry }
}

/** Loads a part that is shown anyway when the page rests, or `now`: what is wanted first is not kept waiting by it. */
export function useLoadedInIdleTime<T>(load: () => Promise<T>): Step<T> & { now(): void } {
  const [step, setStep] = useState<Step<T>>(() => stepOf(load))
  const now = () => void start(load, setStep)
  useEffect(() => (take(load, setStep) ? undefined : idle.add(() => start(load, setStep))), [load])
  return { ...step, now }
}

/**
 * Loads a part in idle time. If that fails, it is loaded again when needed.
 * @returns cancels that, unless it has started
 */
export const preload = (load: () => Promise<unknown>): (() => void) =>
  idle.add(async () => here.has(load) || start(load, () => undefined))

/**
 * Loads a part now, for whoever shows it in a moment. If that fails, it is loaded again when needed.
 * @returns the part; undefined if that failed
 */
export async function prefetchModule<T>(load: () => Promise<T>): Promise<T | undefined> {
  let value: T | undefined
  const keep = (step: Step<T>) => {
    if (step.is === 'ready') value = step.value
  }
  if (here.has(load)) keep(stepOf(load))
  else await start(load, keep)
  return value
}

function stepOf<T>(load: () => Promise<T>): Step<T> {
  const found = here.get(load) as { value: T } | undefined
  return found ? { is: 'ready', value: found.value } : { is: 'loading' }
}

/** Takes a part that is here: also one that came after it was drawn that it is not. @returns whether it is here */
function take<T>(load: () => Promise<T>, set: (update: (now: Step<T>) => Step<T>) => void): boolean {
  const found = stepOf(load)
  if (found.is === 'ready') set((now) => (now.is === 'ready' ? now : found))
  return found.is === 'ready'
}

/** Whoever wants a part that is on its way waits for the same. */
const onTheWay = new WeakMap<() => Promise<unknown>, Promise<unknown>>()

function loadOnce<T>(load: () => Promise<T>): Promise<T> {
  const known = onTheWay.get(load) as Promise<T> | undefined
  if (known) return known
  const loading = load().finally(() => onTheWay.delete(load))
  onTheWay.set(load, loading)
  return loading
}

async function start<T>(load: () => Promise<T>, set: (step: Step<T>) => void): Promise<void> {
  try {
    const value = await loadOnce(load)
    here.set(load, { value })
    set({ is: 'ready', value })
  } catch (error) {
    set({ is: 'failed', error })
  }
}
