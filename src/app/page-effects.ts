import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { functionLoaders } from '../commands/lazy-functions'
import { findCommand, loadEveryCommand } from '../commands/registry'
import { pausePrefetchWhileTyping, idleQueue } from '../ui/prefetch-queue'
import { loadModule } from '../lib/load-module'
import { isPublicPath } from '../shared/routing/registry'
import { loadPalette } from '../views/palette/load-palette'
import { rememberFocus } from '../views/shell/focus/focus-memory'
import { SideMenu } from '../views/shell/frame/shell'
import { HintStripHost } from '../views/shell/keyboard/hint-strip-host'
import { loadToasts } from '../views/shell/messages/toast-host'
import { usePreferences } from '../views/shared/stores'
import { prefetchOverlays } from './dialog-host'
import { prefetchList } from './first-requests'
import { journal, reportToUser } from './journal'

/** Moves focus to a useful element when the focused one disappears, and restores focus on return to a page. */
export function useFocus(): void {
  useEffect(guardFocusWhenIdle, [])
  useEffect(rememberFocus, [])
}

/** The first page needs the guard only when something on it has disappeared. */
function guardFocusWhenIdle(): () => void {
  let isEnded = false
  let stop: (() => void) | undefined
  const cancel = idleQueue.add(async () => {
    const { guardFocus } = await loadModule(loadFocusGuard)
    if (!isEnded) stop = guardFocus()
  })
  return () => {
    isEnded = true
    cancel()
    stop?.()
  }
}

export function useTheme(): void {
  const { theme } = usePreferences()
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
}

export function usePrefetching(queries: QueryClient): void {
  // After sign-in without a page load, `prefetchPage` has not requested the list yet.
  useEffect(() => void prefetchList(queries, location.pathname), [queries])

  // Prefetching pauses while the page waits for its data and while the user types.
  useEffect(() => idleQueue.holdWhile(() => queries.isFetching() > 0), [queries])
  useEffect(pausePrefetchWhileTyping, [])

  // The palette is usually opened first, so it is loaded first.
  useEffect(() => {
    const cancels = [
      idleQueue.add(loadPalette),
      idleQueue.add(loadToasts),
      idleQueue.add(() => watchRecoveryOnce(queries)),
      HintStripHost.prefetchWhenIdle(),
      prefetchOverlays(),
      SideMenu.prefetchWhenIdle(),
      idleQueue.add(async () => {
        await loadEveryCommand()
        idleQueue.add(keepMessagesOnce)
        for (const load of functionLoaders) idleQueue.add(load)
      }),
    ]
    return () => {
      for (const cancel of cancels) cancel()
    }
  }, [queries])
}

/** Loaded while the backend responds, since it is needed after an outage. */
async function watchRecoveryOnce(queries: QueryClient): Promise<void> {
  const { watchRecovery } = await loadModule(loadRecovery)
  if (isRecoveryWatched) return
  isRecoveryWatched = true
  watchRecovery(queries, (text) => reportToUser('good', text))
}

const loadFocusGuard = () => import('../views/shell/focus/focus-guard')
const loadRecovery = () => import('./recovery')
const loadMessageStorage = () => import('./message-storage')
let isRecoveryWatched = false
let areMessagesKept = false

/** Messages of a signed-in user are not shown on a public page. */
async function keepMessagesOnce(): Promise<void> {
  const { persistMessages: keepMessages } = await loadModule(loadMessageStorage)
  if (areMessagesKept || isPublicPath(location.pathname)) return
  areMessagesKept = true
  keepMessages(journal, findCommand)
}
