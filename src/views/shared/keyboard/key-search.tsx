import { type Ref, useEffect, useState } from 'react'
import { capturePresses } from '@/keymap/capture'
import { keyCaps, isMac, formatKeys } from '@/keymap/display'
import { type Press, parsePresses } from '@/keymap/press'
import { formatCount } from '@/shared/format'
import { buildSmallIndex } from '@/lib/palette/rank/build'
import { createSearch } from '@/lib/palette/rank/search'
import { Button } from '@/ui/button'
import { Kbd } from '@/ui/kbd'
import { type SearchExit, SearchField } from '@/ui/search-field'
import { useAnnouncement } from '@/ui/hooks'
import { announce } from '@/ui/voice'
import css from './key-search.module.css'

/** A search by text, or by a sequence of presses, each with all keys that it can represent. */
export type KeyQuery = { text: string; pressed: readonly (readonly Press[])[] }
export const emptyKeyQuery: KeyQuery = { text: '', pressed: [] }

type Findable = { line: string; title: string; keywords?: string; keys: readonly string[] }

/**
 * The matching rows, best first: rows whose key is exactly the text, then rows with its words, ranked as in the
 * palette, then rows whose keys start with the text. Without text, rows keep their order.
 */
export function findKeyRows<R extends Findable>(rows: readonly R[], { text, pressed }: KeyQuery): R[] {
  const query = text.trim().toLowerCase()
  const withKeys = rows.filter(({ keys }) => pressed.length === 0 || keys.some((key) => begins(pressed, key)))
  if (query === '') return withKeys
  const entries = withKeys.map((row) => ({ ...row, id: row.line, row }))
  const named = createSearch(buildSmallIndex(entries))(text, entries.length).hits.map(({ entry }) => entry.row)
  const writtenAs = (fits: (written: string) => boolean) =>
    withKeys.filter(({ keys }) => keys.some((key) => [key, formatKeys(key)].some((one) => fits(one.toLowerCase()))))
  return [
    ...new Set([
      ...writtenAs((written) => written === query),
      ...named,
      ...writtenAs((written) => written.startsWith(query)),
    ]),
  ]
}

function begins(pressed: KeyQuery['pressed'], key: string): boolean {
  const presses = parsePresses(key, isMac)
  return pressed.every((readings, at) => readings.includes(presses[at] ?? ''))
}

type Props = {
  label: string
  query: KeyQuery
  onQuery: (query: KeyQuery) => void
  /** The number of commands found. */
  found: number
  /** Called when Enter or ↓ leaves the search for its results. */
  onLeave(to: SearchExit): void
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A search for commands by name or, in its listening mode, by pressing a key. */
export function KeySearch({ label, query, onQuery, found, onLeave, autoFocus = true, ref }: Props) {
  const [isListening, setListening] = useState(false)
  const { pressed } = query
  useEffect(
    () =>
      isListening
        ? capturePresses((readings, { key, repeat }) => {
            if (key === 'Tab') return false
            if (repeat) return true
            if (key === 'Escape') setListening(false)
            else if (key === 'Backspace') onQuery({ ...query, pressed: pressed.slice(0, -1) })
            else onQuery({ ...query, pressed: [...pressed, readings] })
            return true
          })
        : undefined,
    [isListening, query, pressed, onQuery]
  )
  const hasQuery = query.text !== '' || pressed.length > 0
  useAnnouncement(hasQuery ? `${formatCount(found, 'shortcut')}.` : undefined, { key: 'key-search' })
  return (
    <div className={css.search}>
      <SearchField
        ref={ref}
        autoFocus={autoFocus}
        label={label}
        value={query.text}
        onChange={(text) => onQuery({ ...query, text })}
        onLeave={onLeave}
      />
      <Button
        isPressed={isListening}
        description={isListening ? 'Press Escape to stop' : 'Finds the command of a key'}
        onPress={() => {
          setListening(!isListening)
          announce(isListening ? 'Key search stopped.' : 'Press a key. Backspace removes it, Escape stops.')
          onQuery({ ...query, pressed: [] })
        }}
      >
        Press a key
      </Button>
      {(isListening || pressed.length > 0) && (
        <p className={css.pressed}>
          {pressed.length === 0 ? (
            'Press a key…'
          ) : (
            <>
              <span className="visually-hidden">{formatKeys(pressed.map(([first]) => first).join(' '))}</span>
              <Kbd caps={keyCaps(pressed.map(([first]) => first).join(' '))} />
            </>
          )}
          {pressed.length > 0 && (
            <Button tone="bare" onPress={() => onQuery({ ...query, pressed: [] })}>
              Clear
            </Button>
          )}
        </p>
      )}
    </div>
  )
}
