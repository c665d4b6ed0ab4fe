import { type ReactNode, useEffect, useRef } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import { CountBadge } from './badge'
import css from './tabs.module.css'

export type TabItem<Id extends string> = {
  id: Id
  label: string
  /** Beside the label; `countOf` completes it for ears: `12 changes`. */
  count?: number | undefined
  countOf?: string
  /** Drawn while it is the chosen one. Absent where one panel shows whatever is chosen. */
  panel?: ReactNode
}

type Props<Id extends string> = {
  label: string
  tabs: readonly TabItem<Id>[]
  /** Whoever shows the tabs holds which one is chosen: usually the address. */
  selected: Id
  onSelect: (id: Id) => void
  /** After the tabs, not one of them. */
  aside?: ReactNode
  /** The one panel of all tabs: what it holds stays when another is chosen. */
  children?: ReactNode
}

/** Panels of one thing. Arrow keys move along, Enter or Space chooses: panels fetch, and passing by is no wish. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, aside, children }: Props<Id>) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A tab that is new is drawn a moment after its list.
    const frame = requestAnimationFrame(() =>
      list.current
        ?.querySelector(`[data-key="${CSS.escape(selected)}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    )
    return () => cancelAnimationFrame(frame)
  }, [selected])
  return (
    <AriaTabs
      className={css.tabs ?? ''}
      keyboardActivation="manual"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const chosen = tabs.find(({ id }) => id === key)
        if (chosen && chosen.id !== selected) onSelect(chosen.id)
      }}
    >
      <div className={css.head}>
        <TabList ref={list} aria-label={label} className={css.list ?? ''}>
          {tabs.map(({ id, label: text, count, countOf }) => (
            <Tab key={id} id={id} className={css.tab ?? ''}>
              {text}
              {count !== undefined && <CountBadge count={count} {...(countOf === undefined ? {} : { of: countOf })} />}
            </Tab>
          ))}
        </TabList>
        {aside}
      </div>
      {children !== undefined && (
        <TabPanel key="shared" id={selected} className={css.panel ?? ''} data-shared>
          {children}
        </TabPanel>
      )}
      {children === undefined &&
        tabs.map(({ id, panel }) => (
          <TabPanel key={id} id={id} className={css.panel ?? ''}>
            {panel}
          </TabPanel>
        ))}
    </AriaTabs>
  )
}
