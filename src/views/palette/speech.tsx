import { useCommandState } from 'cmdk'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { formatCount } from '../../lib/format'
import { say } from '../../ui/voice'
import type { Item } from './sources'

/** Points the input at the highlighted row, after cmdk has moved the highlight. */
export function ActiveDescendant({ input, isOn }: { input: RefObject<HTMLInputElement | null>; isOn: boolean }) {
  const value = useCommandState((state) => state.value)
  useLayoutEffect(() => {
    const list = document.querySelector('[cmdk-list]')
    if (list) input.current?.setAttribute('aria-controls', list.id)
    const row = document.querySelector(`[cmdk-item][data-value="${CSS.escape(value)}"]`)
    if (isOn && row) input.current?.setAttribute('aria-activedescendant', row.id)
    else input.current?.removeAttribute('aria-activedescendant')
  }, [input, value, isOn])
  return null
}

/** The result in one sentence, when the hands rest; nothing once the palette has gone. */
export function useSpoken(rows: readonly Item[], total: number, step: string | undefined, resultKey: string) {
  const isOpening = useRef(true)
  const first = rows[0]
  useEffect(() => () => say('', { key: 'palette' }), [])
  useEffect(() => {
    const what = isOpening.current ? `${step ?? 'Command palette'}. ` : ''
    isOpening.current = false
    say(first ? `${what}${formatCount(total, 'result')}. ${first.title}` : `${what}No results`, { key: 'palette' })
    // Said when the query changes, not when data is renewed under it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [resultKey])
}
