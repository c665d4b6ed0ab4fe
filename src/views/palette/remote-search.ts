import { searchDelays } from '@/shared/forms/choice'
import type { PaletteItem } from './item'

/** A search on the server: a source, or the options of a step. */
export type SearchPlace = {
  id: string
  /** The name in a sentence: 'the catalog'. */
  name: string
  /** The cache key of its responses while the palette is open; undefined if they depend on more than the text. */
  cacheKey?: string
  /** The list is small: it is also searched with an empty text. */
  isFew?: true
  /** Typing sends no further request, so the search does not wait for a typing pause. */
  isImmediate?: true
  /** The only list in view: its rows are announced as the list, not as additional results. */
  isOnlyList?: true
  find(text: string, signal: AbortSignal): Promise<readonly PaletteItem[]>
}

/** Responses by place and text, so that no search is repeated. */
export type ResultCache = Map<string, readonly PaletteItem[]>

export type RemoteResult = {
  id: string
  name: string
  /** The rows of the last response; they stay until the next one. */
  items: readonly PaletteItem[]
  /** The text of that search; undefined before the first response. */
  query: string | undefined
  /** Whether the current text is searched on the server. */
  isRequested: boolean
  isOnlyList?: true | undefined
  is: 'quiet' | 'searching' | 'failed'
  /** The error message of a failed search, otherwise empty. */
  error: string
}

/** The minimum text length. */
const AT_LEAST = 2

/** Whether a text is long enough to be searched on the server. */
export const isLongEnough = (text: string): boolean => text.trim().length >= AT_LEAST

type RemoteSearch = {
  /** Searches after a delay; a newer search replaces a waiting one. */
  search(places: readonly SearchPlace[], text: string): void
  /** Repeats the failed search of one place immediately. */
  retry(id: string): void
  /** Aborts running searches and drops all rows. */
  stop(): void
}

/**
 * Searches on the server while the user types. A new search aborts the previous one, and late responses are dropped.
 * @param onChange called with the state of each place, in their order, and the places
 * @param onArrival called with each new response
 * @param kept the cache shared by all searches of the open palette
 */
export function createRemoteSearch(
  onChange: (answers: readonly RemoteResult[], of: readonly SearchPlace[]) => void,
  onArrival: (answer: RemoteResult) => void,
  kept: ResultCache = new Map()
): RemoteSearch {
  let asked: { places: readonly SearchPlace[]; text: string } = { places: [], text: '' }
  let answers: readonly RemoteResult[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let controllers = new Map<string, AbortController>()

  const put = (next: readonly RemoteResult[]) => {
    answers = next
    onChange(next, asked.places)
  }
  const change = (id: string, to: Partial<RemoteResult>) =>
    put(answers.map((one) => (one.id === id ? { ...one, ...to } : one)))

  function end() {
    clearTimeout(timer)
    for (const controller of controllers.values()) controller.abort()
    controllers = new Map()
  }

  async function search({ id, cacheKey, find }: SearchPlace, text: string) {
    controllers.get(id)?.abort()
    const controller = new AbortController()
    controllers.set(id, controller)
    change(id, { is: 'searching', error: '' })
    try {
      const items = await find(text, controller.signal)
      if (controller.signal.aborted) return
      if (cacheKey !== undefined) kept.set(cacheKeyFor(cacheKey, text), items)
      change(id, { is: 'quiet', items, query: text })
    } catch (error) {
      if (controller.signal.aborted) return
      change(id, {
        is: 'failed',
        items: [],
        query: undefined,
        error: error instanceof Error ? error.message : 'Unknown error',
      })
    }
    const answer = answers.find((one) => one.id === id)
    if (answer) onArrival(answer)
  }

  return {
    search(places, typed) {
      const text = typed.trim()
      if (text === asked.text && places === asked.places) return
      end()
      const isSamePlace = places === asked.places
      asked = { places, text }
      const known = ({ cacheKey }: SearchPlace) =>
        cacheKey === undefined ? undefined : kept.get(cacheKeyFor(cacheKey, text))
      const shown = (place: SearchPlace): Pick<RemoteResult, 'items' | 'query'> => {
        const items = isAsked(place, text) ? known(place) : undefined
        if (items) return { items, query: text }
        const before = isSamePlace && isAsked(place, text) ? answers.find(({ id }) => id === place.id) : undefined
        return { items: before?.items ?? [], query: before?.query }
      }
      put(places.map((place) => ({ ...toPendingResult(place, text), ...shown(place) })))
      const left = places.filter((place) => isAsked(place, text) && !known(place))
      if (left.length === 0) return
      timer = setTimeout(
        () => {
          for (const place of left) void search(place, text)
        },
        text === '' || left.every(({ isImmediate }) => isImmediate) ? 0 : searchDelays.palette
      )
    },
    retry(id) {
      const place = asked.places.find((one) => one.id === id)
      if (place) void search(place, asked.text)
    },
    stop() {
      end()
      asked = { places: [], text: '' }
      answers = []
    },
  }
}

const isAsked = ({ isFew }: SearchPlace, text: string) => isFew === true || isLongEnough(text)

/** The initial state of a place for a new text, before any response. */
export const toPendingResult = (place: SearchPlace, text: string): RemoteResult => ({
  id: place.id,
  name: place.name,
  isOnlyList: place.isOnlyList,
  isRequested: isAsked(place, text.trim()),
  items: [],
  query: undefined,
  is: 'quiet',
  error: '',
})

const cacheKeyFor = (place: string, text: string) => `${place}\n${text}`
