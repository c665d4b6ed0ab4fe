import { type ComponentType, type ReactNode, useEffect } from 'react'
import { idleQueue } from '@/ui/prefetch-queue'
import { Landmark } from '@/ui/landmark'
import { Skeleton } from '@/ui/skeleton'
import { useLoaded } from '@/ui/use-loaded'
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

type Props = {
  title: string
  /** Must be a stable reference. */
  load: () => Promise<{ default: ComponentType }>
}

/**
 * A page whose code is loaded when the page is first opened; the error boundary around it shows a failure. It does not
 * use `Suspense`, because React shows the content of a boundary at the earliest 300 ms after its fallback, even if the
 * content is ready sooner.
 */
export function LazyPage({ title, load }: Props) {
  const page = useLoaded(load)
  if (page.is === 'ready') return <page.value.default />
  if (page.is === 'failed') throw page.error
  return (
    <LoadingPage>
      <Skeleton label={`Loading ${title.toLowerCase()}…`} />
    </LoadingPage>
  )
}
