import type { Item } from './item'

/** A search on the server: a source, or the options of a step. */
export type Place = {
  id: string
  /** The name in a sentence: 'the catalog'. */
  name: string
  /** What its answers are kept by while the palette is open; undefined where they depend on more than the text. */
  keep?: string
  /** It is searched before anything is typed, too. */
  isFew?: true
  /** What is typed asks nothing of the server, so that it need not be waited until somebody pauses. */
  isAtOnce?: true
  /** There is nothing else: what is listed is announced as a whole, and not as more. */
  isAll?: true
  find(text: string, signal: AbortSignal): Promise<readonly Item[]>
}

/** Answers by place and text, so that nothing is asked for twice. */
export type Kept = Map<string, readonly Item[]>

export type Answer = {
  id: string
  name: string
  /** The rows of the last answer; they stay until the next one. */
  items: readonly Item[]
  /** The text that they were searched by; undefined before the first answer. */
  of: string | undefined
  /** Whether the server is asked for what is typed. */
  isAsked: boolean
  isAll?: true | undefined
  is: 'quiet' | 'searching' | 'failed'
  /** The message of the failure. */
  fault: string
}

/** Long enough to type a word. */
const WAIT_MS = 300
const AT_LEAST = 2

/** Whether a text is long enough to be searched on the server. */
export const isWorthAsking = (text: string): boolean => text.trim().length >= AT_LEAST

export type Remote = {
  /** Searches after a delay, unless another search is asked in the meantime. */
  ask(places: readonly Place[], text: string): void
  /** Repeats the failed search of one place, at once. */
  retry(id: string): void
  /** Aborts running searches and drops all rows. */
  stop(): void
}

/**
 * Searches on the server while somebody types. A new search aborts the one before, and late answers are dropped.
 * @param onChange called with the state of each place, in their order, and the places
 * @param onArrival called with each new answer
 * @param kept shared by all searches of the open palette
 */
export function createRemote(
  onChange: (answers: readonly Answer[], of: readonly Place[]) => void,
  onArrival: (answer: Answer) => void,
  kept: Kept = new Map()
): Remote {
  let asked: { places: readonly Place[]; text: string } = { places: [], text: '' }
  let answers: readonly Answer[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let controllers = new Map<string, AbortController>()

  const put = (next: readonly Answer[]) => {
    answers = next
    onChange(next, asked.places)
  }
  const change = (id: string, to: Partial<Answer>) =>
    put(answers.map((one) => (one.id === id ? { ...one, ...to } : one)))

  function end() {
    clearTimeout(timer)
    for (const controller of controllers.values()) controller.abort()
    controllers = new Map()
  }

  async function search({ id, keep, find }: Place, text: string) {
    controllers.get(id)?.abort()
    const controller = new AbortController()
    controllers.set(id, controller)
    change(id, { is: 'searching', fault: '' })
    try {
      const items = await find(text, controller.signal)
      if (controller.signal.aborted) return
      if (keep !== undefined) kept.set(keyOf(keep, text), items)
      change(id, { is: 'quiet', items, of: text })
    } catch (error) {
      if (controller.signal.aborted) return
      change(id, {
        is: 'failed',
        items: [],
        of: undefined,
        fault: error instanceof Error ? error.message : 'Unknown error',
      })
    }
    const answer = answers.find((one) => one.id === id)
    if (answer) onArrival(answer)
  }

  return {
    ask(places, typed) {
      const text = typed.trim()
      if (text === asked.text && places === asked.places) return
      end()
      const isSamePlace = places === asked.places
      asked = { places, text }
      const known = ({ keep }: Place) => (keep === undefined ? undefined : kept.get(keyOf(keep, text)))
      const shown = (place: Place): Pick<Answer, 'items' | 'of'> => {
        const items = isAsked(place, text) ? known(place) : undefined
        if (items) return { items, of: text }
        const before = isSamePlace && isAsked(place, text) ? answers.find(({ id }) => id === place.id) : undefined
        return { items: before?.items ?? [], of: before?.of }
      }
      put(places.map((place) => ({ ...unanswered(place, text), ...shown(place) })))
      const left = places.filter((place) => isAsked(place, text) && !known(place))
      if (left.length === 0) return
      timer = setTimeout(
        () => {
          for (const place of left) void search(place, text)
        },
        text === '' || left.every(({ isAtOnce }) => isAtOnce) ? 0 : WAIT_MS
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

const isAsked = ({ isFew }: Place, text: string) => isFew === true || isWorthAsking(text)

/** The state of a place that is searched for a text from now on. */
export const unanswered = (place: Place, text: string): Answer => ({
  id: place.id,
  name: place.name,
  isAll: place.isAll,
  isAsked: isAsked(place, text.trim()),
  items: [],
  of: undefined,
  is: 'quiet',
  fault: '',
})

const keyOf = (place: string, text: string) => `${place}\n${text}`
