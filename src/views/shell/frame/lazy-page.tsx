import { type ReactNode, Suspense, useEffect } from 'react'
import { idle } from '../../../ui/idle'
import { Landmark } from '../../../ui/landmark'
import { Skeleton } from '../../../ui/skeleton'
import css from './page.module.css'

/** Looks like a page, but is not a `Page`: it must not count as a navigation, which would move focus to its heading. */
export function ComingPage({ children }: { children: ReactNode }) {
  // Prefetching waits until this page is loaded.
  useEffect(() => idle.holdWhile(() => true), [])
  return (
    <div className={css.page}>
      <div className={css.bar} />
      <Landmark as="main" label="Loading" id="main">
        {children}
      </Landmark>
    </div>
  )
}

/** A page whose code is loaded when it is first opened. The boundary around it shows a failure. */
export const LazyPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Suspense
    fallback={
      <ComingPage>
        <Skeleton label={`Loading ${title.toLowerCase()}…`} />
      </ComingPage>
    }
  >
    {children}
  </Suspense>
)
