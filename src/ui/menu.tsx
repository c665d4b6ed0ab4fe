import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useId } from 'react'
import { Header } from 'react-aria-components/Header'
import { Menu as AriaMenu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import type { Button } from './button'
import { Kbd } from './kbd'
import { type OpenMenu, useMenuButton } from './menu-button'
import css from './menu.module.css'
import { announce } from './voice'

export type MenuAction = {
  id: string
  label: string
  icon?: ReactNode
  description?: string
  /** The current value, shown at the end of the line. A refusal replaces it. */
  value?: string
  /** The key caps of the shortcut, one list per press. */
  keys?: readonly (readonly string[])[]
  /** Why the action is not available. The item stays focusable, so that the reason can be read. */
  refusal?: string
  tone?: 'bad'
}

export type MenuSectionSpec = { title?: string; items: readonly MenuAction[] }

type MenuContent = {
  /** The accessible name of the menu. */
  label: string
  sections: readonly MenuSectionSpec[]
  onAction: (id: string) => void
}

type Props = MenuContent & {
  /** A `Button`. It does not open the menu if it has a refusal. */
  trigger: ReactElement<ComponentProps<typeof Button>>
}

/** A button that opens a menu of actions. */
export function Menu({ trigger, ...content }: Props) {
  const { button, open } = useMenuButton()
  if (trigger.props.refusal !== undefined) return cloneElement(trigger, { hasPopup: 'menu' })
  return (
    <>
      {cloneElement(trigger, button)}
      {open && <MenuList {...content} open={open} />}
    </>
  )
}

/** The list of an open menu, next to its button. */
export function MenuList({ open, label, sections, onAction }: MenuContent & { open: OpenMenu }) {
  const nameId = useId()
  const items = sections.flatMap((section) => section.items)
  const act = (id: string | number) => {
    const item = items.find((one) => one.id === id)
    if (item?.refusal === undefined) onAction(String(id))
    else announce(item.refusal, { urgent: true })
  }
  return (
    <Popover
      triggerRef={open.anchor}
      // Names the popover, which is a dialog around the menu.
      aria-labelledby={nameId}
      isOpen
      onOpenChange={(isOpen) => isOpen || open.close()}
      className={css.popover ?? ''}
      placement="bottom start"
      offset={4}
    >
      {/* Without this, the trigger would name the menu, and its label may only be `More`. */}
      <span id={nameId} hidden>
        {label}
      </span>
      <AriaMenu
        aria-labelledby={nameId}
        autoFocus={open.at}
        className={css.menu ?? ''}
        onAction={act}
        onClose={open.close}
      >
        {sections.map((section, at) => (
          <MenuSection
            key={section.title ?? `section ${at}`}
            className={css.section ?? ''}
            {...(section.title === undefined ? { 'aria-label': `${label}, section ${at + 1}` } : {})}
          >
            {section.title !== undefined && <Header className={css.title ?? ''}>{section.title}</Header>}
            {section.items.map((item) => (
              <Line key={item.id} {...item} />
            ))}
          </MenuSection>
        ))}
      </AriaMenu>
    </Popover>
  )
}

function Line({ id, label, icon, description, value, keys, refusal, tone }: MenuAction) {
  const about = [description, refusal].filter(Boolean).join('. ')
  return (
    <MenuItem
      id={id}
      textValue={label}
      className={css.item ?? ''}
      data-tone={tone}
      shouldCloseOnSelect={refusal === undefined}
      // Not `isDisabled`, which would make the item unfocusable. No item is a link, so a `div` is enough.
      render={(props) => (
        <div {...(props as ComponentProps<'div'>)} aria-disabled={refusal !== undefined || undefined} />
      )}
    >
      <span className={css.icon} aria-hidden="true">
        {icon}
      </span>
      <Text slot="label" className={css.label ?? ''}>
        {label}
      </Text>
      {keys && <Kbd caps={keys} />}
      {about !== '' ? (
        <Text slot="description" className={css.description ?? ''}>
          {about}
        </Text>
      ) : (
        value !== undefined && (
          <Text slot="description" className={css.value ?? ''}>
            {value}
          </Text>
        )
      )}
    </MenuItem>
  )
}
