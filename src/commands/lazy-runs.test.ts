import { expect, test, vi } from 'vitest'
import type { Effects, Outcome } from './command'
import { lazyRuns, loadsOfRuns } from './lazy-runs'

const effects = {} as Effects
const module = { greet: ({ name }: { name: string }): Outcome => ({ said: `Hello ${name}.` }) }

test('it is loaded once, when it is first needed or before', async () => {
  const load = vi.fn<() => Promise<typeof module>>(async () => module)
  const greet = lazyRuns(load)((runs) => runs.greet)
  expect(load).not.toHaveBeenCalled()
  await loadsOfRuns.at(-1)?.()
  expect(await greet({ name: 'Ada' }, effects)).toEqual({ said: 'Hello Ada.' })
  expect(load).toHaveBeenCalledOnce()
})

test('one that did not come says so, and is asked for again the next time', async () => {
  const load = vi.fn<() => Promise<typeof module>>(async () => module).mockRejectedValueOnce(new TypeError('offline'))
  const greet = lazyRuns(load)((runs) => runs.greet)
  await expect(greet({ name: 'Ada' }, effects)).rejects.toThrow('This part of the console could not be loaded.')
  expect(await greet({ name: 'Ada' }, effects)).toEqual({ said: 'Hello Ada.' })
})
