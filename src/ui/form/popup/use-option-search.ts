import type { Choice, FindChoices, SearchPace } from '@/shared/forms/choice'
import { formatCount, plural } from '@/shared/format'
import { useAnnouncement } from '../../hooks'
import { type SearchState, useDebouncedSearch } from './use-debounced-search'

type Props<C extends Choice> = {
  /** Undefined while the list is closed. */
  text: string | undefined
  find: FindChoices<C>
  pace: SearchPace
  /** The noun for one option. */
  noun?: string
  /** Options match by part of their label. While a search runs, earlier options that still match are shown. */
  isByLabel?: boolean
}

type OptionSearch<C extends Choice> = {
  is: SearchState<C>['is']
  options: readonly Choice[]
  /** Shown above the options or instead of them. */
  status: string
  tone: 'bad' | undefined
  /** The message for `useSearchAnnouncement` while the list is open. */
  announcement: string
  /** The found item for this option; undefined if the option retries the search. */
  resolve(option: Choice): C | undefined
}

/** The options found for a text, and the status shown above or instead of them. */
export function useOptionSearch<C extends Choice>({
  text,
  find,
  pace,
  noun = 'option',
  isByLabel = false,
}: Props<C>): OptionSearch<C> {
  const { search, retry } = useDebouncedSearch(text, find, pace)
  const query = (text ?? '').trim().toLowerCase()
  const found = optionsOf(search, ({ label }) => isByLabel && label.toLowerCase().includes(query))
  const isFailed = search.is === 'failed'
  const status = search.is === 'searching' && found.length > 0 ? '' : statusOf(search, pace, noun)
  return {
    is: search.is,
    options: isFailed ? retryOptions : found,
    status,
    tone: isFailed ? 'bad' : undefined,
    announcement: status || (search.is === 'found' ? formatCount(found.length, noun) : ''),
    resolve(option) {
      if (isFailed) retry()
      return found.find(({ value }) => value === option.value)
    },
  }
}

const retryOptions: readonly Choice[] = [{ value: 'retry', label: 'Try again' }]

function optionsOf<C extends Choice>(search: SearchState<C>, fits: (option: C) => boolean): readonly C[] {
  if (search.is === 'searching') return search.before.filter(fits)
  return search.is === 'found' ? search.options : []
}

function statusOf(search: SearchState<Choice>, { shortest }: SearchPace, noun: string): string {
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

/** Announces the number of options or the status. Screen readers only read the active option by themselves. */
export function useSearchAnnouncement(message: string) {
  useAnnouncement(message, { key: 'combobox' })
}
