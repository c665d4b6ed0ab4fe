import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError } from './db'
import { openPglite } from './pglite-connection'
import type { Answer, Question, WorkerSettings } from './pglite'

// The embedded Postgres lives in a thread of its own: a busy query must not hold up the server's other work.
const { folder, seed } = workerData as WorkerSettings
const port = parentPort
if (!port) throw new Error('pglite-worker runs only as a worker thread')

const send = (answer: Answer) => port.postMessage(answer)

try {
  const connection = await openPglite(folder, seed)
  port.on('message', async (question: Question) => {
    try {
      if (question.kind === 'query') {
        send({ id: question.id, ...(await connection.query(question.text, question.values)) })
      } else {
        if (question.kind === 'script') await connection.script(question.text)
        else await connection.close()
        send({ id: question.id, rows: [], affected: 0 })
      }
    } catch (error) {
      send({ id: question.id, error: plain(error) })
    }
  })
  send({ id: 0, rows: [], affected: 0 })
} catch (error) {
  send({ id: 0, error: plain(error) })
}

/** Error classes do not survive the way between threads; their members do. */
function plain(error: unknown) {
  if (error instanceof DatabaseError) {
    return { message: error.message, code: error.code, detail: error.detail, hint: error.hint }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}
