import { useEffect, useState } from 'react'
import { takePresses } from '../../../keymap/capture'
import { caps, isMac, spoken } from '../../../keymap/display'
import { type Press, pressesOf } from '../../../keymap/press'
import { formatCount } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { Kbd } from '../../../ui/kbd'
import { say } from '../../../ui/voice'
import css from './key-search.module.css'

/** What is searched: text, or a sequence of presses, each with all keys that it can stand for. */
export type KeyQuery = { text: string; pressed: readonly (readonly Press[])[] }
export const anyKey: KeyQuery = { text: '', pressed: [] }

/** Whether a command with this title and these keys is found, by its title, by its keys as text, or by pressed keys. */
export function fitsQuery({ text, pressed }: KeyQuery, title: string, keys: readonly string[]): boolean {
  const wanted = text.trim().toLowerCase()
  const isNamed =
    title.toLowerCase().includes(wanted) ||
    keys.some((key) => key.toLowerCase() === wanted || spoken(key).toLowerCase().startsWith(wanted))
  return isNamed && keys.concat(pressed.length === 0 ? [''] : []).some((key) => begins(pressed, key))
}

function begins(pressed: KeyQuery['pressed'], key: string): boolean {
  const presses = key === '' ? [] : pressesOf(key, isMac)
  return pressed.every((readings, at) => readings.includes(presses[at] ?? ''))
}

type Props = {
  label: string
  query: KeyQuery
  onQuery: (query: KeyQuery) => void
  /** The number of commands found. */
  found: number
  autoFocus?: boolean
}

/** A search for commands by name or, in its listening mode, by pressing a key. */
export function KeySearch({ label, query, onQuery, found, autoFocus = true }: Props) {
  const [isListening, setListening] = useState(false)
  const { pressed } = query
  useEffect(
    () =>
      isListening
        ? takePresses((readings, { key, repeat }) => {
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
  const isAsked = query.text !== '' || pressed.length > 0
  useEffect(() => {
    if (isAsked) say(`${formatCount(found, 'shortcut')}.`, { key: 'key-search' })
  }, [isAsked, found])
  return (
    <div className={css.search}>
      <input
        autoFocus={autoFocus}
        type="search"
        aria-label={label}
        placeholder="Search by name or key…"
        value={query.text}
        onChange={({ target }) => onQuery({ ...query, text: target.value })}
      />
      <Button
        isPressed={isListening}
        description={isListening ? 'Escape stops it' : 'Then press the key you wonder about'}
        onPress={() => {
          setListening(!isListening)
          say(isListening ? 'No longer listening.' : 'Press a key. Backspace takes it back, Escape stops.')
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
              <span className="visually-hidden">{spoken(pressed.map(([first]) => first).join(' '))}</span>
              <Kbd caps={caps(pressed.map(([first]) => first).join(' '))} />
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
