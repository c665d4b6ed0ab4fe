import { useEffect, useState } from 'react'
import { findLoaded, loadModule } from '../lib/load-module'
import { idleQueue } from './prefetch-queue'

type Step<T> = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'ready'; value: T }
type LoadedModule<T> = Step<T> & { retry(): void }

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
  idleQueue.add(() => start(load, () => undefined))

/**
 * Loads a module now, because it will be shown soon. If that fails, it is loaded again when needed.
 * @returns the module; undefined if the load failed
 */
export async function prefetchModule<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await loadModule(load)
  } catch {
    return undefined
  }
}

function stepOf<T>(load: () => Promise<T>): Step<T> {
  const found = findLoaded(load)
  return found ? { is: 'ready', value: found.value } : { is: 'loading' }
}

/** Uses a loaded module, even one that loaded between render and effect. @returns whether the module is loaded */
function applyLoaded<T>(load: () => Promise<T>, set: (update: (now: Step<T>) => Step<T>) => void): boolean {
  const found = stepOf(load)
  if (found.is === 'ready') set((now) => (now.is === 'ready' ? now : found))
  return found.is === 'ready'
}

async function start<T>(load: () => Promise<T>, set: (step: Step<T>) => void): Promise<void> {
  try {
    set({ is: 'ready', value: await loadModule(load) })
  } catch (error) {
    set({ is: 'failed', error })
  }
}
