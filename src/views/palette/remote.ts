import type { Item } from './item'

/** A search on the server: a source, or the options of a step. */
export type Place = {
  id: string
  /** The name in a sentence: 'the catalog'. */
  name: string
  find(text: string, signal: AbortSignal): Promise<readonly Item[]>
}

export type Answer = {
  id: string
  name: string
  /** The rows of the last answer; they stay until the next one. */
  items: readonly Item[]
  is: 'quiet' | 'searching' | 'failed'
  /** The message of the failure. */
  fault: string
}

/** Long enough to type a word. */
const WAIT_MS = 300
const AT_LEAST = 2

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
 * @param onChange called with the state of each place, in their order
 * @param onArrival called with each new answer
 */
export function createRemote(
  onChange: (answers: readonly Answer[]) => void,
  onArrival: (answer: Answer) => void
): Remote {
  let asked: { places: readonly Place[]; text: string } = { places: [], text: '' }
  let answers: readonly Answer[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let controllers = new Map<string, AbortController>()

  const put = (next: readonly Answer[]) => {
    answers = next
    onChange(next)
  }
  const change = (id: string, to: Partial<Answer>) =>
    put(answers.map((one) => (one.id === id ? { ...one, ...to } : one)))

  function end() {
    clearTimeout(timer)
    for (const controller of controllers.values()) controller.abort()
    controllers = new Map()
  }

  async function search({ id, find }: Place, text: string) {
    controllers.get(id)?.abort()
    const controller = new AbortController()
    controllers.set(id, controller)
    change(id, { is: 'searching', fault: '' })
    try {
      const items = await find(text, controller.signal)
      if (controller.signal.aborted) return
      change(id, { is: 'quiet', items })
    } catch (error) {
      if (controller.signal.aborted) return
      change(id, { is: 'failed', items: [], fault: error instanceof Error ? error.message : 'Unknown error' })
    }
    const answer = answers.find((one) => one.id === id)
    if (answer) onArrival(answer)
  }

  return {
    ask(places, text) {
      if (text === asked.text && places === asked.places) return
      end()
      const isSamePlace = places === asked.places
      asked = { places, text }
      const isWorthAsking = text.trim().length >= AT_LEAST
      const kept = (id: string) => (isSamePlace && isWorthAsking ? answers.find((one) => one.id === id) : undefined)
      put(places.map(({ id, name }) => ({ id, name, items: kept(id)?.items ?? [], is: 'quiet', fault: '' })))
      if (!isWorthAsking) return
      timer = setTimeout(() => {
        for (const place of places) void search(place, text.trim())
      }, WAIT_MS)
    },
    retry(id) {
      const place = asked.places.find((one) => one.id === id)
      if (place) void search(place, asked.text.trim())
    },
    stop() {
      end()
      asked = { places: [], text: '' }
      answers = []
    },
  }
}
