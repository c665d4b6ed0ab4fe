import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { Db } from '../data/db/db'
import type { Engine } from '../platform/jobs/engine'
import { type SampleAddresses, type ServiceName, updateLogPaths, updateSampleAddresses, usualPorts } from './addresses'
import { startDns } from './dns'
import { findClosedPort, listenOnLoopback, type SampleListener } from './listener'
import { writeLogs } from './logs'
import { startMail } from './mail'
import { startPostgres } from './postgres'
import { startRedis } from './redis'
import { sampleHandlers, startSampleHttp, startSampleHttps } from './shop'

type Options = {
  /** The folder of the backup files; created when missing. */
  folder: string
  now?: () => number
  /** From 0 to below 1: the jitter of the responses. */
  random?: () => number
}

type SampleServices = { addresses: SampleAddresses; stop(): Promise<void> }

/**
 * Runs the services of the sample in this process and updates the addresses in its checks. @param folder as in
 * `Options`
 */
export function createSampleEngine(db: Db, folder: string): Engine {
  let services: SampleServices | undefined
  return {
    name: 'sample',
    start: async () => {
      services = await startSampleServices({ folder })
      try {
        await updateSampleAddresses(db, services.addresses)
        await updateLogPaths(db, join(folder, 'logs'))
      } catch (error) {
        await services.stop()
        throw error
      }
    },
    stop: async () => services?.stop(),
  }
}

const HOUR_MS = 3_600_000
const UPKEEP_EVERY_MS = HOUR_MS

/**
 * Starts the services for the sample checks, on loopback: healthy, slow, flapping, wrong, expiring and down, over
 * HTTP, TCP, DNS, Redis and Postgres. A service whose usual port is taken gets a free one.
 */
export async function startSampleServices({
  folder,
  now = Date.now,
  random = Math.random,
}: Options): Promise<SampleServices> {
  const backups = join(folder, 'backups')
  const chance = { now, random }
  const started: SampleListener[] = []
  const addresses: Partial<SampleAddresses> = { backups }
  const start = async <L extends SampleListener>(
    name: ServiceName,
    starting: (port: number) => Promise<L>
  ): Promise<L> => {
    const service = await starting(usualPorts[name])
    started.push(service)
    addresses[name] = `127.0.0.1:${service.port}`
    return service
  }
  // A full disk must not stop the console; the backup checks will report the missing files.
  const keepBackups = () => writeBackups(backups, now()).catch(() => {})
  let endLogs: (() => void) | undefined
  const stop = async () => {
    endLogs?.()
    await Promise.all(started.splice(0).map((service) => service.stop()))
  }
  try {
    await keepBackups()
    // As for backups, a full disk must not stop the console.
    endLogs = await writeLogs(join(folder, 'logs'), chance).catch(() => undefined)
    for (const name of ['storefront', 'catalogue', 'search', 'cart', 'checkout', 'payments', 'accounts'] as const) {
      await start(name, (port) => startSampleHttp(port, sampleHandlers[name], chance))
    }
    const { renew } = await start('certificate', (port) => startSampleHttps(port, sampleHandlers.payments, chance))
    await start('gateway', (port) => startGreeter(port, 'Quillmoor card gateway ready'))
    await start('mailer', startMail)
    await start('orders', startPostgres)
    await start('sessions', startRedis)
    await start('names', startDns)
    addresses.media = `127.0.0.1:${await findClosedPort(createServer(), usualPorts.media)}`

    const upkeep = setInterval(() => {
      renew()
      void keepBackups()
    }, UPKEEP_EVERY_MS)
    upkeep.unref()
    return {
      addresses: addresses as SampleAddresses,
      stop: () => {
        clearInterval(upkeep)
        return stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Nightly dumps arrive; the weekly export stopped two weeks ago. */
const backupFiles = [
  { folder: 'nightly', name: 'orders-1.dump', ageHours: 5 },
  { folder: 'nightly', name: 'orders-2.dump', ageHours: 29 },
  { folder: 'nightly', name: 'orders-3.dump', ageHours: 53 },
  { folder: 'weekly', name: 'catalogue-1.csv', ageHours: 16 * 24 },
  { folder: 'weekly', name: 'catalogue-2.csv', ageHours: 23 * 24 },
]

/**
 * Writes the files for the backup checks, with ages relative to now. Called again periodically: the process may run
 * longer than a nightly backup stays fresh.
 */
async function writeBackups(folder: string, nowMs: number): Promise<void> {
  for (const file of backupFiles) {
    await mkdir(join(folder, file.folder), { recursive: true, mode: 0o700 })
    const path = join(folder, file.folder, file.name)
    await writeFile(path, `A sample file of the console: a check looks at its age.\n${'.'.repeat(4000)}\n`)
    const modified = new Date(nowMs - file.ageHours * HOUR_MS)
    await utimes(path, modified, modified)
  }
}

/** An open port with a greeting, as many appliances have. Closes the connection on any input. */
function startGreeter(port: number, greeting: string): Promise<SampleListener> {
  const serve = (socket: Socket) => {
    socket.write(`${greeting}\r\n`)
    socket.once('data', () => socket.end('Goodbye: this is a sample service of the console\r\n'))
  }
  return listenOnLoopback(createServer(serve), port)
}
