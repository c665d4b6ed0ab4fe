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

/** A landmark region. F6 moves focus between regions, to its last position in each. */
export function Landmark({ as: Tag, label, children, ...rest }: Props) {
  const ref = useRef<HTMLElement>(null)
  const { landmarkProps } = useLandmark({ role: roles[Tag], 'aria-label': label }, ref)
  return (
    // Always focusable by script, because the skip link targets it too.
    <Tag {...rest} {...landmarkProps} tabIndex={landmarkProps.tabIndex ?? -1} ref={ref as never}>
      {children}
    </Tag>
  )
}
