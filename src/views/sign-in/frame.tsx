import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { HOME_PATH } from '@/lib/sign-in/add-return-to'
import { useFocus } from '../../ui/hooks'
import { Landmark } from '../../ui/landmark'
import { useDocumentTitle } from '../shared/page/use-document-title'
import { Logo } from '../shared/page/logo'
import css from './sign-in.module.css'

type Props = {
  title: string
  /** Links to other pages. */
  links?: ReactNode
  width?: 'narrow' | 'wide' | 'full'
  /** Whether the heading gets focus, because the page has no field to focus. */
  isRead?: boolean
  children: ReactNode
}

/** The frame of pages outside the shell: one column with the logo. */
export function SignInFrame({ title, links, width = 'narrow', isRead = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(title)
  useFocus(heading, isRead)
  return (
    <div className={css.page}>
      <Landmark as="main" label={title} id="main" className={css.column} data-width={width}>
        <Link href={HOME_PATH} className={css.brand} aria-label="Mission Control, home">
          <Logo />
          <span>Mission Control</span>
        </Link>
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h1>
        {children}
        {links && <div className={css.links}>{links}</div>}
      </Landmark>
    </div>
  )
}
