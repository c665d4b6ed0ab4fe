import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type SchemaCache, loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import type { Db } from '../../server/data/db/db'
import { ident, sql } from '../../server/data/db/sql'
import { readCaller } from '../../server/identity/access/people'
import { assignableRoles } from '../../src/shared/access/policy'
import { createRandom, type Random } from '../../src/shared/random'
import { consoleApp } from '../helpers/console-app'
import { formatMs, percentile } from './figures'
import { openLargeDatabase } from './large-database'

const WANTED = { configs: 20_000, changes: 200_000, checks: 1000, components: 1000 }
const SEED = Number(process.env['ANY_REQUEST_SEED'] ?? 41)
const FOR_MS = Number(process.env['ANY_REQUEST_MS'] ?? 600_000)
/** Requests of the other person that are sent at once: more than run at the same time. */
const AT_ONCE = 3
const SUMMARY = '/api/canary/api/summary'
const SLOWEST_LISTED = 8

type Asked = { method: string; path: string; body?: unknown; headers?: Record<string, string> }

/** Values of which a request is made up. */
type Vocabulary = { cache: SchemaCache; ids: readonly string[]; routes: readonly { method: string; path: string }[] }

async function readVocabulary(db: Db, routes: Vocabulary['routes']): Promise<Vocabulary> {
  const cache = await loadSchemaCache(db)
  const ids: string[] = []
  for (const name of ['config_items', 'checks', 'components', 'config_changes', 'canaries', 'people', 'topologies'])
    for (const { id } of await db.query<{ id: string }>(sql`select id::text from ${ident(name)} limit 5`)) ids.push(id)
  return { cache, ids, routes }
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const texts = ['*', '*a*', 'a', 'now-10y', 'now-1h', '30d', 'true', '0', 'Kubernetes::Pod', '(a|b)+c', '{}', '*,!x*,y*']
const members = [
  'id',
  'config_id',
  'search',
  'types',
  'from',
  'to',
  'since',
  'page_size',
  'limit',
  'sort_by',
  'groupBy',
]
const memberTexts = ['name', 'labelSelector', 'fieldSelector', 'summary', 'configs', 'components', 'checks', 'changes']

/** A condition on a column, of the costly kinds more often. */
function condition(random: Random, columns: readonly string[]): string {
  const operator = random.pick(['eq', 'neq', 'ilike', 'imatch', 'fts', 'is', 'in', 'gt', 'not.ilike', 'cs'])
  const value = operator === 'is' ? 'null' : operator === 'in' ? '(a,b,c)' : random.pick(texts)
  return `${random.pick(columns)}.${operator}.${encodeURIComponent(value)}`
}

function relationRead(random: Random, { cache }: Vocabulary): Asked {
  const name = random.pick([...cache.relations.keys()])
  const columns = [...(cache.relations.get(name)?.columns.keys() ?? ['id'])]
  const embeds = (cache.relationships.get(name) ?? []).map(({ to, constraint }) => `${to}!${constraint}`)
  const select = [
    ...times(1 + random.below(6), () => random.pick(columns)),
    ...times(embeds.length > 0 ? random.below(4) : 0, (at) => `e${at}:${random.pick(embeds)}(*)`),
  ]
  const query = [
    `select=${encodeURIComponent(select.join(','))}`,
    `limit=${random.pick([1, 50, 500, 2000])}`,
    ...(random.chance(0.5) ? [`order=${times(1 + random.below(4), () => random.pick(columns)).join(',')}`] : []),
    ...(random.chance(0.3) ? [`or=(${times(1 + random.below(20), () => condition(random, columns)).join(',')})`] : []),
    ...(random.chance(0.3) ? [`and=(${times(1 + random.below(9), () => condition(random, columns)).join(',')})`] : []),
    ...(random.chance(0.1) ? [`offset=${random.below(100_000)}`] : []),
  ]
  return {
    method: 'GET',
    path: `/api/db/${name}?${query.join('&')}`,
    headers: random.chance(0.4) ? { Prefer: 'count=exact' } : {},
  }
}

function functionCall(random: Random, { cache, ids }: Vocabulary): Asked {
  const [name, overloads] = random.pick([...cache.functions])
  const query = random
    .pick(overloads)
    .arguments.map((arg) => `${arg.name}=${encodeURIComponent(random.pick([...texts, ...ids, ...ids]))}`)
  return { method: 'GET', path: `/api/db/rpc/${name}?${query.join('&')}` }
}

function randomValue(random: Random, ids: readonly string[], depth = 0): unknown {
  if (depth > 3 || random.chance(0.5))
    return random.pick<unknown>([...texts, ...ids, 10_000, -1, true, times(300, (at) => `k${at}!=v`).join(',')])
  if (random.chance(0.4)) return times(1 + random.below(30), () => randomValue(random, ids, depth + 1))
  return Object.fromEntries(
    times(1 + random.below(4), () => [random.pick([...members, ...memberTexts]), randomValue(random, ids, depth + 1)])
  )
}

function routeRequest(random: Random, { routes, ids }: Vocabulary): Asked {
  const { method, path } = random.pick(routes)
  const query = times(
    random.below(4),
    () => `${random.pick(members)}=${encodeURIComponent(random.pick([...texts, ...ids]))}`
  )
  return {
    method: method === 'ALL' ? 'GET' : method,
    path: `${path.replaceAll(/:\w+(?:\{[^}]*\}+)?/g, () => random.pick(ids)).replace('*', 'a')}?${query.join('&')}`,
    ...(method === 'POST' && {
      body: Object.fromEntries(
        times(1 + random.below(5), () => [random.pick([...members, ...memberTexts]), randomValue(random, ids)])
      ),
    }),
  }
}

const anyRequest = (random: Random, words: Vocabulary): Asked =>
  random.pick([relationRead, relationRead, functionCall, routeRequest, routeRequest])(random, words)

/**
 * The longest time that a request of any role makes another person wait: random requests to all routes, with the same
 * sequence for the same seed, beside the summary of another person.
 */
export async function bench(): Promise<Record<string, string>> {
  const { db, close } = await openLargeDatabase(WANTED)
  const people = new Map<string, string>()
  for (const role of [...assignableRoles, 'ada'] as const) {
    const id = randomUUID()
    await db.run(sql`insert into people (id, name, email) values (${id}, ${role}, ${`${role}@shop.example`})`)
    await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, ${role === 'ada' ? 'editor' : role})`)
    people.set(role, id)
  }
  const { app, routes } = await consoleApp(db, {
    callerOf: (request) => readCaller(db, request.headers.get('X-Person') ?? ''),
  })
  const send = async (role: string, { method, path, body, headers = {} }: Asked): Promise<number> => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await app.fetch(
      new Request(`http://console.test${path}`, {
        method,
        headers: {
          ...headers,
          'X-Person': people.get(role) ?? '',
          ...(text !== undefined && {
            'Content-Type': 'application/json',
            'Content-Length': String(Buffer.byteLength(text)),
          }),
        },
        ...(text !== undefined && { body: text }),
      })
    )
    await answer.text()
    return answer.status
  }
  const summary = async () => {
    const begun = performance.now()
    const status = await send('ada', { method: 'GET', path: SUMMARY })
    if (status !== 200) throw new Error(`the summary answered ${status}`)
    return performance.now() - begun
  }

  // Requests that remove what the others need would make the rest of the sequence lighter.
  const words = await readVocabulary(
    db,
    routes.filter(({ method }) => method !== 'DELETE')
  )
  const alone: number[] = []
  for (let at = 0; at < 50; at++) alone.push(await summary())

  const random = createRandom(SEED)
  const waits: { ms: number; role: string; asked: Asked; status: number }[] = []
  const statuses = new Map<number, number>()
  const end = performance.now() + FOR_MS
  while (performance.now() < end) {
    const role = random.pick([...assignableRoles, 'signed out'])
    const asked = anyRequest(random, words)
    const sent = times(AT_ONCE, () => send(role, asked))
    // The requests reach the database first.
    await pause(10)
    const ms = await summary()
    const [status = 0] = await Promise.all(sent)
    waits.push({ ms, role, asked, status })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  await close()

  const failed = [...new Set(waits.filter(({ status }) => status === 500).map(({ asked }) => JSON.stringify(asked)))]
  const all = waits.map(({ ms }) => ms)
  const slowest = waits.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_LISTED)
  return {
    alone: `p50 ${formatMs(percentile(alone, 0.5))}, p95 ${formatMs(percentile(alone, 0.95))}, max ${formatMs(percentile(alone, 1))}`,
    'beside any request': `p50 ${formatMs(percentile(all, 0.5))}, p95 ${formatMs(percentile(all, 0.95))}, max ${formatMs(percentile(all, 1))} of ${all.length}`,
    'responses of the requests': [...statuses].map(([status, count]) => `${count} × ${status}`).join(', '),
    ...Object.fromEntries(failed.map((asked, at) => [`failed ${at + 1}`, asked.slice(0, 500)])),
    ...Object.fromEntries(
      slowest.map(({ ms, role, asked, status }, at) => [
        `slowest ${at + 1}`,
        `${formatMs(ms)} beside ${role}: ${asked.method} ${asked.path.slice(0, 300)} ${JSON.stringify(asked.body ?? '').slice(0, 200)} (${status})`,
      ])
    ),
  }
}
