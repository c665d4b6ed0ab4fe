import { useEffect, useState } from 'react'
import { useUnmount } from '../hooks'
import type { GraphLayout, GraphShape } from './layout'

type LayoutState = {
  /** The latest layout with its input. It stays while a new one is computed. */
  layout: (GraphLayout & { shape: GraphShape }) | undefined
  /** Whether the worker could not be started or has ended. */
  isFailed: boolean
  retry(): void
}

/** Lays out a graph in a worker. @param shape must keep its identity while it does not change */
export function useGraphLayout(shape: GraphShape): LayoutState {
  const [thread] = useState(createThread)
  const [layout, setLayout] = useState<LayoutState['layout']>()
  const [attempt, setAttempt] = useState(0)
  const [failedAt, setFailedAt] = useState<number>()
  useEffect(() => {
    // If the user expands two nodes in a row, only the second layout is used.
    let isOver = false
    thread.layOut(shape).then(
      (found) => isOver || setLayout({ ...found, shape }),
      () => isOver || setFailedAt(attempt)
    )
    return () => {
      isOver = true
    }
  }, [thread, shape, attempt])
  useUnmount(thread.end)
  return { layout, isFailed: failedAt === attempt, retry: () => setAttempt(attempt + 1) }
}

/** A worker that was started in advance, because starting one takes a while. */
let ready: Worker | undefined

/** Starts the worker in advance, for pages that are about to show a graph. */
export function prestartLayoutWorker(): void {
  if (ready) return
  const worker = newWorker()
  // A second worker is started then, and its failure is reported.
  worker.addEventListener('error', () => (ready = ready === worker ? undefined : ready))
  ready = worker
}

const newWorker = () => new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' })

type PendingLayout = { resolve(layout: GraphLayout): void; reject(): void }

/** A worker that starts with the first request, and again after it has ended. */
function createThread() {
  let worker: Worker | undefined
  let lastRequest = 0
  const pending = new Map<number, PendingLayout>()
  function end() {
    worker?.terminate()
    worker = undefined
    for (const { reject } of pending.values()) reject()
    pending.clear()
  }
  function start(): Worker {
    const started = ready ?? newWorker()
    ready = undefined
    started.addEventListener('error', end)
    started.addEventListener('message', ({ data }: MessageEvent<{ ask: number; layout: GraphLayout }>) => {
      pending.get(data.ask)?.resolve(data.layout)
      pending.delete(data.ask)
    })
    return started
  }
  return {
    end,
    layOut: (shape: GraphShape) =>
      new Promise<GraphLayout>((resolve, reject) => {
        worker ??= start()
        lastRequest += 1
        pending.set(lastRequest, { resolve, reject: () => reject(new Error('The layout worker has ended.')) })
        worker.postMessage({ ask: lastRequest, shape })
      }),
  }
}
