import { useSyncExternalStore } from 'react'
import { isLive, prefs } from '@/commands/stores/preference-store'
import type { Store } from '@/lib/store'

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get)
export const useLiveUpdates = () => useStore(isLive)
export const usePreferences = () => useStore(prefs)

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches
  )
}
