import '@/commands/every-command'
import { type ReactNode, type RefObject, useEffect } from 'react'
import type { Target } from '@/commands/command'
import type { PlaceData } from '@/commands/place'
import { Landmark } from '@/ui/landmark'
import { isOpenedEntry } from '../../url-state/url-state'
import { isFocusFree } from '../../page/first-page'
import { CommandButton } from '../../commands/command-button'
import { CommandMenu } from '../../commands/command-menu'
import { Place } from '../../commands/place'
import { icons } from '../../icons'
import type { DetailAddress } from './detail-address'
import { type DetailTab, TabbedBody, useDetailTabs } from './tabbed-body'
import css from './detail-pane.module.css'

/** The connection of a detail with its list. */
export type DetailControls = {
  /** The id of the open resource. */
  id: string
  heading: RefObject<HTMLHeadingElement | null>
  onClose(): void
  /** Opens the next row of the list, or the previous one if negative. */
  onStep(by: number): void
}

type Props<P extends string> = {
  address: DetailAddress<P>
  controls: DetailControls
  target: Target
  /** Shown before the name: health and type. */
  lead?: ReactNode
  /** The state of the resource in a sentence, announced with the name when the heading gets focus. */
  summary?: string | undefined
  /** Whether there are commands for the resource. */
  hasMenu: boolean
  /** False if the detail opens automatically, for example while it follows the cursor, and takes no focus. */
  takesFocus?: boolean
  /** Whether the resource is known not to exist, so that its keys have no target. */
  isGone?: boolean
  /** Replaces the content below while the resource is not loaded or does not exist. */
  instead?: ReactNode
  banner?: ReactNode
  /** The section beside the tabs, always visible. */
  side: ReactNode
  /** The tabs; the first is shown if the address names none of them. */
  tabs: readonly DetailTab<P>[]
  /** The most frequent actions, at the bottom. */
  footer?: ReactNode
  handlers?: PlaceData['handlers']
  choices?: PlaceData['choices']
}

/** The detail of one row, beside the list or in full size: name, navigation, facts that stay visible, and tabs. */
export function DetailPane<P extends string>({
  address,
  controls,
  target,
  handlers,
  choices,
  takesFocus = true,
  ...props
}: Props<P>) {
  const { heading, onClose, onStep } = controls
  const { isFull, panel } = address.use()
  useEffect(() => {
    if (takesFocus && (isOpenedEntry() || isFocusFree())) heading.current?.focus()
    // Runs only when the detail appears: a detail that followed the cursor has already been read when it is chosen.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [heading])

  const { choices: tabChoices, handlers: tabHandlers, ...shown } = useDetailTabs(props.tabs, panel, address.showPanel)

  return (
    <Landmark as="section" label={target.label} className={css.detail}>
      <Place
        scope="detail"
        of={target.kind}
        className={css.inner}
        isBlock
        {...(!props.isGone && { target })}
        choices={{ ...choices, ...tabChoices }}
        handlers={{
          ...handlers,
          'detail.back': onClose,
          'detail.next': (count) => onStep(count),
          'detail.previous': (count) => onStep(-count),
          'detail.expand': () => address.resize(isFull ? 'beside' : 'full'),
          ...tabHandlers,
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
            <TabbedBody {...shown} of={target.kind} side={props.side} />
            {props.footer}
          </>
        )}
      </Place>
    </Landmark>
  )
}

/** Spread as an attribute that the linter does not support yet. */
const describedBy = (summary: string | undefined) => (summary === undefined ? {} : { 'aria-description': summary })
