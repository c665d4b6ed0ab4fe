type Load<T> = () => Promise<T>

const loaded = new WeakMap<Load<unknown>, { value: unknown }>()
const inFlight = new WeakMap<Load<unknown>, Promise<unknown>>()

/** The value of a load that has ended; undefined before. */
export const findLoaded = <T>(load: Load<T>): { value: T } | undefined => loaded.get(load) as { value: T } | undefined

/**
 * Loads a module of the console once, however many callers wait for it. After a failure, the next call tries again.
 * @param load must keep its identity, which identifies the module
 * @throws the error of the load
 */
export async function loadModule<T>(load: Load<T>): Promise<T> {
  const found = findLoaded(load)
  if (found) return found.value
  const started = inFlight.get(load) as Promise<T> | undefined
  if (started) return started
  const loading = load()
    .then((value) => {
      loaded.set(load, { value })
      return value
    })
    .finally(() => inFlight.delete(load))
  inFlight.set(load, loading)
  return loading
}
