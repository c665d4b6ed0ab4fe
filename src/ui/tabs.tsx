import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { CountBadge } from './badge'
import { focusable } from './focusable'
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
  /** The chosen tab is controlled from outside, usually by the address. */
  selected: Id
  onSelect: (id: Id) => void
  /** After the tabs, not one of them. */
  aside?: ReactNode
  /** The one panel of all tabs: what it holds stays when another is chosen. */
  children?: ReactNode
}

/** What is kept in sight beside the chosen tab, in pixels: it tells that there are more. */
const BESIDE = 32

/** Panels of one thing. Arrow keys move along, Enter or Space chooses: panels fetch data, and passing by should not. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, aside, children }: Props<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = Math.max(0, indexOf(tabs, selected))
  const { stop, ...moving } = useMoving(list, tabs, chosen)
  useEffect(() => {
    const [row, tab] = [list.current, list.current?.children.item(chosen)]
    if (!row || !(tab instanceof HTMLElement)) return
    // Not `scrollIntoView`, which scrolls everything around them, too, away from what is being read.
    const start = tab.offsetLeft - row.offsetLeft
    const end = start + tab.offsetWidth - row.clientWidth
    row.scrollLeft = Math.max(end + BESIDE, Math.min(row.scrollLeft, start - BESIDE))
  }, [chosen])

  const choose = (tab: TabItem<Id> | undefined) => tab && tab.id !== selected && onSelect(tab.id)
  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const to = along(event.key, stop, tabs.length)
    if (to !== undefined) moving.focus(to)
    else if (event.key !== 'Enter' && event.key !== ' ') return
    // A held key was pressed for what had focus before.
    else if (!event.repeat) choose(tabs[stop])
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
              aria-selected={at === chosen}
              aria-controls={at === chosen ? `${id}-panel` : undefined}
              tabIndex={at === stop ? 0 : -1}
              className={css.tab}
              onClick={() => choose(tab)}
              onKeyDown={onKeyDown}
              onFocus={() => moving.onFocus(tab.id, at)}
              onBlur={moving.onBlur}
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
        key={children === undefined ? tabs[chosen]?.id : 'shared'}
        id={`${id}-panel`}
        labelledBy={`${id}-tab-${chosen}`}
        isShared={children !== undefined}
      >
        {children ?? tabs[chosen]?.panel}
      </Panel>
    </div>
  )
}

type PanelProps = { id: string; labelledBy: string; isShared: boolean; children: ReactNode }

/** Focusable only when nothing in it is. */
function Panel({ id, labelledBy, isShared, children }: PanelProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isStop, setStop] = useState(false)
  useLayoutEffect(() => {
    const panel = box.current
    if (!panel) return
    const look = () => setStop(!panel.querySelector(focusable))
    look()
    const observer = new MutationObserver(look)
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
      ref={box}
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

/** The tab that a key leads to, wrapping around; undefined for other keys. */
function along(key: string, from: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (from + 1) % count
  if (key === 'ArrowLeft') return (from + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** One stop for Tab: the tab that has focus, and the chosen one while none has. */
function useMoving(list: RefObject<HTMLElement | null>, tabs: readonly { id: string }[], chosen: number) {
  const [visited, setVisited] = useState<{ id: string; at: number }>()
  const at = indexOf(tabs, visited?.id)
  const stop = at === -1 ? chosen : at
  const focus = (to: number) => {
    const tab = list.current?.children.item(to)
    if (tab instanceof HTMLElement) tab.focus()
  }
  const isGone = visited !== undefined && at === -1
  useLayoutEffect(() => {
    if (isGone && document.activeElement === document.body) focus(Math.min(visited.at, tabs.length - 1))
    // Runs once, when the focused tab is removed; later renders leave focus alone.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isGone])
  return {
    stop,
    focus,
    onFocus: (id: string, to: number) => setVisited({ id, at: to }),
    onBlur: () => setVisited(undefined),
  }
}
