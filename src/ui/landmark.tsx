import { type ReactNode, useRef } from 'react'
import { lazyComponent } from './lazy-component'

type Props = {
  as: 'nav' | 'main' | 'header' | 'section' | 'search'
  /** Unique on the page: screen readers list landmarks by it. */
  label: string
  id?: string
  className?: string | undefined
  'data-detail'?: boolean | undefined
  'data-width'?: string
  children: ReactNode
}

const roles = { nav: 'navigation', main: 'main', header: 'banner', section: 'region', search: 'search' } as const

/** Loads after the page has rendered. If it cannot be loaded, only F6 is missing. */
const LandmarkKeys = lazyComponent({ load: () => import('./landmark-keys'), failed: () => null })

/** A landmark region. F6 moves focus between regions, to its last position in each. */
export function Landmark({ as: Tag, label, children, ...rest }: Props) {
  const ref = useRef<HTMLElement>(null)
  const role = roles[Tag]
  return (
    <>
      {/* Always focusable by script: by the skip link, and by F6. */}
      <Tag {...rest} role={role} aria-label={label} tabIndex={-1} ref={ref as never}>
        {children}
      </Tag>
      {/* After the element, because React sets its ref before it runs the effects of later siblings. */}
      <LandmarkKeys role={role} label={label} landmark={ref} />
    </>
  )
}
