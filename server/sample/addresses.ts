import { join } from 'node:path'
import type { Db, Queryable } from '../data/db/db'
import { sql, toJsonText } from '../data/db/sql'
import { LOCAL_AGENT } from '../platform/jobs/job-history'

/** The services that sample checks use, and the ports in the sample's specs. */
export const usualPorts = {
  storefront: 28101,
  catalogue: 28102,
  search: 28103,
  cart: 28104,
  checkout: 28105,
  payments: 28106,
  accounts: 28107,
  certificate: 28108,
  gateway: 28109,
  mailer: 28110,
  orders: 28111,
  sessions: 28112,
  names: 28113,
  /** No service listens here: the service that is down. */
  media: 28114,
} as const

export type ServiceName = keyof typeof usualPorts

/** `host:port` of every service, and the folder of the backups. */
export type SampleAddresses = Record<ServiceName | 'backups', string>

/** A canary records the addresses of its services at the last start: `sample/storefront: 127.0.0.1:28101`. */
export const annotationFor = (name: string): string => `sample/${name}`

/**
 * Returns the addresses that changed since the annotations were written.
 * @returns from old to new; empty when nothing changed.
 */
export function findMovedAddresses(
  annotations: Readonly<Record<string, string>>,
  addresses: SampleAddresses
): Map<string, string> {
  const found = new Map<string, string>()
  for (const [name, address] of Object.entries(addresses)) {
    const before = annotations[annotationFor(name)]
    if (before !== undefined && before !== address) found.set(before, address)
  }
  return found
}

/**
 * Replaces changed addresses in a JSON value, in texts and in objects with `server` and `port` (as in DNS checks).
 * Everything else stays unchanged.
 */
export function replaceMovedAddresses(value: unknown, map: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return movedText(value, map)
  if (Array.isArray(value)) return value.map((item) => replaceMovedAddresses(item, map))
  if (typeof value !== 'object' || value === null) return value
  const object = Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceMovedAddresses(member, map)])
  )
  const [server, port] = map.get(`${object['server']}:${object['port']}`)?.split(':') ?? []
  return server === undefined ? object : { ...object, server, port: Number(port) }
}

/** One pass: a service may now have the former address of another. */
function movedText(text: string, map: ReadonlyMap<string, string>): string {
  if (map.size === 0) return text
  const anyOld = [...map.keys()].map((old) => old.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  return text.replaceAll(new RegExp(`(?:${anyOld})(?!\\d)`, 'g'), (old) => map.get(old) ?? old)
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
    if (all.size > 0) await updateOtherAddresses(tx, all)
  })
}

/** As `00_ids.sql` computes it. */
const SAMPLE_ID = '5a0000__-0000-4000-8000-%'

/**
 * Updates the sample's playbooks and connections that use its services, by their ids. A connection with a secret stays
 * unchanged: it must not be redirected by anyone who does not know the secret.
 */
async function updateOtherAddresses(tx: Queryable, map: ReadonlyMap<string, string>): Promise<void> {
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
export async function updateLogPaths(db: Db, folder: string): Promise<void> {
  const [path, end] = [join(folder, '{app}.log'), '/logs/{app}.log']
  await db.run(sql`
    update logging_backends set spec = jsonb_build_object('file', jsonb_build_object('paths', jsonb_build_array(${path}::text)))
    where name = 'sample-services' and deleted_at is null
      and jsonb_array_length(spec -> 'file' -> 'paths') = 1 and right(spec -> 'file' -> 'paths' ->> 0, ${end.length}::int) = ${end}`)
}
