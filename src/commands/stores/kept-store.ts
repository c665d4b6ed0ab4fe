import { z } from 'zod/mini'
import { createStore, type Store } from '../../lib/store'

/** A store kept in localStorage; where that is forbidden or full, it lasts as long as the tab. What cannot be read is `empty`. */
export function keptStore<T>(key: string, schema: z.ZodMiniType<T>, empty: T): Store<T> {
  const read = (): T => {
    try {
      return z.catch(schema, empty).parse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    } catch {
      return empty
    }
  }
  const store = createStore(read())
  store.subscribe(() => {
    try {
      localStorage.setItem(key, JSON.stringify(store.get()))
    } catch {
      // Without storage it lasts as long as this tab.
    }
  })
  return store
}
