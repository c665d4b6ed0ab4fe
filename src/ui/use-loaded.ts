import { useEffect, useState } from 'react'
import { findLoaded, loadModule } from '../lib/load-module'
import { idleQueue } from './prefetch-queue'

type Step<T> = { is: 'loading' } | { is: 'failed'; error: unknown } | { is: 'ready'; value: T }

type LoadedModule<T> = Step<T> & {
  /** Loads the module before the page is idle, or again after a failure. */
  loadNow(): void
}

/**
 * Loads a module that is not a component. For components, use `lazyComponent`.
 * @param load must keep its identity; another one loads another module
 * @param when `idle` waits until the page is idle, so that more urgent requests need not wait for the module
 */
export function useLoaded<T>(load: () => Promise<T>, when: 'shown' | 'idle' = 'shown'): LoadedModule<T> {
  const [step, setStep] = useState<Step<T>>(() => stepOf(load))
  useEffect(() => {
    const begin = () => start(load, setStep)
    if (applyLoaded(load, setStep)) return undefined
    if (when === 'idle') return idleQueue.add(begin)
    return void begin()
  }, [load, when])
  const loadNow = () => {
    setStep({ is: 'loading' })
    void start(load, setStep)
  }
  return { ...step, loadNow }
}

/**
 * Loads a module in idle time. If that fails, it is loaded again when needed.
 * @returns a function that cancels the load, unless it has started
 */
export const preloadModule = (load: () => Promise<unknown>): (() => void) => idleQueue.add(() => prefetchModule(load))

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
  if (found.is === 'ready') set((now) => (now.is === 'ready' && now.value === found.value ? now : found))
  return found.is === 'ready'
}

async function start<T>(load: () => Promise<T>, set: (step: Step<T>) => void): Promise<void> {
  try {
    set({ is: 'ready', value: await loadModule(load) })
  } catch (error) {
    set({ is: 'failed', error })
  }
}
