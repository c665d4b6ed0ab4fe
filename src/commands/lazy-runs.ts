import type { Effects, Outcome } from './command'

type Run<A> = (args: A, effects: Effects) => Promise<Outcome | void> | Outcome | void

const loaders: (() => Promise<unknown>)[] = []

/** Loaders of the files of each area, for prefetching them in idle time. */
export const runLoaders: readonly (() => Promise<unknown>)[] = loaders

/** Loads a module once. After a failure, the next call tries again. */
function once<M>(load: () => Promise<M>): () => Promise<M> {
  let loaded: Promise<M> | undefined
  const get = () =>
    (loaded ??= load().catch((cause: unknown) => {
      loaded = undefined
      throw new Error('This part of the console could not be loaded.', { cause })
    }))
  loaders.push(get)
  return get
}

/**
 * Keeps the `run` functions of an area in a separate file. The definitions of commands are in the initial load, because
 * keys, menus and the palette need them; `run` is loaded in idle time, or on first use.
 * @returns a function that builds a `run`, which waits for the file
 */
export function lazyRuns<M>(load: () => Promise<M>) {
  const get = once(load)
  return <A>(pick: (runs: M) => Run<A>) =>
    async (args: A, effects: Effects): Promise<Outcome | void> =>
      pick(await get())(args, effects)
}

/** The same for server queries of slots. @returns a function that builds a `find`, which waits for the file */
export function lazyFinds<M>(load: () => Promise<M>) {
  const get = once(load)
  return <P extends readonly unknown[], R>(pick: (finds: M) => (...args: P) => Promise<R>) =>
    async (...args: P): Promise<R> =>
      pick(await get())(...args)
}
