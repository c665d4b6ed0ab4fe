import { randomUUID } from 'node:crypto'
import { access, constants, link, mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { UsageError } from '../platform/usage'

/** The holder of the folder listens on a port and sends its token to clients. */
const lockFile = z.object({ pid: z.int(), port: z.int(), token: z.uuid() })
type Lock = z.infer<typeof lockFile>

/**
 * Creates and locks the folder: two processes on one embedded database would corrupt it, and Postgres compiled to
 * WebAssembly does not notice.
 *
 * A process id may have been reused, so a lock counts only while its holder responds.
 * @returns a function that releases the folder.
 * @throws {UsageError} when it cannot be written, or another process holds it.
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new UsageError(`The data folder ${folder} cannot be written (${codeOf(error)}): choose another with --data.`)
  }
  const path = join(folder, 'lock.json')
  const token = randomUUID()
  const server = await answering(token)
  const release = async () => {
    await new Promise((resolve) => server.close(resolve))
    const current = await readLock(path)
    if (current?.token === token) await unlink(path).catch(() => {})
  }
  try {
    await take(path, { pid: process.pid, port: portOf(server), token }, folder)
    return release
  } catch (error) {
    await release()
    throw error
  }
}

const SETTLED_AFTER_MS = 30

async function take(path: string, mine: Lock, folder: string): Promise<void> {
  // Written to a temporary file and linked into place, so that the lock appears whole or not at all.
  const draft = `${path}.${mine.token}`
  try {
    await writeFile(draft, JSON.stringify(mine), { mode: 0o600 })
    if (!(await linked(draft, path))) {
      const theirs = await readLock(path)
      if (theirs && (await answers(theirs))) throw inUse(folder, theirs)
      await removeStale(path, theirs, folder)
      await linked(draft, path)
    }
    // Another process that also found the old lock stale may have removed ours; the lock that remains wins.
    await setTimeout(SETTLED_AFTER_MS)
    const holder = await readLock(path)
    if (holder?.token === mine.token) return
    throw new UsageError(`The data folder ${folder} was claimed by another process that started at the same time.`)
  } finally {
    await unlink(draft).catch(() => {})
  }
}

/** @returns false when the lock already exists. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** Removes the lock of a killed process, unless another process has already replaced it with its own. */
async function removeStale(path: string, stale: Lock | undefined, folder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await rename(path, aside)
  } catch {
    return // another process removed it
  }
  const moved = await readLock(aside)
  if (moved && moved.token !== stale?.token) {
    await linked(aside, path)
    await unlink(aside)
    throw inUse(folder, moved)
  }
  await unlink(aside)
}

const inUse = (folder: string, { pid }: Lock) =>
  new UsageError(
    `The data folder ${folder} is in use by process ${pid}: stop it, or choose another folder with --data.`
  )

async function readLock(path: string): Promise<Lock | undefined> {
  try {
    return lockFile.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined // missing, or truncated by a crash, so no process holds it
  }
}

async function answering(token: string): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).end(token))
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  server.unref()
  return server
}

function portOf(server: Server): number {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The lock is not listening')
  return address.port
}

const ANSWER_WITHIN_MS = 1000

function answers({ port, token }: Lock): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: ANSWER_WITHIN_MS })
    let received = ''
    socket.setEncoding('utf8')
    socket.on('data', (text) => (received += text))
    socket.on('timeout', () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', () => resolve(received === token))
  })
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
