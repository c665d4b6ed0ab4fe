import { useState } from 'react'
import { say } from '../../ui/voice'
import { useMedia } from '../shell/stores'

export type FiltersPlace = {
  /** Shown beside the list, over the page, or not at all. */
  shown: 'beside' | 'over' | undefined
  toggle(): void
}

/**
 * Where the filters are shown: beside the list until they are closed, if there is space; otherwise over it on request.
 * @param hasDetail whether a detail takes part of the width
 */
export function useFilters(hasDetail: boolean): FiltersPlace {
  const hasRoom = useMedia(`(min-width: ${hasDetail ? 1600 : 1024}px)`)
  const [isClosed, setClosed] = useState(false)
  const [isOver, setOver] = useState(false)
  const shown = hasRoom ? (isClosed ? undefined : 'beside') : isOver ? 'over' : undefined
  function toggle() {
    if (!hasRoom) return setOver(!isOver)
    setClosed(!isClosed)
    say(isClosed ? 'Filters shown.' : 'Filters hidden.', { key: 'filters' })
  }
  return { shown, toggle }
}
