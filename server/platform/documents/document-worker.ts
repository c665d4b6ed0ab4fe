import { parentPort } from 'node:worker_threads'
import { DocumentError, parseYamlDocuments } from './parse-documents'

/** The documents of a text, or why it has none. */
export type DocumentAnswer = { documents: unknown[] } | { error: string }

const port = parentPort
if (!port) throw new Error('document-worker runs only as a worker thread')
port.on('message', (text: string) => port.postMessage(read(text)))
port.postMessage('ready')

function read(text: string): DocumentAnswer {
  try {
    return { documents: parseYamlDocuments(text) }
  } catch (error) {
    if (error instanceof DocumentError) return { error: error.message }
    throw error
  }
}
