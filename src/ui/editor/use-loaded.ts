import { useEffect, useState } from 'react'

type Step<T> = { is: 'loading' } | { is: 'failed' } | { is: 'ready'; value: T }
export type Loaded<T> = Step<T> & { retry(): void }

/** Loads a part of the console when it is first shown; unlike `lazy`, it can be tried again. `load` has to stay the same. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [step, setStep] = useState<Step<T>>({ is: 'loading' })
  useEffect(() => start(load, setStep), [load])
  const retry = () => {
    setStep({ is: 'loading' })
    start(load, setStep)
  }
  return { ...step, retry }
}

function start<T>(load: () => Promise<T>, set: (step: Step<T>) => void): void {
  load().then(
    (value) => set({ is: 'ready', value }),
    () => set({ is: 'failed' })
  )
}
