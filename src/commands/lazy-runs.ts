import type { Effects, Outcome } from './command'

type Run<A> = (args: A, effects: Effects) => Promise<Outcome | void> | Outcome | void

const areas: (() => Promise<unknown>)[] = []

/** Loads the `run` functions of each area, for loading them ahead in idle time. */
export const loadsOfRuns: readonly (() => Promise<unknown>)[] = areas

/**
 * Keeps the `run` functions of an area in a file of its own. The definitions of commands are in the first load, because
 * keys, menus and the palette need them; `run` is loaded in idle time, or when it is first needed.
 * @returns makes a `run` that waits for the file. If the file cannot be loaded, the next call tries again.
 */
export function lazyRuns<M>(load: () => Promise<M>) {
  let loaded: Promise<M> | undefined
  const get = () =>
    (loaded ??= load().catch((cause: unknown) => {
      loaded = undefined
      throw new Error('This part of the console could not be loaded.', { cause })
    }))
  areas.push(get)
  return <A>(pick: (runs: M) => Run<A>) =>
    async (args: A, effects: Effects): Promise<Outcome | void> =>
      pick(await get())(args, effects)
}
