/** Minimum size in bytes for a worker. Smaller files are parsed faster here, without delaying a frame. */
const LARGE = 1024 * 1024

/**
 * Parses a JSON file. A large file is parsed in a worker, so that the page stays responsive.
 * @throws {SyntaxError} for invalid JSON
 */
export async function parseInWorker(file: Blob, signal?: AbortSignal): Promise<unknown> {
  if (file.size < LARGE) return JSON.parse(await file.text())
  const worker = new Worker(new URL('./parse-aside.worker.ts', import.meta.url), { type: 'module' })
  const stop = () => worker.terminate()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await new Promise<unknown>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
      worker.addEventListener('message', ({ data }: MessageEvent<ParseResult>) =>
        'value' in data ? resolve(data.value) : reject(new SyntaxError(data.fault))
      )
      worker.addEventListener('error', () => reject(new Error('This part of the console could not be loaded.')))
      worker.postMessage(file)
    })
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

/** The response of the worker. */
export type ParseResult = { value: unknown } | { fault: string }
