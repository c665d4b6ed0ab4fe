import { Command } from 'cmdk'
import { memo } from 'react'
import { keyCaps, formatKeys } from '../../keymap/display'
import { Kbd } from '../../ui/kbd'
import { StatusShape } from '../../ui/status'
import { navIcon } from '../shared/icons'
import { writtenItemCall, type PaletteItem, paletteItemKey, itemTitle } from './item'
import css from './palette.module.css'

type ChipProps = {
  children: string
  /** The label of the argument that pressing the chip prompts for again; undefined for the command itself. */
  label?: string
  onPress: () => void
}

/** An answered step, the command, or the source of the search; pressing the chip goes back to it. */
export function PaletteChip({ children, label, onPress }: ChipProps) {
  const name = label === undefined ? `${children}, go back` : `${label}: ${children}, change`
  return (
    <button type="button" className={css.chip} tabIndex={-1} onClick={onPress} aria-label={name}>
      <bdi>{children}</bdi>
    </button>
  )
}

type RowProps = {
  item: PaletteItem
  heading: string | undefined
  /** The keys of the call, if any. */
  keys: string | undefined
  /** Whether the row is the active descendant: the user moved to it, so it is not only the first match. */
  isPointedAt: boolean
  onChoose: (item: PaletteItem) => void
}

export const PaletteRow = memo(function Row({ item, heading, keys, isPointedAt, onChoose }: RowProps) {
  const hint = item.refusal ?? item.hint ?? item.group
  const shortcut =
    keys === undefined ? undefined : `${item.effect.is === 'mode' ? 'Type' : 'Shortcut'} ${formatKeys(keys)}`
  // aria-description is part of ARIA 1.3, which the linter does not support yet.
  const described = {
    'aria-description': [item.group, item.hint, shortcut, item.refusal].filter(Boolean).join('. ') || undefined,
  }
  return (
    <>
      {heading && (
        <div className={css.heading} aria-hidden="true">
          {heading}
        </div>
      )}
      <Command.Item value={paletteItemKey(item)} onSelect={() => onChoose(item)} asChild>
        {/* Overrides aria-selected of cmdk, which highlights the first row after each letter: screen readers would
            announce it. */}
        <div
          className={css.row}
          aria-selected={isPointedAt}
          data-refused={item.refused || undefined}
          data-present={item.isCurrent}
          data-quiet={item.effect.is === 'more' || item.effect.is === 'retry' || undefined}
          aria-label={[itemTitle(item), item.health, item.isCurrent && 'current'].filter(Boolean).join(', ')}
          {...described}
        >
          <span className={css.icon} aria-hidden="true">
            {item.icon && navIcon(item.icon)}
          </span>
          <span className={css.sign} aria-hidden="true">
            {item.health && <StatusShape health={item.health} />}
            {item.isCurrent && '✓'}
          </span>
          <bdi className={css.title}>{itemTitle(item)}</bdi>
          <bdi className={css.hint} aria-hidden="true">
            {hint}
          </bdi>
          {keys !== undefined && <Kbd caps={keyCaps(keys)} />}
        </div>
      </Command.Item>
    </>
  )
})

/** The keys of a row: its own keys, or those of its call. */
export function findShortcut(
  item: PaletteItem,
  keys: readonly { call: string; keys: string; fixed?: true }[]
): string | undefined {
  const own = writtenItemCall(item)
  return item.keys ?? keys.find(({ call, fixed }) => !fixed && call === own)?.keys
}

type FootProps = {
  /** The effect of Enter, in one sentence. */
  preview: string | undefined
  isStep: boolean
  /** Whether Escape goes one step back instead of closing. */
  hasBack: boolean
  hasActions: boolean
}

export function PaletteFooter({ preview, isStep, hasBack, hasActions }: FootProps) {
  return (
    <div className={css.foot}>
      <p className={css.preview}>{preview}</p>
      <p className={css.keys} aria-hidden="true">
        <Kbd caps={[['↵']]} /> {isStep ? 'choose' : 'run'}
        {hasActions && (
          <>
            <Kbd caps={[['→']]} /> actions
          </>
        )}
        <Kbd caps={[['Esc']]} /> {hasBack ? 'back' : 'close'}
      </p>
    </div>
  )
}
