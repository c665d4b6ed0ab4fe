/** A queue of due times: a binary heap in which an id has at most one time. */
type DueQueue = {
  /** Sets or changes the time of `id`, in epoch milliseconds. */
  set(id: string, at: number): void
  delete(id: string): void
  /** The earliest time, undefined when empty. */
  next(): number | undefined
  /** Removes and returns the ids that are due at `now`, earliest first. */
  take(now: number): { id: string; at: number }[]
  readonly size: number
}

type Entry = { id: string; at: number }

export function createDueQueue(): DueQueue {
  const heap: Entry[] = []
  /** The valid entry of each id. A changed or deleted entry stays in the heap until it surfaces. */
  const current = new Map<string, Entry>()

  const drop = () => {
    const [top] = heap
    const last = heap.pop()
    if (last && last !== top) {
      heap[0] = last
      sink(heap)
    }
    return top
  }
  const dropStale = () => {
    for (let top = heap[0]; top && current.get(top.id) !== top; top = heap[0]) drop()
  }

  return {
    set: (id, at) => {
      if (current.get(id)?.at === at) return
      const entry = { id, at }
      current.set(id, entry)
      heap.push(entry)
      rise(heap)
    },
    delete: (id) => void current.delete(id),
    next: () => {
      dropStale()
      return heap[0]?.at
    },
    take: (now) => {
      const due: Entry[] = []
      for (dropStale(); heap[0] && heap[0].at <= now; dropStale()) {
        const entry = drop()
        if (!entry) break
        current.delete(entry.id)
        due.push(entry)
      }
      return due
    },
    get size() {
      return current.size
    },
  }
}

function rise(heap: Entry[]): void {
  for (let index = heap.length - 1; index > 0;) {
    const parent = (index - 1) >> 1
    if (!swapIfEarlier(heap, index, parent)) return
    index = parent
  }
}

function sink(heap: Entry[]): void {
  for (let index = 0; ;) {
    const [left, right] = [2 * index + 1, 2 * index + 2]
    const child = (heap[right]?.at ?? Infinity) < (heap[left]?.at ?? Infinity) ? right : left
    if (!swapIfEarlier(heap, child, index)) return
    index = child
  }
}

function swapIfEarlier(heap: Entry[], lower: number, upper: number): boolean {
  const [below, above] = [heap[lower], heap[upper]]
  if (!below || !above || below.at >= above.at) return false
  heap[upper] = below
  heap[lower] = above
  return true
}
