import { useQueryClient } from '@tanstack/react-query'
import { Command, useCommandState } from 'cmdk'
import { type RefObject, useLayoutEffect } from 'react'
import { Button } from '../../ui/button'
import { StatusShape } from '../../ui/status'
import { Time } from '../../ui/time'
import { useConsole } from '../shared/console'
import { useMedia } from '../shared/stores'
import { type PaletteItem, paletteItemKey } from './item'
import css from './palette.module.css'
import { findShortcut, PaletteRow } from './palette-row'
import type { SearchIndexes } from './use-search-indexes'

type ResultsProps = {
  label: string
  rows: readonly PaletteItem[]
  current: PaletteItem | undefined
  /** Whether the user moved to the current row, so that it is not only the first match. */
  pointsAtRow: boolean
  /** Must keep its identity, so that rows render again only when they change and not at each key press. */
  onChoose: (item: PaletteItem) => void
}

/** The rows, and the properties of the highlighted one where there is room. */
export function PaletteResults({ label, rows, current, pointsAtRow, onChoose }: ResultsProps) {
  const { keys } = useConsole()
  const hasRoom = useMedia('(min-width: 1024px)')
  return (
    <div className={css.middle}>
      <div id="palette-results" className={css.results}>
        <Command.List label={label} className={css.list}>
          {rows.map((item, at) => (
            <PaletteRow
              key={paletteItemKey(item)}
              item={item}
              heading={item.section !== rows[at - 1]?.section ? item.section : undefined}
              keys={findShortcut(item, keys)}
              isPointedAt={pointsAtRow && item === current}
              onChoose={onChoose}
            />
          ))}
        </Command.List>
      </div>
      {hasRoom && rows.some(({ facts }) => facts) && <Aside item={current} />}
    </div>
  )
}

/** The loaded properties of the highlighted resource. Sends no request, however fast the highlight moves. */
function Aside({ item }: { item: PaletteItem | undefined }) {
  const client = useQueryClient()
  if (!item?.facts) return <div className={css.aside} />
  return (
    <section className={css.aside} aria-label={`About ${item.title}`}>
      <h3 className={css.asideTitle}>
        {item.health && <StatusShape health={item.health} />} <bdi>{item.title}</bdi>
      </h3>
      <dl>
        {item.facts(client).map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{'at' in fact ? <Time at={fact.at} as="ago" /> : fact.text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * Sets the active descendant of the input to the highlighted row, after cmdk has moved the highlight. It is not set
 * while the user types: a screen reader that announces the first row after each letter makes typing impossible.
 */
export function ActiveDescendant({ input, isOn }: { input: RefObject<HTMLInputElement | null>; isOn: boolean }) {
  const value = useCommandState((state) => state.value)
  useLayoutEffect(() => {
    const list = input.current?.closest('[cmdk-root]')?.querySelector('[cmdk-list]')
    if (list) input.current?.setAttribute('aria-controls', list.id)
    const row = list?.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)
    if (isOn) row?.scrollIntoView({ block: 'nearest' })
    if (isOn && row) input.current?.setAttribute('aria-activedescendant', row.id)
    else input.current?.removeAttribute('aria-activedescendant')
  }, [input, value, isOn])
  return null
}

type NotesProps = {
  indexes: SearchIndexes
  isEmpty: boolean
  isOffline: boolean
  isWaitingForText: boolean
  /** The names of server searches without a response yet. */
  searching: readonly string[]
  /** The first step to take, or the reason why the text is invalid. Replaces the note for no results. */
  hint: string | undefined
}

/** Notes about the list, placed outside it because they are not options. */
export function Notes({ indexes, isEmpty, isOffline, isWaitingForText, searching, hint }: NotesProps) {
  const { pending, failed } = indexes
  return (
    <>
      {isEmpty && isWaitingForText && <p className={css.none}>Start typing to search</p>}
      {isEmpty && hint === undefined && pending.length === 0 && failed.length === 0 && (
        <p className={css.none}>{searching.length > 0 ? `Searching ${searching.join(', ')}…` : 'No options found'}</p>
      )}
      {pending.map(({ id, name }) => (
        <p key={id} className={css.more}>
          Loading {name}…
        </p>
      ))}
      {failed.map(({ source, message, retry }) => (
        <p key={source.id} className={css.more}>
          Could not load {source.name}: {message} <Button onPress={retry}>Try again</Button>
        </p>
      ))}
      {isOffline && <p className={css.more}>Offline. Only loaded items are searched.</p>}
    </>
  )
}
