import { type ReactNode, useRef } from 'react'
import { useLandmark } from 'react-aria/useLandmark'

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

/** A region for F6, which moves focus to where it was last in the region. */
export function Landmark({ as: Tag, label, children, ...rest }: Props) {
  const ref = useRef<HTMLElement>(null)
  const { landmarkProps } = useLandmark({ role: roles[Tag], 'aria-label': label }, ref)
  return (
    // Always focusable by script: the skip link leads here too.
    <Tag {...rest} {...landmarkProps} tabIndex={landmarkProps.tabIndex ?? -1} ref={ref as never}>
      {children}
    </Tag>
  )
}
