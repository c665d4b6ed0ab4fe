import { type RefObject, useEffect, useRef } from 'react'
import type { Leaving } from '../../../ui/search-field'
import { announce } from '../../../ui/voice'
import type { CollectionHandle } from './collection'

/** Whether the rows of a list are what was found for the text in its search field. */
export type Answer = 'coming' | 'shown' | 'failed'

type Search<R> = {
  list: RefObject<CollectionHandle<R> | null>
  field: RefObject<HTMLInputElement | null>
  text: string
  /** Searches for the text without waiting for a pause in typing. */
  settle(): void
  answer: Answer
  back(): void
}

/** Leads from a search field to its list: to what was found for the text as it is, which may have to arrive first. */
export function useSearchLeave<R>({ list, field, text, settle, answer, back }: Search<R>): (to: Leaving) => void {
  const wanted = useRef<{ opens: boolean; text: string }>(undefined)
  function go() {
    const asked = wanted.current
    if (!asked || answer === 'coming') return
    wanted.current = undefined
    // Whoever types on or goes elsewhere meanwhile stays there. A failure is told by the list.
    if (answer === 'failed' || asked.text !== text || document.activeElement !== field.current) return
    if (!list.current?.enterFound(asked.opens ? text : undefined)) announce('Nothing is listed.', { key: 'count' })
  }
  useEffect(go)
  return (to) => {
    if (to === 'back') return back()
    wanted.current = { opens: to === 'open', text }
    settle()
    go()
  }
}
