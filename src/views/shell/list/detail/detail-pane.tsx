import '../../../../commands/every-command'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { TABS } from '../../../../commands/areas/detail'
import type { Target } from '../../../../commands/command'
import type { Place as PlaceData } from '../../../../commands/place'
import { focusable } from '../../../../ui/focusable'
import { Landmark } from '../../../../ui/landmark'
import { type TabItem, Tabs } from '../../../../ui/tabs'
import { isOpened } from '../../../url-state/url-state'
import { isFocusFree } from '../../focus/arrival'
import { CommandButton } from '../../commands/command-button'
import { CommandMenu } from '../../commands/command-menu'
import { Place } from '../../commands/place'
import { icons } from '../../icons'
import type { DetailAddress } from './address'
import css from './detail-pane.module.css'

/** The connection of a detail with its list. */
export type DetailControls = {
  /** The id of the open thing. */
  id: string
  heading: RefObject<HTMLHeadingElement | null>
  onClose(): void
  /** Opens the next thing of the list, or the previous one if negative. */
  onStep(by: number): void
}

type Props<P extends string> = {
  address: DetailAddress<P>
  controls: DetailControls
  target: Target
  /** Shown before the name: health and type. */
  lead?: ReactNode
  /** What is heard with the name when it gets focus: the state of the thing, in a sentence. */
  summary?: string | undefined
  /** Whether there are commands for the thing. */
  hasMenu: boolean
  /** Replaces everything below, while nothing is known of the thing or if it does not exist. */
  instead?: ReactNode
  banner?: ReactNode
  /** The part beside the tabs, which is always visible. */
  side: ReactNode
  /** The first is shown when the address has none of these. */
  tabs: readonly (TabItem<P> & {
    panel: ReactNode
    /** Moves focus to where one begins in the panel: otherwise to the first thing in it that takes focus. */
    enter?(): void
    /** Beside the tabs while it is shown. */
    aside?: ReactNode
  })[]
  /** The most frequent actions, at the bottom. */
  footer?: ReactNode
  handlers?: PlaceData['handlers']
  choices?: PlaceData['choices']
}

/** The detail of one row, beside the list or in full size: name, navigation, facts that stay visible, and tabs. */
export function DetailPane<P extends string>({ address, controls, target, handlers, choices, ...props }: Props<P>) {
  const { heading, onClose, onStep } = controls
  const { isFull, panel } = address.use()
  useEffect(() => {
    if (isOpened() || isFocusFree()) heading.current?.focus()
  }, [heading])

  const { tabs } = props
  const at = Math.max(
    0,
    tabs.findIndex(({ id }) => id === panel)
  )
  const selected = tabs[at]
  const panels = useRef<HTMLDivElement>(null)
  const show = (tab: TabItem<P> | undefined) => tab && address.showPanel(tab.id)
  function showOrEnter(tab: (typeof tabs)[number] | undefined) {
    if (tab !== selected || !tab) return show(tab)
    if (tab.enter) return tab.enter()
    const shown = panels.current?.querySelector<HTMLElement>('[role="tabpanel"]')
    ;(shown?.querySelector<HTMLElement>(focusable) ?? shown)?.focus()
  }
  const showBy = (by: number) => show(tabs[(at + by + tabs.length) % tabs.length])

  return (
    <Landmark as="section" label={target.label} className={css.detail}>
      <Place
        scope="detail"
        of={target.kind}
        className={css.inner}
        isBlock
        target={target}
        choices={{ ...choices, [TABS]: tabs.map(({ label }, index) => ({ value: String(index + 1), label })) }}
        handlers={{
          ...handlers,
          'detail.back': onClose,
          'detail.next': (count) => onStep(count),
          'detail.previous': (count) => onStep(-count),
          'detail.expand': () => address.resize(isFull ? 'beside' : 'full'),
          'detail.tab': (_count, { number }) => showOrEnter(tabs[Number(number) - 1]),
          'detail.nextTab': () => showBy(1),
          'detail.previousTab': () => showBy(-1),
        }}
      >
        <header className={css.head}>
          {props.lead}
          <h2 ref={heading} tabIndex={-1} className={css.title} {...describedBy(props.summary)}>
            <bdi>{target.label}</bdi>
          </h2>
          {props.hasMenu && <CommandMenu for={target} />}
          <CommandButton
            call="detail.expand"
            tone="bare"
            label={isFull ? 'Show beside the list' : 'Show in full size'}
            icon={isFull ? icons.collapse : icons.expand}
          />
          <CommandButton call="detail.back" tone="bare" label="Close detail" icon={icons.close} />
        </header>
        {props.instead || (
          <>
            {props.banner}
            {/* Focusable, so that keys can scroll it. */}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
            <div className={css.body} role="group" aria-label="Details" tabIndex={0}>
              <div className={css.side}>{props.side}</div>
              {selected && (
                <div ref={panels} className={css.tabs}>
                  <Tabs
                    label={`About this ${target.kind}`}
                    tabs={tabs}
                    selected={selected.id}
                    onSelect={address.showPanel}
                    aside={selected.aside}
                  />
                </div>
              )}
            </div>
            {props.footer}
          </>
        )}
      </Place>
    </Landmark>
  )
}

/** As other attributes that the linter does not know yet. */
const describedBy = (summary: string | undefined) => (summary === undefined ? {} : { 'aria-description': summary })
