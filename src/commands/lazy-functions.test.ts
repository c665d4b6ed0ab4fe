import { expect, test, vi } from 'vitest'
import type { Outcome } from './command'
import { lazyFunctions, functionLoaders } from './lazy-functions'

const module = { greet: ({ name }: { name: string }): Outcome => ({ message: `Hello ${name}.` }) }

test('loads the file once, on first use or earlier', async () => {
  const load = vi.fn<() => Promise<typeof module>>(async () => module)
  const greet = lazyFunctions(load)((runs) => runs.greet)
  expect(load).not.toHaveBeenCalled()
  await functionLoaders.at(-1)?.()
  expect(await greet({ name: 'Ada' })).toEqual({ message: 'Hello Ada.' })
  expect(load).toHaveBeenCalledOnce()
})

test('reports a file that fails to load and loads it again on the next call', async () => {
  const load = vi.fn<() => Promise<typeof module>>(async () => module).mockRejectedValueOnce(new TypeError('offline'))
  const greet = lazyFunctions(load)((runs) => runs.greet)
  await expect(greet({ name: 'Ada' })).rejects.toThrow('This part of the console could not be loaded.')
  expect(await greet({ name: 'Ada' })).toEqual({ message: 'Hello Ada.' })
})
