import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadsOfRuns } from '../commands/lazy-runs'
import { holdWhileTyping, idle } from '../ui/idle'
import { loadOverlay } from '../ui/lazy-overlay'
import { preload } from '../ui/use-loaded'
import { loadPalette } from '../views/palette/load'
import { guardFocus } from '../views/shell/focus/focus-guard'
import { rememberFocus } from '../views/shell/focus/focus-memory'
import { loadToasts } from '../views/shell/messages/toast-host'
import { usePreferences } from '../views/shell/stores'
import { preloadMessages } from './dialog-host'
import { askForList } from './first-requests'

/** Focus that has nowhere to be goes somewhere sensible. */
export function useFocus(): void {
  useEffect(guardFocus, [])
  useEffect(rememberFocus, [])
}

export function useTheme(): void {
  const { theme } = usePreferences()
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
}

export function usePrefetch(queries: QueryClient): void {
  // Whoever signed in just now came here without a load.
  useEffect(() => askForList(queries, location.pathname), [queries])

  // Nothing is fetched ahead while a page waits for its data, or somebody types.
  useEffect(() => idle.holdWhile(() => queries.isFetching() > 0), [queries])
  useEffect(holdWhileTyping, [])

  // It is what people press first, so it is there before they do.
  useEffect(() => {
    const takeBack = [
      idle.add(loadPalette),
      idle.add(loadToasts),
      preloadMessages(),
      preload(loadOverlay),
      ...loadsOfRuns.map((load) => idle.add(load)),
    ]
    return () => {
      for (const one of takeBack) one()
    }
  }, [])
}
