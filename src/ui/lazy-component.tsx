import type { FunctionComponent, ComponentType, ReactNode } from 'react'
import { LoadFailureNotice } from './load-failure-notice'
import { Skeleton } from './skeleton'
import { prefetchModule, preloadModule, useLoaded } from './use-loaded'

type Options<P> = {
  /** Loads the module whose default export is the component. Must be a stable reference. */
  load: () => Promise<{ default: ComponentType<P> }>
  /** The name in the middle of a sentence, for the defaults of `pending` and `failed`: `the check`. */
  what?: string
  /** `idle` waits until the page is idle, for components that every page shows but no user needs first. */
  when?: 'shown' | 'idle'
  /** Shown while the code loads. The default is a skeleton, or nothing without `what`. */
  pending?(props: P, loadNow: () => void): ReactNode
  /** Shown next to the retry button of the default of `failed`. */
  otherwise?(props: P): ReactNode
  /**
   * Shown if the code could not be loaded. The default is a notice with a retry button. Without `what`, the error is
   * thrown to the boundary around the component; rendering the component again then retries.
   */
  failed?(props: P, retry: () => void): ReactNode
}

export type LazyComponent<P> = FunctionComponent<P> & {
  /** Loads the code now, because it will be shown soon. A failure is ignored: showing the component retries. */
  prefetch(): Promise<object | undefined>
  /** Loads the code when the page is idle. @returns a function that cancels the load, unless it has started */
  prefetchWhenIdle(): () => void
}

/**
 * A component in a file of its own, because it is large or rarely shown at first. If its code is loaded, it renders at
 * once. `lazy` of React would show it 300 ms after its placeholder and never retry.
 */
export function lazyComponent<P extends object>(options: Options<P>): LazyComponent<P> {
  const { load, what, when, pending, otherwise, failed } = options
  function Lazy(props: P) {
    const part = useLoaded(load, when)
    if (part.is === 'ready') return <part.value.default {...props} />
    if (part.is === 'loading')
      return pending ? pending(props, part.loadNow) : what !== undefined && <Skeleton label={`Loading ${what}…`} />
    if (failed) return failed(props, part.loadNow)
    if (what === undefined) throw part.error
    return <LoadFailureNotice what={what} onRetry={part.loadNow} otherwise={otherwise?.(props)} />
  }
  return Object.assign(Lazy, {
    prefetch: () => prefetchModule(load),
    prefetchWhenIdle: () => preloadModule(load),
  })
}
