/** Not noticeable to users: the embedded database has one connection, and a page may be waiting for it. */
const WANTED_MS = 20
const SLOW_MS = 40
const SMALLEST = 10
const LARGEST = 2000

type Chunking<T> = {
  first?: number
  signal?: AbortSignal
  /** The weight of an item, if items differ much; defaults to 1. */
  weightOf?: (item: T) => number
}

/**
 * Calls `work` for all items in chunks, so that no statement occupies the database for long: a slow chunk makes the
 * next ones smaller, a fast one larger. Stops early with the signal.
 */
export async function inChunks<T>(
  items: readonly T[],
  work: (chunk: T[]) => Promise<void>,
  { first = 100, signal, weightOf = () => 1 }: Chunking<T> = {}
): Promise<void> {
  let size = first
  for (let done = 0; done < items.length;) {
    if (signal?.aborted) return
    const chunk = chunkFrom(items, done, size, weightOf)
    const startMs = performance.now()
    await work(chunk)
    done += chunk.length
    size = nextChunkSize(size, performance.now() - startMs)
    // Lets other work on the database and the processor run in between.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Returns at least one item, and as many more as weigh at most `size` together. */
function chunkFrom<T>(items: readonly T[], start: number, size: number, weightOf: (item: T) => number): T[] {
  let end = start
  for (let weight = 0; end < items.length; end++) {
    weight += weightOf(items[end] as T)
    if (weight > size && end > start) break
  }
  return items.slice(start, end)
}

/** Returns the size of the next chunk, given the duration of the last one. */
export function nextChunkSize(size: number, tookMs: number): number {
  if (tookMs > SLOW_MS) return Math.max(SMALLEST, Math.floor(size / 2))
  return tookMs < WANTED_MS ? Math.min(LARGEST, size * 2) : size
}
