import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadsOfRuns } from '../commands/lazy-runs'
import { findCommand, loadEveryCommand } from '../commands/registry'
import { holdWhileTyping, idle } from '../ui/idle'
import { isPublic } from '../lib/paths'
import { loadOverlay } from '../ui/lazy-overlay'
import { preload } from '../ui/use-loaded'
import { loadPalette } from '../views/palette/load'
import { guardFocus } from '../views/shell/focus/focus-guard'
import { rememberFocus } from '../views/shell/focus/focus-memory'
import { loadHintStrip } from '../views/shell/keyboard/hint'
import { loadToasts } from '../views/shell/messages/toast-host'
import { usePreferences } from '../views/shell/stores'
import { preloadOverlays } from './dialog-host'
import { askForList } from './first-requests'
import { journal, tell } from './journal'

/** Moves focus to a useful element when the focused one disappears, and restores focus on return to a page. */
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
  // After sign-in without a page load, `prefetchPage` has not requested the list yet.
  useEffect(() => void askForList(queries, location.pathname), [queries])

  // Prefetching pauses while the page waits for its data and while the user types.
  useEffect(() => idle.holdWhile(() => queries.isFetching() > 0), [queries])
  useEffect(holdWhileTyping, [])

  // The palette is usually opened first, so it is loaded first.
  useEffect(() => {
    const cancels = [
      idle.add(loadPalette),
      idle.add(loadToasts),
      idle.add(() => watchRecoveryOnce(queries)),
      preload(loadHintStrip),
      preloadOverlays(),
      preload(loadOverlay),
      idle.add(async () => {
        await loadEveryCommand()
        idle.add(keepMessagesOnce)
        for (const load of loadsOfRuns) idle.add(load)
      }),
    ]
    return () => {
      for (const cancel of cancels) cancel()
    }
  }, [queries])
}

/** Loaded while the backend responds, since it is needed after an outage. */
async function watchRecoveryOnce(queries: QueryClient): Promise<void> {
  const { watchRecovery } = await import('./recovery')
  if (isRecoveryWatched) return
  isRecoveryWatched = true
  watchRecovery(queries, (text) => tell('good', text))
}

let isRecoveryWatched = false
let areMessagesKept = false

/** Messages of a signed-in user are not shown on a public page. */
async function keepMessagesOnce(): Promise<void> {
  const { keepMessages } = await import('./kept-messages')
  if (areMessagesKept || isPublic(location.pathname)) return
  areMessagesKept = true
  keepMessages(journal, findCommand)
}
