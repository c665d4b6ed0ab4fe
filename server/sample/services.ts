import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Db, Queryable } from '../data/db/db'
import { toJsonText, sql } from '../data/db/sql'
import type { Engine } from '../platform/jobs/engine'
import {
  type SampleAddresses,
  replaceMovedAddresses,
  findMovedAddresses,
  annotationFor,
  type ServiceName,
  usualPorts,
} from './addresses'
import { writeBackups } from './backups'
import { startDns } from './dns'
import { startGreeter } from './greeter'
import { type SampleListener, findClosedPort } from './listener'
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
        await pointLogsAt(db, join(folder, 'logs'))
      } catch (error) {
        await services.stop()
        throw error
      }
    },
    stop: async () => services?.stop(),
  }
}

const UPKEEP_EVERY_MS = 3_600_000

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

/**
 * Updates the sample checks with the current addresses of their services. Canaries with the source `sample` record the
 * addresses in annotations; only those addresses are replaced in their specs, so that edits by users stay.
 */
export async function updateSampleAddresses(db: Db, addresses: SampleAddresses): Promise<void> {
  await db.transaction(async (tx) => {
    const canaries = await tx.query<{ id: string; spec: unknown; annotations: Record<string, string> | null }>(sql`
      select id, spec, annotations from canaries
      where source = 'sample' and agent_id = ${LOCAL_AGENT} and deleted_at is null
        and console.canary_error(canaries) is null`)
    const all = new Map<string, string>()
    for (const { id, spec, annotations } of canaries) {
      const map = findMovedAddresses(annotations ?? {}, addresses)
      if (map.size === 0) continue
      for (const [before, after] of map) all.set(before, after)
      const noted = Object.entries(addresses).filter(([name]) => annotations?.[annotationFor(name)] !== undefined)
      const notes = {
        ...annotations,
        ...Object.fromEntries(noted.map(([name, address]) => [annotationFor(name), address])),
      }
      await tx.run(sql`
        update canaries set spec = ${toJsonText(replaceMovedAddresses(spec, map))}::jsonb, annotations = ${toJsonText(notes)}::jsonb
        where id = ${id}`)
      const checks = await tx.query<{ id: string; spec: unknown }>(
        sql`select id, spec from checks where canary_id = ${id} and spec is not null`
      )
      for (const check of checks) {
        await tx.run(
          sql`update checks set spec = ${toJsonText(replaceMovedAddresses(check.spec, map))}::jsonb where id = ${check.id}`
        )
      }
    }
    if (all.size > 0) await pointOthersAt(tx, all)
  })
}

/** As `00_ids.sql` computes it. */
const SAMPLE_ID = '5a0000__-0000-4000-8000-%'

/**
 * Updates the sample's playbooks and connections that use its services, by their ids. A connection with a secret stays
 * unchanged: it must not be redirected by anyone who does not know the secret.
 */
async function pointOthersAt(tx: Queryable, map: ReadonlyMap<string, string>): Promise<void> {
  const playbooks = await tx.query<{ id: string; spec: unknown }>(sql`
    select id, spec from playbooks where id::text like ${SAMPLE_ID} and deleted_at is null`)
  for (const { id, spec } of playbooks) {
    const next = toJsonText(replaceMovedAddresses(spec, map))
    if (next !== toJsonText(spec)) await tx.run(sql`update playbooks set spec = ${next}::jsonb where id = ${id}`)
  }
  const connections = await tx.query<{ id: string; url: string }>(sql`
    select id, url from connections where id::text like ${SAMPLE_ID} and deleted_at is null and url !~ '\\$\\(|sealed:'`)
  for (const { id, url } of connections) {
    const next = String(replaceMovedAddresses(url, map))
    if (next !== url) await tx.run(sql`update connections set url = ${next} where id = ${id}`)
  }
}

/** Updates the path of the services' logs in the sample's log backend; a backend that was edited stays unchanged. */
async function pointLogsAt(db: Db, folder: string): Promise<void> {
  const [path, end] = [join(folder, '{app}.log'), '/logs/{app}.log']
  await db.run(sql`
    update logging_backends set spec = jsonb_build_object('file', jsonb_build_object('paths', jsonb_build_array(${path}::text)))
    where name = 'sample-services' and deleted_at is null
      and jsonb_array_length(spec -> 'file' -> 'paths') = 1 and right(spec -> 'file' -> 'paths' ->> 0, ${end.length}::int) = ${end}`)
}

const LOCAL_AGENT = '00000000-0000-0000-0000-000000000000'
