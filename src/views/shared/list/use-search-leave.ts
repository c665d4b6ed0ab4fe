import { type RefObject, useEffect, useRef } from 'react'
import type { SearchExit } from '@/ui/search-field'
import { announce } from '@/ui/voice'
import type { CollectionHandle } from './collection'

/** Whether the rows of a list are the results for the text in its search field. */
export type SearchResultState = 'coming' | 'shown' | 'failed'

type SearchLeaveOptions<R> = {
  list: RefObject<CollectionHandle<R> | null>
  field: RefObject<HTMLInputElement | null>
  text: string
  /** Searches for the text without waiting for a pause in typing. */
  settle(): void
  answer: SearchResultState
  back(): void
}

/** Moves from a search field to its list, after the results for the current text have arrived. */
export function useSearchLeave<R>({
  list,
  field,
  text,
  settle,
  answer,
  back,
}: SearchLeaveOptions<R>): (to: SearchExit) => void {
  const pending = useRef<{ opens: boolean; text: string }>(undefined)
  function enterList() {
    const request = pending.current
    if (!request || answer === 'coming') return
    pending.current = undefined
    // Focus does not move if the user has typed more or left the field. The list shows a failure.
    if (answer === 'failed' || request.text !== text || document.activeElement !== field.current) return
    if (!list.current?.enterFound(request.opens ? text : undefined)) announce('No rows listed.', { key: 'count' })
  }
  useEffect(enterList)
  return (to) => {
    if (to === 'back') return back()
    pending.current = { opens: to === 'open', text }
    settle()
    enterList()
  }
}
