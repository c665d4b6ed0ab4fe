import { z } from 'zod/mini'
import { createStore, type Store } from '../../lib/store'

/**
 * A store persisted in localStorage. Unreadable content is replaced by `empty`. If storage is forbidden or full,
 * changes last as long as the tab.
 */
export function persistentStore<T>(key: string, schema: z.ZodMiniType<T>, empty: T): Store<T> {
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
      // Without storage, changes last as long as this tab.
    }
  })
  return store
}
