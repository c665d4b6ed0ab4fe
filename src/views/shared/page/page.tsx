import { type ReactNode, useEffect, useRef } from 'react'
import type { Kind } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { Landmark } from '@/ui/landmark'
import { type SplitHandle, SplitPane } from '@/ui/split-pane'
import { useFullTextTip } from '@/ui/use-full-text-tip'
import { recordNavigation, isFirstPage } from './first-page'
import { CommandButton } from '../commands/command-button'
import { icons } from '../icons'
import css from './page.module.css'
import { Place } from '../commands/place'
import { useMedia } from '../stores'
import { TopMenus } from './top-menus'
import { useDocumentTitle } from './use-document-title'

type Props = {
  /** The heading, and the beginning of the document title. */
  title: string
  /** Figures about the whole page, shown next to the heading. */
  facts?: ReactNode
  /** Shown at the end of the top bar. */
  actions?: ReactNode
  /** A region next to the main one. */
  detail?: ReactNode
  /** The detail covers the main region. */
  isDetailFull?: boolean
  /** The kind of the listed resources. */
  of?: Kind
  handlers?: NonNullable<PlaceData['handlers']>
  choices?: NonNullable<PlaceData['choices']>
  findAddress?: NonNullable<PlaceData['findAddress']>
  children: ReactNode
}

/** The step of the separator, in percent. */
const STEP = 2
/** The default width of the list, in percent of both panes. */
const LIST = { wide: 66, middling: 56 }

/** A routed page: top bar, main region, and optionally a detail. Navigation moves focus to its heading. */
export function Page({ title, facts, actions, detail, isDetailFull, handlers, children, ...place }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const whole = useFullTextTip(heading, title)
  const split = useRef<SplitHandle>(null)
  const isNarrow = useMedia('(max-width: 1023px)')
  const isMiddling = useMedia('(max-width: 1279px)')
  useDocumentTitle(title)
  useEffect(() => {
    const page = heading.current?.closest('[data-scope=page]')
    // The resource in the address may already have focus.
    if (!isFirstPage() && !page?.contains(document.activeElement)) heading.current?.focus()
    recordNavigation()
    // Another title means another page.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [title])
  // A detail that covers the list has no separator.
  const paneHandlers = {
    'pane.wider': (count: number) => split.current?.resize(STEP * count),
    'pane.narrower': (count: number) => split.current?.resize(-STEP * count),
    'pane.reset': () => split.current?.reset(),
  }
  const all = { ...handlers, ...(detail && !isNarrow && !isDetailFull ? paneHandlers : {}) }
  return (
    <Place scope="page" className={css.page} handlers={all} {...place}>
      <Landmark as="header" label="Top bar" className={css.bar}>
        {isNarrow && <CommandButton call="shell.sidebar" tone="bare" icon={icons.sidebar} label="Show sidebar" />}
        <div className={css.heading}>
          <h1 ref={heading} tabIndex={-1} className={css.title} {...whole.on}>
            {title}
          </h1>
          {whole.tip}
          <div className={css.facts}>{facts}</div>
        </div>
        <div className={css.actions}>
          {actions}
          <TopMenus />
        </div>
      </Landmark>
      <Landmark as="main" label={title} id="main" className={css.panes}>
        <SplitPane
          ref={split}
          label={title}
          name="detail"
          usual={isMiddling ? LIST.middling : LIST.wide}
          first={children}
          second={detail}
          isSecondFull={isDetailFull}
        />
      </Landmark>
    </Place>
  )
}
