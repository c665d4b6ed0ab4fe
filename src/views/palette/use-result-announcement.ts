import { useEffect, useRef } from 'react'
import { formatCount } from '@/shared/format'
import { useUnmount } from '../../ui/hooks'
import { announce, ANNOUNCE_DELAY_MS } from '../../ui/voice'

type Result = {
  /** The name of the step, or 'Command palette'. Announced once, but not on opening: the input has focus and reads it. */
  place: string
  count: number
  /** 'option' in a step, otherwise 'result'. */
  noun: string
  /** The name of the first row. */
  first: string | undefined
  /** Announced instead of the count: why the text is invalid, or what to type. */
  note: string | undefined
  /** All results come from the server, which has not responded; their count is unknown. */
  isAwaited?: boolean
  /** The placeholder of the input says the note. */
  isPlaceholder?: boolean
}

/**
 * Announces the result in one sentence, half a second after the last key, and nothing after the palette has closed.
 * @param moment a new value causes an announcement; refreshed data must not change it
 */
export function useResultAnnouncement(
  { place, count, noun, first, note, isAwaited, isPlaceholder }: Result,
  moment: string
) {
  const last = useRef<{ place?: string; isEntering: boolean; at: number }>({
    isEntering: false,
    at: Number.NEGATIVE_INFINITY,
  })
  useUnmount(() => announce('', { key: 'palette' }))
  useEffect(() => {
    const at = performance.now()
    // If an announcement is replaced before it is spoken, the step has not been announced yet.
    const isReplacing = at - last.current.at < ANNOUNCE_DELAY_MS
    const isOpening = last.current.place === undefined
    const isEntering = !isOpening && (last.current.place !== place || (isReplacing && last.current.isEntering))
    last.current = { place, isEntering, at }
    const found = first === undefined ? 'No results' : `${formatCount(count, noun)}. ${first}`
    if (isOpening && isPlaceholder) return
    const result = note ?? (isAwaited ? '' : found)
    announce([isEntering ? place : '', result].filter(Boolean).join('. '), { key: 'palette' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [moment])
}
