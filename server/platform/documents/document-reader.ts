import { createWorkerPool, WorkerFailure } from '../threads/worker-pool'
import type { DocumentAnswer } from './document-worker'
import { DocumentError, parseDocuments, parseJsonDocument } from './parse-documents'

/**
 * Parses the documents of a text of YAML or JSON.
 * @param owner on whose behalf, such as a scraper. A long text delays those of the same owner only.
 * @throws {DocumentError} also for a text that takes too long
 */
export type ReadDocuments = (text: string, owner: string) => Promise<unknown[]>

/** YAML of more characters is parsed in a thread: the worst input of this length takes some 100 ms. */
const LONGEST_HERE = 4096
/** Ten times what a megabyte of usual YAML takes. */
const DEADLINE_MS = 30_000
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }

/** @param workerUrl the built `document-worker` */
export function createDocumentReader({
  workerUrl,
  deadlineMs = DEADLINE_MS,
}: {
  workerUrl: URL
  deadlineMs?: number
}): {
  readDocuments: ReadDocuments
  stop(): Promise<void>
} {
  const { ask, stop } = createWorkerPool<string, DocumentAnswer>({ workerUrl, size: 2, deadlineMs, resourceLimits })
  return {
    async readDocuments(text, owner) {
      if (text.length <= LONGEST_HERE) return parseDocuments(text)
      const json = parseJsonDocument(text)
      if (json) return json
      const answer = await ask(text, owner).catch((error: unknown) => {
        if (error instanceof WorkerFailure) throw new DocumentError(`cannot be read: parsing it ${describe(error)}`)
        throw error
      })
      if ('error' in answer) throw new DocumentError(answer.error)
      return answer.documents
    },
    stop,
  }
}

function describe({ reason, message }: WorkerFailure): string {
  if (reason === 'slow') return message
  return reason === 'ended' ? `needs too much memory: ${message}` : `is not possible: ${message}`
}
