import { useCommandState } from 'cmdk'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../lib/format'
import { say, SETTLE_MS } from '../../ui/voice'

/**
 * Points the input at the highlighted row, after cmdk has moved the highlight: its own input lags one row behind. Withheld
 * while somebody types, since a reader that reads the new top row after every letter cannot be typed against.
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

type Result = {
  /** What was entered: 'Command palette' or the name of a step. Said once. */
  place: string
  count: number
  /** 'suggestion' while nothing is typed, else 'result'. */
  noun: string
  /** The name of the first row. */
  first: string | undefined
  /** Instead of the count: why the text cannot be meant, or what to do first. */
  note: string | undefined
}

/**
 * The result in one sentence, half a second after the last key; nothing once the palette has gone.
 * @param moment changes with everything that is worth a sentence; data that is renewed is not
 */
export function useSpoken({ place, count, noun, first, note }: Result, moment: string) {
  const last = useRef({ place: '', isEntering: false, at: Number.NEGATIVE_INFINITY })
  useEffect(() => () => say('', { key: 'palette' }), [])
  useEffect(() => {
    const at = performance.now()
    // What is replaced before it was spoken has named nothing.
    const isReplacing = at - last.current.at < SETTLE_MS
    const isEntering = last.current.place !== place || (isReplacing && last.current.isEntering)
    last.current = { place, isEntering, at }
    const result = first === undefined ? 'No results' : `${formatCount(count, noun)}. ${first}`
    say(`${isEntering ? `${place}. ` : ''}${note ?? result}`, { key: 'palette' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [moment])
}
