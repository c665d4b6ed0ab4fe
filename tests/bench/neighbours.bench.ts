import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { catalogRoutes } from '../../server/catalog/routes'
import { sql } from '../../server/data/db/sql'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { createHealthEngine } from '../../server/health/engine'
import { readCaller } from '../../server/identity/access/people'
import { createApp } from '../../server/start/app'
import { evaluateHere } from '../helpers/evaluate-here'
import { testVault } from '../helpers/vault'
import { formatMs, percentile } from './figures'
import { openLargeDatabase } from './large-database'

const WANTED = { configs: 20_000, changes: 200_000, checks: 1000 }
/** Time between two summaries of the light caller. */
const EVERY_MS = 400
const FOR_MS = Number(process.env['NEIGHBOURS_MS'] ?? 30_000)

const now = () => new Date()

const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join(',')

type Asked = { path: string; body?: object; headers?: Record<string, string> }

const expressions = (count: number): Asked => ({
  path: `/api/db/config_changes?select=id&or=(${many(count, (n) => `summary.imatch.(a|b)%2Bc${n}d*e`)})&limit=1`,
})
const patterns = (count: number): Asked => ({
  path: `/api/db/config_changes?select=id&and=(${many(count, (n) => `summary.not.ilike.*q${n}z*`)})&limit=1`,
  headers: { Prefer: 'count=exact' },
})
const fieldSelectors = (requirements: number): Asked => ({
  path: '/api/resources/search',
  body: {
    configs: Array.from({ length: 50 }, (_, one) => ({ fieldSelector: many(requirements, (n) => `k${one}n${n}!=v`) })),
  },
})
const tenYears = { from: 'now-10y', sort_by: 'summary', page_size: 10_000 }

/** Requests of a caller who wants to use the database up. Those with most conditions are refused. */
const heavy: Record<string, Asked> = {
  '450 regular expressions': expressions(450),
  '10 regular expressions': expressions(10),
  'ten years of changes': { path: '/api/catalog/changes', body: tenYears },
  'ten years of changes, 50 patterns': {
    path: '/api/catalog/changes',
    body: { ...tenYears, summary: many(50, (n) => `*${n}%25*`) },
  },
  '50 selectors of 700 fields': fieldSelectors(700),
  '50 selectors of a field': fieldSelectors(1),
  '150 patterns, with the total': patterns(150),
  '100 patterns, with the total': patterns(100),
  'order by three members of documents': {
    path: '/api/db/config_items?select=id,config&order=config->>a,config->>b,config->>c&limit=2000',
    headers: { Prefer: 'count=exact' },
  },
  'changes of items of changes of items': {
    path: '/api/db/config_items?select=id,config_changes(id,config_items(id,config_changes(id)))&limit=2000',
  },
}

/**
 * The summary of one person, alone and while another person repeats a request that uses the database up. Embedded, or
 * on the Postgres of `TEST_DATABASE_URL`.
 */
export async function bench(): Promise<Record<string, string>> {
  const { db, close } = await openLargeDatabase(WANTED)
  const people = await db.query<{ id: string }>(sql`
    insert into people (name, email) values ('Ada', 'ada@shop.example'), ('Bo', 'bo@shop.example') returning id`)
  const [ada, bo] = people.map(({ id }) => id)
  if (ada === undefined || bo === undefined) throw new Error('the people were not created')
  for (const id of [ada, bo]) await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${id}, 'editor')`)
  const log = pino({ level: 'silent' })
  const health = createHealthEngine({ db, log, now, allowExec: false, evaluate: evaluateHere, hostname: 'here' })
  const { fetch } = createApp(
    { config: { version: '1', backend: 'embedded', signIn: 'kratos' }, log },
    {
      db,
      hostname: 'here',
      callerOf: (request) => readCaller(db, request.headers.get('X-Person') ?? ''),
      relational: createRelational({ cache: await loadSchemaCache(db), now, vault: testVault }),
      engines: [health, { routes: catalogRoutes() }],
    }
  )
  const ask = async (person: string, { path, body, headers = {} }: Asked) => {
    const text = body && JSON.stringify(body)
    const answer = await fetch(
      new Request(`http://console.test${path}`, {
        method: text === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          'X-Person': person,
          ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(text.length) }),
        },
        ...(text !== undefined && { body: text }),
      })
    )
    await answer.text()
    return answer.status
  }

  const summaries = async (forMs: number) => {
    const times: number[] = []
    const statuses = new Map<number, number>()
    const end = performance.now() + forMs
    while (performance.now() < end) {
      const begun = performance.now()
      const status = await ask(ada, { path: '/api/canary/api/summary' })
      times.push(performance.now() - begun)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await pause(EVERY_MS)
    }
    const failed = [...statuses].filter(([status]) => status !== 200).map(([status, count]) => `, ${count} × ${status}`)
    return `p50 ${formatMs(percentile(times, 0.5))}, p95 ${formatMs(percentile(times, 0.95))}, max ${formatMs(percentile(times, 1))} of ${times.length}${failed.join('')}`
  }

  await summaries(2000)
  const figures: Record<string, string> = { alone: await summaries(10_000) }
  for (const [name, asked] of Object.entries(heavy)) {
    const repeating = { isOver: false }
    const answers: string[] = []
    const repeat = async () => {
      while (!repeating.isOver) {
        const begun = performance.now()
        const status = await ask(bo, asked)
        answers.push(`${status} after ${formatMs(performance.now() - begun)}`)
        // A client that is refused at once waits a little.
        if (status === 400) await pause(20)
      }
    }
    // Four at once: as many as a client may send, whatever runs at the same time.
    const all = Array.from({ length: 4 }, repeat)
    await pause(500)
    figures[name] = await summaries(FOR_MS)
    repeating.isOver = true
    await Promise.all(all)
    figures[name] += ` | neighbour: ${answers.length} × ${answers.at(-1)}`
    console.log(name, figures[name])
  }
  await close()
  return figures
}
