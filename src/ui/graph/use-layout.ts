import { useEffect, useState } from 'react'
import type { Layout, Shape } from './layout'

export type Laid = {
  /** The newest that is there, with what it is of; it stays while another is being made. */
  layout: (Layout & { shape: Shape }) | undefined
  /** The thread could not be started, or has ended. */
  isFailed: boolean
  retry(): void
}

/** Lays a graph out in a thread of its own. @param shape has to stay the same while nothing of it changes */
export function useLayout(shape: Shape): Laid {
  const [thread] = useState(createThread)
  const [layout, setLayout] = useState<Laid['layout']>()
  const [attempt, setAttempt] = useState(0)
  const [failedAt, setFailedAt] = useState<number>()
  useEffect(() => {
    // Whoever unfolds twice in a row waits for the second layout only.
    let isOver = false
    thread.layOut(shape).then(
      (found) => isOver || setLayout({ ...found, shape }),
      () => isOver || setFailedAt(attempt)
    )
    return () => {
      isOver = true
    }
  }, [thread, shape, attempt])
  useEffect(() => thread.end, [thread])
  return { layout, isFailed: failedAt === attempt, retry: () => setAttempt(attempt + 1) }
}

/** A thread that has been started before there is anything to lay out, which takes it a while. */
let ready: Worker | undefined

/** For whoever shows a graph in a moment. */
export function startLayoutAhead(): void {
  if (ready) return
  const worker = newWorker()
  // Another one is started then, whose failure is told.
  worker.addEventListener('error', () => (ready = ready === worker ? undefined : ready))
  ready = worker
}

const newWorker = () => new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })

type Waiting = { resolve(layout: Layout): void; reject(): void }

/** A thread that starts when it is first asked, and again when it has ended. */
function createThread() {
  let worker: Worker | undefined
  let asked = 0
  const waiting = new Map<number, Waiting>()
  function end() {
    worker?.terminate()
    worker = undefined
    for (const { reject } of waiting.values()) reject()
    waiting.clear()
  }
  function start(): Worker {
    const begun = ready ?? newWorker()
    ready = undefined
    begun.addEventListener('error', end)
    begun.addEventListener('message', ({ data }: MessageEvent<{ ask: number; layout: Layout }>) => {
      waiting.get(data.ask)?.resolve(data.layout)
      waiting.delete(data.ask)
    })
    return begun
  }
  return {
    end,
    layOut: (shape: Shape) =>
      new Promise<Layout>((resolve, reject) => {
        worker ??= start()
        asked += 1
        waiting.set(asked, { resolve, reject: () => reject(new Error('The thread has ended.')) })
        worker.postMessage({ ask: asked, shape })
      }),
  }
}
