import type { Effects, Outcome } from './command'

type Run<A> = (args: A, effects: Effects) => Promise<Outcome | void> | Outcome | void

const areas: (() => Promise<unknown>)[] = []

/** What loads what the commands of each area do, for loading it before anybody waits for it. */
export const loadsOfRuns: readonly (() => Promise<unknown>)[] = areas

/**
 * What the commands of an area do, in a file of its own: the definition of a command is in the first load, since keys,
 * menus and the palette are made of it; its `run` is loaded in idle time, or when it is first needed.
 * @returns a `run` that waits for the file. One that did not come is asked for again the next time.
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
