import { parentPort, workerData } from 'node:worker_threads'
import { DatabaseError } from './db'
import { openPglite } from './pglite-connection'
import { createInterrupt, type InterruptAddresses, shareMemory } from './shared-memory'
import type { WorkerReply, WorkerRequest, WorkerSettings } from './pglite'

// The embedded Postgres runs in a worker thread: a slow query must not block the server's other work.
const { folder, seed } = workerData as WorkerSettings
const port = parentPort
if (!port) throw new Error('pglite-worker runs only as a worker thread')

const send = (reply: WorkerReply) => port.postMessage(reply)

try {
  const { memory, extension } = shareMemory()
  const connection = await openPglite(folder, seed, { extension })
  const addresses = findInterrupts(connection.database.Module)
  const { forget } = createInterrupt(memory.buffer, addresses)
  port.on('message', async (request: WorkerRequest) => {
    try {
      forget()
      if (request.kind === 'query') {
        send({ id: request.id, ...(await connection.query(request.text, request.values)) })
      } else {
        if (request.kind === 'script') await connection.script(request.text)
        else await connection.close()
        send({ id: request.id, rows: [], affected: 0 })
      }
    } catch (error) {
      send({ id: request.id, error: plain(error) })
    }
  })
  send({ id: 0, memory: memory.buffer, addresses })
} catch (error) {
  send({ id: 0, error: plain(error) })
}

/** Error classes do not survive the transfer between threads; their members do. */
function plain(error: unknown) {
  if (error instanceof DatabaseError) {
    return { message: error.message, code: error.code, detail: error.detail, hint: error.hint }
  }
  return { message: error instanceof Error ? error.message : String(error) }
}

/** Postgres exports the variables for its libraries. */
function findInterrupts(postgres: object): InterruptAddresses {
  const find = (name: string) => {
    const address: unknown = Reflect.get(postgres, name)
    if (typeof address === 'number') return address
    throw new Error(`this build of Postgres does not export ${name}`)
  }
  return { interruptPending: find('_InterruptPending'), cancelPending: find('_QueryCancelPending') }
}
