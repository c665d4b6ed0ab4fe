import { loadModule } from '../lib/load-module'

const loaders: (() => Promise<unknown>)[] = []

/** Loaders of these files, for prefetching them in idle time. */
export const functionLoaders: readonly (() => Promise<unknown>)[] = loaders

/**
 * Keeps functions of commands in a separate file: `run`, and the server queries of slots. The definitions are in the
 * initial load, because keys, menus and the palette need them. The functions are loaded in idle time, or on first use.
 * @returns a function that builds a function, which waits for the file
 */
export function lazyFunctions<M>(load: () => Promise<M>) {
  const get = () =>
    loadModule(load).catch((cause: unknown) => {
      throw new Error('This part of the console could not be loaded.', { cause })
    })
  loaders.push(get)
  return <P extends readonly unknown[], R>(pick: (module: M) => (...args: P) => R) =>
    async (...args: P): Promise<Awaited<R>> =>
      await pick(await get())(...args)
}
