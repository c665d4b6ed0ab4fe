/** In characters of JSON: about a thousand lines, which take as long as a thread takes to start. */
const LONG = 40_000

/**
 * A stored document as YAML. Its keys are in the order of the alphabet: stored it has none. The YAML library is loaded only
 * for it; what is long is written in a thread, so that the page goes on meanwhile.
 */
export async function yamlOf(document: unknown): Promise<string> {
  const ordered = inOrder(document)
  if (typeof Worker !== 'undefined' && JSON.stringify(ordered).length > LONG) return inThread(ordered)
  return (await import('./write-yaml')).writeYaml(ordered)
}

/** @throws when the thread cannot be loaded, as when a file of the console cannot. */
async function inThread(document: unknown): Promise<string> {
  const worker = new Worker(new URL('./yaml-of.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<string>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
      worker.addEventListener('error', () =>
        reject(new Error('The YAML could not be written: its code could not be loaded.'))
      )
      worker.postMessage(document)
    })
  } finally {
    worker.terminate()
  }
}

/** The keys of a document in the order of the alphabet. */
export const inOrder = (document: unknown) =>
  typeof document === 'object' && document !== null && !Array.isArray(document)
    ? Object.fromEntries(Object.entries(document).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : document
