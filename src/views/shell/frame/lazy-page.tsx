import { type ReactNode, Suspense, useEffect } from 'react'
import { idle } from '../../../ui/idle'
import { Landmark } from '../../../ui/landmark'
import { Skeleton } from '../../../ui/skeleton'
import css from './page.module.css'

/** The shape of a page. It is none itself: the one that comes may be the first, which focus does not move to. */
export function ComingPage({ children }: { children: ReactNode }) {
  // What may be wanted later waits for what is wanted now.
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

/** A page whose code is loaded when it is first gone to. The boundary around tells when that fails. */
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
