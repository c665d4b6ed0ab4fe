import type { Effects, Outcome } from './command'

type Run<A> = (args: A, effects: Effects) => Promise<Outcome | void> | Outcome | void

const areas: (() => Promise<unknown>)[] = []

/** Loads the files of each area, for loading them ahead in idle time. */
export const loadsOfRuns: readonly (() => Promise<unknown>)[] = areas

/** A module that is loaded once. If it cannot be loaded, the next call tries again. */
function once<M>(load: () => Promise<M>): () => Promise<M> {
  let loaded: Promise<M> | undefined
  const get = () =>
    (loaded ??= load().catch((cause: unknown) => {
      loaded = undefined
      throw new Error('This part of the console could not be loaded.', { cause })
    }))
  areas.push(get)
  return get
}

/**
 * Keeps the `run` functions of an area in a file of its own. The definitions of commands are in the first load, because
 * keys, menus and the palette need them; `run` is loaded in idle time, or when it is first needed.
 * @returns makes a `run` that waits for the file
 */
export function lazyRuns<M>(load: () => Promise<M>) {
  const get = once(load)
  return <A>(pick: (runs: M) => Run<A>) =>
    async (args: A, effects: Effects): Promise<Outcome | void> =>
      pick(await get())(args, effects)
}

/** The same for what slots ask of the server. @returns makes a `find` that waits for the file */
export function lazyFinds<M>(load: () => Promise<M>) {
  const get = once(load)
  return <P extends readonly unknown[], R>(pick: (finds: M) => (...args: P) => Promise<R>) =>
    async (...args: P): Promise<R> =>
      pick(await get())(...args)
}
