import { asServer } from '../../server/identity/access/reader'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Hono } from 'hono'
import { pino } from 'pino'
import type { Db } from '../../server/data/db/db'
import { migrate } from '../../server/data/db/migrate'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { toJsonText, sql } from '../../server/data/db/sql'
import { createEvaluator } from '../../server/platform/expression/evaluator'
import { createHealthEngine, type HealthEngine } from '../../server/health/engine'
import { type RouteEnv, registerRoutes } from '../../server/http/route'
import { temporaryFolder } from '../helpers/console-process'

const dist = new URL('../../dist/', import.meta.url)
const PER_CANARY = 5

/** A web server in a separate process, so that its work is not counted as the engine's. */
const target = `
  const server = require('node:http').createServer((_request, response) => response.end('ok'))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/**
 * Runs http checks every 30 s against loopback and measures how late they start, then the duration of the summary of
 * many checks.
 * @param test an expression that each check must pass
 */
export async function bench({ checks = 1000, seconds = 90, listed = 5000, test = '' } = {}): Promise<
  Record<string, string>
> {
  const web = spawn(process.execPath, ['-e', target], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [printed] = await once(web.stdout, 'data')
  const url = `http://127.0.0.1:${Number(String(printed))}/`
  const data = temporaryFolder()
  const db = await openPgliteWorker({
    workerUrl: new URL(`${dist.href}server/pglite-worker.js`),
    folder: data.path,
    seed: fileURLToPath(new URL('seed.tar.gz', dist)),
  })
  await migrate(db)
  await addCanaries(db, checks / PER_CANARY, '@every 30s', { url, test: { expr: test } })

  const late: number[] = []
  const evaluator = createEvaluator({ workerUrl: new URL(`${dist.href}server/expression-worker.js`) })
  const log = pino({ level: 'warn' }, pino.destination(2))
  const onStart = (_id: string, lateMs: number) => void late.push(lateMs)
  const engine = createHealthEngine({
    db,
    log,
    now: () => new Date(),
    allowExec: false,
    hostname: 'bench',
    onStart,
    evaluate: evaluator.evaluate,
  })
  const rssBefore = process.memoryUsage.rss()
  await engine.start()
  await engine.whenPlanned()
  // The first seconds contain all first runs; only later ones are measured.
  await pause(15)
  late.length = 0
  const [began, cpuBefore] = [performance.now(), process.cpuUsage()]
  let rss = 0
  let longestStall = 0
  for (let last = performance.now(); performance.now() - began < seconds * 1000;) {
    await pause(0.02)
    longestStall = Math.max(longestStall, performance.now() - last - 20)
    last = performance.now()
    rss = Math.max(rss, process.memoryUsage.rss())
  }
  const elapsedMs = performance.now() - began
  const { user, system } = process.cpuUsage(cpuBefore)
  const starts = late.toSorted((a, b) => a - b)
  const { skipped } = engine.figures()
  const [stored] = await db.query<{ count: number; median: number; p95: number }>(sql`
    select count(*), percentile_disc(0.5) within group (order by duration) as median,
      percentile_disc(0.95) within group (order by duration) as p95
    from check_statuses where time > now() - ${`${seconds} seconds`}::interval`)

  await addCanaries(db, (listed - checks) / PER_CANARY, '@never', { url })
  const summaries = await summaryTimes(db, engine, listed)
  await engine.stop()
  await evaluator.stop()
  await db.close()
  web.kill()
  data.remove()
  return {
    [`${checks} http checks every 30 s, for`]: `${Math.round(elapsedMs / 1000)} s`,
    'started (expected)': `${starts.length} (${Math.round((checks * elapsedMs) / 30_000)}), ${skipped} skipped`,
    'late p50 / p95 / max': [0.5, 0.95, 1].map((share) => ms(at(starts, share))).join(' / '),
    'stored; measured latency p50 / p95': `${stored?.count}; ${ms(stored?.median ?? NaN)} / ${ms(stored?.p95 ?? NaN)}`,
    'processor, of one core': `${Math.round((user + system) / 10 / elapsedMs)} %`,
    // The process also contains the embedded database, and here the build tool that loaded this file.
    'memory that the engine added': `${Math.round((rss - rssBefore) / 2 ** 20)} MB`,
    'event loop held at most': ms(longestStall),
    [`summary of ${listed} checks p50 / max`]: [0.5, 1].map((share) => ms(at(summaries, share))).join(' / '),
  }
}

async function addCanaries(db: Db, count: number, schedule: string, check: object): Promise<void> {
  const http = Array.from({ length: PER_CANARY }, (_, index) => ({ name: `check ${index}`, ...check }))
  await db.run(sql`
    insert into canaries (name, namespace, labels, spec)
    select ${schedule} || place, 'bench', '{"team": "bench"}', ${toJsonText({ schedule, http })}::jsonb
    from generate_series(1, ${count}::int) as place`)
}

/** From the request to the last byte of the response, without the network. */
async function summaryTimes(db: Db, engine: HealthEngine, wanted: number): Promise<number[]> {
  const app = new Hono<RouteEnv>()
  app.use(async (context, next) => {
    context.set('reader', asServer(db))
    await next()
  })
  registerRoutes(app, engine.routes, () => [])
  const times: number[] = []
  while (times.length < 20) {
    const begun = performance.now()
    const answer = await app.request('/api/canary/api/summary')
    const text = await answer.text()
    const took = performance.now() - begun
    if (text.split('"canary_id"').length > wanted) times.push(took)
    await pause(0.2)
  }
  return times.toSorted((a, b) => a - b)
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const at = (sorted: readonly number[], share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? NaN
const ms = (value: number) => `${value.toFixed(0)} ms`
