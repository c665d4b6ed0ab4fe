import { type Entry, maskOfText, type Text, textOf } from './text'

/** An index of searchable entries. */
export type Index<E extends Entry = Entry> = {
  entries: readonly E[]
  texts: readonly Text[]
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
  standing: Int16Array
}

/** Greater than the sum of use and context. */
export const REFUSED = 1024

type Standing = Pick<Entry, 'used' | 'inContext' | 'lacksThing' | 'refused'>

const standingOf = ({ used = 0, inContext, lacksThing, refused }: Standing) =>
  12 * used + (inContext ? 30 : 0) + (lacksThing ? 0 : 6) + (refused ? REFUSED : 0)

/** For short lists, such as commands and options. */
export function indexOf<E extends Entry>(entries: readonly E[]): Index<E> {
  const work = building(entries)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

export type Pace = {
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
export async function buildIndex<E extends Entry>(entries: Iterable<E>, pace: Pace): Promise<Index<E>> {
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

function* building<E extends Entry>(from: Iterable<E>): Generator<undefined, Index<E>, undefined> {
  const entries: E[] = []
  const texts: Text[] = []
  const byId = new Map<string, number>()
  const groups = new Map<string, string>()
  const masks: number[] = []
  const standing: number[] = []
  for (const entry of from) {
    const at = texts.length
    if (at % AT_ONCE === 0 && at > 0) yield
    standing.push(standingOf(entry))
    byId.set(entry.id.toLowerCase(), at)
    const text = textOf(entry, groups)
    masks.push(maskOfText(text))
    entries.push(entry)
    texts.push(text)
  }
  return { entries, texts, masks: Int32Array.from(masks), byId, standing: Int16Array.from(standing) }
}

/** The same entries with other priorities. Entries without a new priority get zero. */
export function withStanding<E extends Entry>(
  index: Index<E>,
  named: Iterable<readonly [id: string, Standing]>
): Index<E> {
  const standing = new Int16Array(index.entries.length)
  for (const [id, one] of named) {
    const at = index.byId.get(id.toLowerCase())
    if (at !== undefined) standing[at] = standingOf(one)
  }
  return { ...index, standing }
}
