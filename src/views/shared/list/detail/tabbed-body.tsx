import { ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { DETAIL_TABS } from '@/commands/shell/detail.commands'
import { kindNoun } from '@/lib/kinds'
import type { Kind } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { Button } from '@/ui/button'
import { focusableSelector } from '@/ui/focusable-selectors'
import { type TabItem, Tabs } from '@/ui/tabs'
import css from './tabbed-body.module.css'

export type DetailTab<P extends string> = TabItem<P> & {
  panel: ReactNode
  /** Moves focus into the panel. By default, focus moves to its list or else to its first focusable element. */
  enter?(): void
  /** Shown beside the tabs while the tab is selected. */
  aside?: ReactNode
}

/** The row of a list that is a tab stop. The elements above it are only tools for the list. */
const listStop = '[data-row][tabindex="0"]'

type Shown<P extends string> = {
  tabs: readonly DetailTab<P>[]
  selected: DetailTab<P> | undefined
  panels: RefObject<HTMLDivElement | null>
  showPanel(panel: P): void
}

/**
 * The tabs of a resource with the commands for them.
 * @param panel the tab in the address; the first tab is shown if it names none
 */
export function useDetailTabs<P extends string>(
  tabs: readonly DetailTab<P>[],
  panel: P | undefined,
  showPanel: (panel: P) => void
): Shown<P> & Required<Pick<PlaceData, 'choices' | 'handlers'>> {
  const panels = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === panel)
  )
  const selected = tabs[at]
  /** Focus moves to the tab, so that it is scrolled into view and read with its position. */
  function show(tab: DetailTab<P> | undefined) {
    if (!tab) return
    panels.current?.querySelectorAll<HTMLElement>(':scope > * [role="tab"]')[tabs.indexOf(tab)]?.focus()
    showPanel(tab.id)
  }
  function showOrEnter(tab: DetailTab<P> | undefined) {
    if (tab !== selected || !tab) return show(tab)
    if (tab.enter) return tab.enter()
    const shown = panels.current?.querySelector<HTMLElement>('[role="tabpanel"]')
    const first = shown?.querySelector<HTMLElement>(listStop) ?? shown?.querySelector<HTMLElement>(focusableSelector)
    ;(first ?? shown)?.focus()
  }
  const showBy = (by: number) => show(tabs[(at + by + tabs.length) % tabs.length])
  return {
    tabs,
    selected,
    panels,
    showPanel,
    choices: { [DETAIL_TABS]: tabs.map(({ label }, index) => ({ value: String(index + 1), label })) },
    handlers: {
      'detail.tab': (_count, { number }) => showOrEnter(tabs[Number(number) - 1]),
      'detail.nextTab': () => showBy(1),
      'detail.previousTab': () => showBy(-1),
    },
  }
}

/** Facts that stay visible, and the tabs, beside or below them. */
export function TabbedBody<P extends string>({
  of,
  lead,
  side,
  tabs,
  selected,
  panels,
  showPanel,
  isSlim = false,
}: Shown<P> & {
  of: Kind
  /** Shown above everything else on any screen, for example the status. */
  lead?: ReactNode
  /** The facts; null for none, without reserved space. */
  side: ReactNode
  /**
   * The facts are in a narrow column, so that they fit beside the tabs on smaller screens, too. On the smallest
   * screens, they are collapsed above the tabs, because the user chose a tab to read.
   */
  isSlim?: boolean
}) {
  const [isExpanded, setExpanded] = useState(false)
  const facts = useId()
  return (
    // Focusable, so that keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={css.body} data-slim={isSlim || undefined} role="group" aria-label="Details" tabIndex={0}>
      {(lead || side) && (
        <div className={css.side}>
          {lead}
          {isSlim && (
            <Button
              tone="bare"
              className={css.fold}
              isExpanded={isExpanded}
              controls={facts}
              onPress={() => setExpanded(!isExpanded)}
            >
              <ChevronRight size={14} strokeWidth={1.75} aria-hidden="true" />
              Facts
            </Button>
          )}
          {isSlim ? (
            <div id={facts} className={css.facts} data-folded={!isExpanded || undefined}>
              {side}
            </div>
          ) : (
            side
          )}
        </div>
      )}
      {selected && (
        <div ref={panels} className={css.tabs}>
          <Tabs
            label={`About this ${kindNoun(of)}`}
            tabs={tabs}
            selected={selected.id}
            onSelect={showPanel}
            aside={selected.aside}
          />
        </div>
      )}
    </div>
  )
}
