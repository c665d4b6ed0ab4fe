import { useEffect, useState } from 'react'
import { idleQueue } from './prefetch-queue'

type Step<T> = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'ready'; value: T }
type LoadedModule<T> = Step<T> & { retry(): void }

/** Loaded modules, which render at once. */
const loadedModules = new WeakMap<() => Promise<unknown>, { value: unknown }>()

/**
 * Loads a module of the console when it is first shown. Unlike with `lazy`, a failed load can be retried. `load` must
 * keep its identity.
 */
export function useLoaded<T>(load: () => Promise<T>): LoadedModule<T> {
  const [step, setStep] = useState<Step<T>>(() => stepOf(load))
  useEffect(() => {
    if (!applyLoaded(load, setStep)) void start(load, setStep)
  }, [load])
  const retry = () => {
    setStep({ is: 'loading' })
    void start(load, setStep)
  }
  return { ...step, retry }
}

/** Loads a module in idle time, or at once with `now`, so that more urgent requests need not wait for it. */
export function useIdleModule<T>(load: () => Promise<T>): Step<T> & { now(): void } {
  const [step, setStep] = useState<Step<T>>(() => stepOf(load))
  const now = () => void start(load, setStep)
  useEffect(() => (applyLoaded(load, setStep) ? undefined : idleQueue.add(() => start(load, setStep))), [load])
  return { ...step, now }
}

/**
 * Loads a module in idle time. If that fails, it is loaded again when needed.
 * @returns a function that cancels the load, unless it has started
 */
export const preloadModule = (load: () => Promise<unknown>): (() => void) =>
  idleQueue.add(async () => loadedModules.has(load) || start(load, () => undefined))

/**
 * Loads a module now, because it will be shown soon. If that fails, it is loaded again when needed.
 * @returns the module; undefined if the load failed
 */
export async function prefetchModule<T>(load: () => Promise<T>): Promise<T | undefined> {
  let value: T | undefined
  const store = (step: Step<T>) => {
    if (step.is === 'ready') value = step.value
  }
  if (loadedModules.has(load)) store(stepOf(load))
  else await start(load, store)
  return value
}

function stepOf<T>(load: () => Promise<T>): Step<T> {
  const found = loadedModules.get(load) as { value: T } | undefined
  return found ? { is: 'ready', value: found.value } : { is: 'loading' }
}

/** Uses a loaded module, even one that loaded between render and effect. @returns whether the module is loaded */
function applyLoaded<T>(load: () => Promise<T>, set: (update: (now: Step<T>) => Step<T>) => void): boolean {
  const found = stepOf(load)
  if (found.is === 'ready') set((now) => (now.is === 'ready' ? now : found))
  return found.is === 'ready'
}

/** Loads in flight, shared by all callers. */
const inFlight = new WeakMap<() => Promise<unknown>, Promise<unknown>>()

function loadOnce<T>(load: () => Promise<T>): Promise<T> {
  const known = inFlight.get(load) as Promise<T> | undefined
  if (known) return known
  const loading = load().finally(() => inFlight.delete(load))
  inFlight.set(load, loading)
  return loading
}

async function start<T>(load: () => Promise<T>, set: (step: Step<T>) => void): Promise<void> {
  try {
    const value = await loadOnce(load)
    loadedModules.set(load, { value })
    set({ is: 'ready', value })
  } catch (error) {
    set({ is: 'failed', error })
  }
}
