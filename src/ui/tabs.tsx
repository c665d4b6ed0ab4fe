import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { plural } from '@/shared/format'
import { CountBadge } from './badge'
import { focusableSelector } from './focusable-selectors'
import css from './tabs.module.css'

export type TabItem<Id extends string> = {
  id: Id
  label: string
  /** Shown next to the label. `countOf` completes it for screen readers: `12 changes`. */
  count?: number | undefined
  countOf?: string
  /** Rendered while the tab is selected. Absent if one panel serves all tabs. */
  panel?: ReactNode
}

/** The count next to the label of a tab; nothing if unknown. */
export const tabCount = (
  count: number | null | undefined,
  one: string,
  many = plural(one)
): Pick<TabItem<string>, 'count' | 'countOf'> =>
  typeof count === 'number' ? { count, countOf: count === 1 ? one : many } : {}

type Props<Id extends string> = {
  label: string
  tabs: readonly TabItem<Id>[]
  /** The selected tab, controlled from outside and usually by the URL. */
  selected: Id
  onSelect: (id: Id) => void
  /** Content after the tabs. */
  aside?: ReactNode
  /** One panel for all tabs. Its content stays mounted when another tab is selected. */
  children?: ReactNode
}

/** The part of a neighbouring tab that stays visible, in pixels, to show that there are more tabs. */
const PEEK = 32

/** Tabs with panels. Arrow keys move, and Enter or Space selects: panels fetch data, so moving must not select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, aside, children }: Props<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const selectedIndex = Math.max(0, indexOf(tabs, selected))
  const { stop, ...roving } = useRovingFocus(list, tabs, selectedIndex)
  useEffect(() => {
    const [row, tab] = [list.current, list.current?.children.item(selectedIndex)]
    if (!row || !(tab instanceof HTMLElement)) return
    // Not `scrollIntoView`, which would also scroll the page away from what the user reads.
    const start = tab.offsetLeft - row.offsetLeft
    const end = start + tab.offsetWidth - row.clientWidth
    row.scrollLeft = Math.max(end + PEEK, Math.min(row.scrollLeft, start - PEEK))
  }, [selectedIndex])

  const select = (tab: TabItem<Id> | undefined) => tab && tab.id !== selected && onSelect(tab.id)
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = targetIndex(event.key, stop, tabs.length)
    if (to !== undefined) roving.focus(to)
    else if (event.key !== 'Enter' && event.key !== ' ') return
    // A repeating key was pressed on the element that had focus before.
    else if (!event.repeat) select(tabs[stop])
    event.preventDefault()
  }

  return (
    <div className={css.tabs}>
      <div className={css.head}>
        <div ref={list} role="tablist" aria-label={label} aria-orientation="horizontal" className={css.list}>
          {tabs.map((tab, at) => (
            <div
              key={tab.id}
              role="tab"
              id={`${id}-tab-${at}`}
              aria-selected={at === selectedIndex}
              // Screen readers say `tab 2 of 3` when a key of the tab moves focus here.
              aria-posinset={at + 1}
              aria-setsize={tabs.length}
              aria-controls={at === selectedIndex ? `${id}-panel` : undefined}
              tabIndex={at === stop ? 0 : -1}
              className={css.tab}
              onClick={() => select(tab)}
              onKeyDown={onKeyDown}
              onFocus={() => roving.onFocus(tab.id, at)}
              onBlur={roving.onBlur}
            >
              {tab.label}
              {tab.count !== undefined && (
                <CountBadge count={tab.count} {...(tab.countOf === undefined ? {} : { of: tab.countOf })} />
              )}
            </div>
          ))}
        </div>
        {aside}
      </div>
      <Panel
        key={children === undefined ? tabs[selectedIndex]?.id : 'shared'}
        id={`${id}-panel`}
        labelledBy={`${id}-tab-${selectedIndex}`}
        isShared={children !== undefined}
      >
        {children ?? tabs[selectedIndex]?.panel}
      </Panel>
    </div>
  )
}

type PanelProps = { id: string; labelledBy: string; isShared: boolean; children: ReactNode }

/** A tab panel. It is focusable only if nothing in it is. */
function Panel({ id, labelledBy, isShared, children }: PanelProps) {
  const [isStop, setStop] = useState(false)
  const watch = useCallback((panel: HTMLDivElement) => {
    const update = () => setStop(!panel.querySelector(focusableSelector))
    update()
    const observer = new MutationObserver(update)
    observer.observe(panel, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['tabindex', 'disabled'],
    })
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={watch}
      role="tabpanel"
      id={id}
      aria-labelledby={labelledBy}
      tabIndex={isStop ? 0 : undefined}
      className={css.panel}
      data-shared={isShared || undefined}
    >
      {children}
    </div>
  )
}

const indexOf = (tabs: readonly { id: string }[], id: string | undefined) => tabs.findIndex((tab) => tab.id === id)

/** The index of the tab that a key moves to, wrapping around; undefined for other keys. */
function targetIndex(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** A single tab stop for all tabs: the tab that has focus, else the selected one. */
function useRovingFocus(list: RefObject<HTMLElement | null>, tabs: readonly { id: string }[], selected: number) {
  const [visited, setVisited] = useState<{ id: string; at: number }>()
  const at = indexOf(tabs, visited?.id)
  const stop = at === -1 ? selected : at
  const focus = (to: number) => {
    const tab = list.current?.children.item(to)
    if (tab instanceof HTMLElement) tab.focus()
  }
  const isRemoved = visited !== undefined && at === -1
  useLayoutEffect(() => {
    if (isRemoved && document.activeElement === document.body) focus(Math.min(visited.at, tabs.length - 1))
    // Runs once, when the focused tab is removed. Later renders do not move focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isRemoved])
  return {
    stop,
    focus,
    onFocus: (id: string, to: number) => setVisited({ id, at: to }),
    onBlur: () => setVisited(undefined),
  }
}
