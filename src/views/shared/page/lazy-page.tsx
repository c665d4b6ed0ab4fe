import { type ComponentType, type ReactNode, useEffect } from 'react'
import { idleQueue } from '@/ui/prefetch-queue'
import { lazyComponent } from '@/ui/lazy-component'
import { Landmark } from '@/ui/landmark'
import { Skeleton } from '@/ui/skeleton'
import css from './page.module.css'

/** Looks like a page but is not a `Page`: it must not count as a navigation, which would move focus to its heading. */
export function LoadingPage({ children }: { children: ReactNode }) {
  // Prefetching waits until this page has loaded.
  useEffect(() => idleQueue.holdWhile(() => true), [])
  return (
    <div className={css.page}>
      <div className={css.bar} />
      <Landmark as="main" label="Loading" id="main">
        {children}
      </Landmark>
    </div>
  )
}

/** A page whose code is loaded when the page is first opened; the error boundary around it shows a failure. */
export const lazyPage = (title: string, load: () => Promise<{ default: ComponentType }>): ComponentType =>
  lazyComponent({
    load,
    pending: () => (
      <LoadingPage>
        <Skeleton label={`Loading ${title.toLowerCase()}…`} />
      </LoadingPage>
    ),
  })
