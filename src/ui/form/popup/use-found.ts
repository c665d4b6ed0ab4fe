import { useEffect } from 'react'
import type { Choice, Find, Pace } from '../../../lib/choice'
import { formatCount, plural } from '../../../lib/format'
import { announce } from '../../voice'
import { type Search, useSearch } from './use-search'

type Props<C extends Choice> = {
  /** Undefined: the list is closed. */
  text: string | undefined
  find: Find<C>
  pace: Pace
  /** What one option is, as a noun. */
  noun?: string
  /** Options are found by a part of their label: those of the text before that still fit are shown while it is searched for. */
  isByLabel?: boolean
}

export type Found<C extends Choice> = {
  is: Search<C>['is']
  options: readonly Choice[]
  /** Shown instead of options, or above them. */
  status: string
  tone: 'bad' | undefined
  /** What `useAnnouncement` is to say while the list is open. */
  said: string
  /** What was found by this option; undefined when it searches again instead. */
  take(option: Choice): C | undefined
}

/** The options of a list that are found by a text, and what is told in place of them. */
export function useFound<C extends Choice>({
  text,
  find,
  pace,
  noun = 'option',
  isByLabel = false,
}: Props<C>): Found<C> {
  const { search, retry } = useSearch(text, find, pace)
  const wanted = (text ?? '').trim().toLowerCase()
  const found = foundBy(search, ({ label }) => isByLabel && label.toLowerCase().includes(wanted))
  const isFailed = search.is === 'failed'
  const status = search.is === 'searching' && found.length > 0 ? '' : statusOf(search, pace, noun)
  return {
    is: search.is,
    options: isFailed ? again : found,
    status,
    tone: isFailed ? 'bad' : undefined,
    said: status || (search.is === 'found' ? formatCount(found.length, noun) : ''),
    take(option) {
      if (isFailed) retry()
      return found.find(({ value }) => value === option.value)
    },
  }
}

const again: readonly Choice[] = [{ value: 'retry', label: 'Try again' }]

function foundBy<C extends Choice>(search: Search<C>, fits: (option: C) => boolean): readonly C[] {
  if (search.is === 'searching') return search.before.filter(fits)
  return search.is === 'found' ? search.options : []
}

function statusOf(search: Search<Choice>, { shortest }: Pace, noun: string): string {
  switch (search.is) {
    case 'nothing-typed':
      return 'Start typing to search'
    case 'too-short':
      return `Type ${shortest} characters to search`
    case 'searching':
      return 'Searching…'
    case 'failed':
      return search.message
    case 'found':
      return search.options.length === 0 ? `No ${plural(noun)} found` : ''
  }
}

/** Screen readers read options while moving over them, but not their number or the message shown instead of them. */
export function useAnnouncement(message: string) {
  useEffect(() => announce(message, { key: 'combobox' }), [message])
}
