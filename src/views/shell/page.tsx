import { type ReactNode, useEffect, useRef } from 'react'
import type { Place as PlaceData } from '../../commands/place'
import { Landmark } from '../../ui/landmark'
import { CommandButton } from './command-button'
import { icons } from './icons'
import css from './page.module.css'
import { Place } from './place'
import { useMedia, usePreferences } from './stores'

type Props = {
  /** The heading, and the first part of the document's title. */
  title: string
  /** Beside the heading: figures about the whole page. */
  facts?: ReactNode
  /** At the end of the top bar. */
  actions?: ReactNode
  /** A region beside the main one. */
  detail?: ReactNode
  handlers?: NonNullable<PlaceData['handlers']>
  choices?: NonNullable<PlaceData['choices']>
  children: ReactNode
}

/** Nothing has been navigated to yet: on the first load focus stays where the browser puts it. */
let isFirstPage = true

/** A routed page: top bar, main region, and perhaps a detail beside it. Focus arrives at its heading. */
export function Page({ title, facts, actions, detail, handlers, choices, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isNarrow = useMedia('(max-width: 1023px)')
  const isCollapsed = usePreferences().sidebarCollapsed
  useEffect(() => {
    document.title = `${title} | Mission Control`
    if (!isFirstPage) heading.current?.focus()
    isFirstPage = false
  }, [title])
  return (
    <Place scope="page" className={css.page} {...(handlers ? { handlers } : {})} {...(choices ? { choices } : {})}>
      <Landmark as="header" label="Top bar" className={css.bar}>
        {(isNarrow || isCollapsed) && (
          <CommandButton call="shell.sidebar" tone="bare" icon={icons.sidebar} label="Show sidebar" />
        )}
        <h1 ref={heading} tabIndex={-1} className={css.title}>
          {title}
        </h1>
        <div className={css.facts}>{facts}</div>
        <div className={css.actions}>{actions}</div>
      </Landmark>
      <Landmark as="main" label={title} id="main" className={css.panes} data-detail={detail ? true : undefined}>
        <div className={css.main}>{children}</div>
        {detail}
      </Landmark>
    </Place>
  )
}
