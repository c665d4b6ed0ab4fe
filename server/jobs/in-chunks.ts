/** Well below what a person notices: the embedded database has one connection, and a page may be waiting for it. */
const WANTED_MS = 20
const SLOW_MS = 40
const SMALLEST = 10
const LARGEST = 2000

type Chunking<T> = {
  first?: number
  signal?: AbortSignal
  /** What an item counts for when they differ much; 1 without it. */
  weightOf?: (item: T) => number
}

/**
 * Does `work` for all items, some at a time, so that no statement holds the database for long: a slow chunk makes the
 * next ones smaller, a quick one larger. Stops early with the signal.
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
    const begun = performance.now()
    await work(chunk)
    done += chunk.length
    size = nextSize(size, performance.now() - begun)
    // Lets other work on the database and the processor go first.
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** At least one item, and as many more as weigh no more than `size` together. */
function chunkFrom<T>(items: readonly T[], start: number, size: number, weightOf: (item: T) => number): T[] {
  let end = start
  for (let weight = 0; end < items.length; end++) {
    weight += weightOf(items[end] as T)
    if (weight > size && end > start) break
  }
  return items.slice(start, end)
}

/** How many to take next, after `size` took so long. */
export function nextSize(size: number, tookMs: number): number {
  if (tookMs > SLOW_MS) return Math.max(SMALLEST, Math.floor(size / 2))
  return tookMs < WANTED_MS ? Math.min(LARGEST, size * 2) : size
}
