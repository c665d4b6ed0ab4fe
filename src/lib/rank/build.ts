import { type Entry, maskOfText, type Text, textOf } from './text'

/** Entries as they are searched. */
export type Index<E extends Entry = Entry> = {
  entries: readonly E[]
  texts: readonly Text[]
  /** By place: which letters occur. A typed array, since plain arrays would not keep 32 bits as small integers. */
  masks: Int32Array
  /** Where each id is. */
  byId: ReadonlyMap<string, number>
  /** By place: 12 for each step of use, 30 for what acts on the cursor, 6 for what lacks nothing, `REFUSED` for what cannot run. */
  standing: Int16Array
}

/** More than use and context can add up to. */
export const REFUSED = 1024

type Standing = Pick<Entry, 'used' | 'inContext' | 'lacksThing' | 'refused'>

const standingOf = ({ used = 0, inContext, lacksThing, refused }: Standing) =>
  12 * used + (inContext ? 30 : 0) + (lacksThing ? 0 : 6) + (refused ? REFUSED : 0)

/** For lists that are short: commands, options. */
export function indexOf<E extends Entry>(entries: readonly E[]): Index<E> {
  const work = building(entries)
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}

export type Pace = {
  /** Milliseconds, from any beginning. */
  now(): number
  /** Yields to other work. */
  pause(): Promise<void>
  signal?: AbortSignal
}

/** Half of the allowed time, so that slow machines keep to it as well. */
const SLICE_MS = 2.5

/**
 * Indexes many entries without holding up a key press: in slices of less than 5 ms.
 * @param entries may be made one by one as they are asked for
 * @throws what `signal` was aborted with
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

/** What is done between two looks at the clock. */
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

/** The same entries with other standings; entries that are not named get zero. */
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
