import { type SearchEntry, entryLetterMask, type FoldedText, foldEntry } from './text'

/** An index of searchable entries. */
export type EntryIndex<E extends SearchEntry = SearchEntry> = {
  entries: readonly E[]
  texts: readonly FoldedText[]
  /**
   * Bit masks of the letters, by position. A typed array, because plain arrays do not store 32 bits as small integers.
   */
  masks: Int32Array
  /** Position of each id. */
  byId: ReadonlyMap<string, number>
  /**
   * Priority by position: 12 per step of use, 30 for entries that act on the focused resource, 6 for complete entries,
   * `REFUSED` for entries that cannot run.
   */
  priorities: Int16Array
}

/** Greater than the sum of use and context. */
export const REFUSED = 1024

type EntryPriority = Pick<SearchEntry, 'used' | 'inContext' | 'lacksThing' | 'refused'>

const computePriority = ({ used = 0, inContext, lacksThing, refused }: EntryPriority) =>
  12 * used + (inContext ? 30 : 0) + (lacksThing ? 0 : 6) + (refused ? REFUSED : 0)

/** For short lists, such as commands and options. */
export function buildSmallIndex<E extends SearchEntry>(entries: readonly E[]): EntryIndex<E> {
  const work = building(entries)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

type BuildPace = {
  /** Milliseconds from any origin. */
  now(): number
  /** Yields to other work. */
  pause(): Promise<void>
  signal?: AbortSignal
}

/** Half of the allowed time, to allow for slow machines. */
const SLICE_MS = 2.5

/**
 * Indexes many entries in slices of less than 5 ms, so that key presses are not delayed.
 * @param entries may be generated lazily
 * @throws the reason of the aborted `signal`
 */
export async function buildIndex<E extends SearchEntry>(entries: Iterable<E>, pace: BuildPace): Promise<EntryIndex<E>> {
  const work = building(entries)
  for (let begun = pace.now(); ;) {
    const { done, value } = work.next()
    if (done) return value
    if (pace.now() - begun < SLICE_MS) continue
    await pace.pause()
    pace.signal?.throwIfAborted()
    begun = pace.now()
  }
}

/** Number of entries between checks of the time. */
const AT_ONCE = 64

function* building<E extends SearchEntry>(from: Iterable<E>): Generator<undefined, EntryIndex<E>, undefined> {
  const entries: E[] = []
  const texts: FoldedText[] = []
  const byId = new Map<string, number>()
  const groups = new Map<string, string>()
  const masks: number[] = []
  const priorities: number[] = []
  for (const entry of from) {
    const at = texts.length
    if (at % AT_ONCE === 0 && at > 0) yield
    priorities.push(computePriority(entry))
    byId.set(entry.id.toLowerCase(), at)
    const text = foldEntry(entry, groups)
    masks.push(entryLetterMask(text))
    entries.push(entry)
    texts.push(text)
  }
  return { entries, texts, masks: Int32Array.from(masks), byId, priorities: Int16Array.from(priorities) }
}

/** The same entries with other priorities. Entries without a new priority get zero. */
export function withPriorities<E extends SearchEntry>(
  index: EntryIndex<E>,
  named: Iterable<readonly [id: string, EntryPriority]>
): EntryIndex<E> {
  const priorities = new Int16Array(index.entries.length)
  for (const [id, one] of named) {
    const at = index.byId.get(id.toLowerCase())
    if (at !== undefined) priorities[at] = computePriority(one)
  }
  return { ...index, priorities }
}
