import { useEffect, useState } from 'react'
import { idle } from './idle'

type Step<T> = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; value: T }
export type Loaded<T> = Step<T> & { retry(): void }

/** A loaded part is drawn at once. */
const here = new WeakMap<() => Promise<unknown>, { value: unknown }>()

/** Loads a part of the console when it is first shown; unlike `lazy`, it can be tried again. `load` has to stay the same. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [step, setStep] = useState<Step<T>>(() => {
    const found = here.get(load) as { value: T } | undefined
    return found ? { is: 'ready', value: found.value } : { is: 'loading' }
  })
  useEffect(() => {
    if (!here.has(load)) void start(load, setStep)
  }, [load])
  const retry = () => {
    setStep({ is: 'loading' })
    void start(load, setStep)
  }
  return { ...step, retry }
}

/**
 * Loads a part in idle time. If that fails, it is loaded again when needed.
 * @returns cancels that, unless it has started
 */
export const preload = (load: () => Promise<unknown>): (() => void) => idle.add(() => start(load, () => undefined))

async function start<T>(load: () => Promise<T>, set: (step: Step<T>) => void): Promise<void> {
  try {
    const value = await load()
    here.set(load, { value })
    set({ is: 'ready', value })
  } catch {
    set({ is: 'failed' })
  }
}
