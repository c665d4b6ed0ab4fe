import type { ComponentType, ReactNode } from 'react'
import { Skeleton } from '@/ui/skeleton'
import { preloadModule, useLoaded } from '@/ui/use-loaded'
import { LoadFailureNotice } from './load-failure-notice'

type Options<P> = {
  /** The name in the middle of a sentence: `the check`. */
  what: string
  /** Must be a stable reference. */
  load: () => Promise<{ default: ComponentType<P> }>
  /** Replaces the loading skeleton; null for nothing. */
  pending?: ReactNode
  /** Shown next to the retry button if loading fails. */
  otherwise?(props: P): ReactNode
}

type LazyComponent<P> = {
  Component: ComponentType<P>
  /** Loads the code in idle time. @returns a function that cancels it */
  preload(): () => void
}

/** A component whose code is loaded when it is first shown, because it is large or rarely shown initially. */
export function lazyComponent<P extends object>({ what, load, pending, otherwise }: Options<P>): LazyComponent<P> {
  function Component(props: P) {
    const loaded = useLoaded(load)
    if (loaded.is === 'ready') return <loaded.value.default {...props} />
    if (loaded.is === 'loading') return pending === undefined ? <Skeleton label={`Loading ${what}…`} /> : pending
    return <LoadFailureNotice what={what} onRetry={loaded.retry} otherwise={otherwise?.(props)} />
  }
  return { Component, preload: () => preloadModule(load) }
}
