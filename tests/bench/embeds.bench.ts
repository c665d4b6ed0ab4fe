import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { grantReaderRole, resolveReader } from '../../server/identity/access/reader'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { sql } from '../../server/data/db/sql'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { loadSample } from '../../server/sample/load'
import type { AccessRule } from '../../src/shared/access/policy'
import { temporaryFolder } from '../helpers/console-process'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { createRandom } from '../../src/shared/random'
import { randomSelect } from '../helpers/random-selects'
import { testVault } from '../helpers/vault'
import { formatMs, percentile } from './figures'

const SELECTS = Number(process.env['EMBEDS_SELECTS'] ?? 1000)
const SEED = Number(process.env['EMBEDS_SEED'] ?? 20_250_415)
const DEPTH = 4
const dist = new URL('../../dist/', `file://${process.cwd()}/tests/bench/`)

/**
 * Random selects on the sample, in the database thread as in the real program, and the delay of a small concurrent
 * read. `EMBEDS_GUEST=1`: as a guest who may read the items of every agent, with `rls.enable`.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const db = await openPgliteWorker({
    workerUrl: new URL('server/pglite-worker.js', dist),
    folder: data.path,
    seed: fileURLToPath(new URL('seed.tar.gz', dist)),
  })
  await db.transaction(loadSample)
  await grantReaderRole(db)
  const isGuest = process.env['EMBEDS_GUEST'] !== undefined
  const agents = await db.query<{ id: string }>(sql`select id from agents`)
  const condition = JSON.stringify({ agents: agents.map(({ id }) => id) })
  const rules: AccessRule[] = [{ id: 'na', subject: 'guest', object: '*', action: '*', condition }]
  const reader = await resolveReader(
    { db: db.requests, local: new Map([['rls.enable', 'true']]) },
    { roles: [isGuest ? 'guest' : 'admin'] },
    rules
  )
  const cache = await loadSchemaCache(db)
  const relational = createRelational({ cache, now: () => new Date(), vault: testVault })
  const random = createRandom(SEED)
  const statuses = new Map<string, number>()
  const made: { path: string; bytes: number; ms: number; waitedMs: number }[] = []
  for (let n = 0; n < SELECTS; n++) {
    const path = randomSelect(cache, random, DEPTH)
    const begun = performance.now()
    const large = relational(relationalRequest(path), path.split('?')[0] ?? '', adaCaller, reader)
    await pause(1)
    const asked = performance.now()
    const [answer, waitedMs] = await Promise.all([
      large.then(
        async (one) => ({ status: one.status, text: await one.text(), ms: performance.now() - begun }),
        // The server would respond with 500: out of memory.
        (error) => ({ status: 500, text: JSON.stringify({ code: error.code }), ms: performance.now() - begun })
      ),
      db.query(sql`select id from agents limit 1`).then(() => performance.now() - asked),
    ])
    const { status, text, ms } = answer
    const code = status === 200 ? '200' : `${status} ${JSON.parse(text).code}`
    statuses.set(code, (statuses.get(code) ?? 0) + 1)
    made.push({ path, bytes: text.length, ms, waitedMs })
    if (process.env['EMBEDS_LOG'] && (ms > 500 || text.length > 1e6))
      console.log(Math.round(ms), text.length, code, path)
  }
  await db.close()
  data.remove()
  const worst = (of: (one: (typeof made)[number]) => number) => Math.max(...made.map(of))
  const times = made.map(({ ms }) => ms)
  return {
    'selects, depth, seed': `${SELECTS}, ${DEPTH}, ${SEED}`,
    answers: [...statuses].map(([code, count]) => `${count} × ${code}`).join(', '),
    'largest answer': `${(worst(({ bytes }) => bytes) / 2 ** 20).toFixed(1)} MiB`,
    time: `p50 ${formatMs(percentile(times, 0.5))}, p95 ${formatMs(percentile(times, 0.95))}, worst ${formatMs(Math.max(...times))}`,
    'a small read beside it waits, at worst': formatMs(worst(({ waitedMs }) => waitedMs)),
  }
}
