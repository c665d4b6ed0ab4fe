import { asServer } from '../../server/identity/access/reader'
import { fileURLToPath } from 'node:url'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { generateLargeCatalog } from '../../server/sample/large-catalog'
import { buildTopologyResponse } from '../../server/topology/response'
import { sumCosts, storeSummaries } from '../../server/topology/jobs'
import { topologyQuerySchema } from '../../server/topology/query'
import { rollUp } from '../../server/topology/roll-up'
import { readStoredTopology } from '../../server/topology/stored-topology'
import { temporaryFolder } from '../helpers/console-process'
import { evaluateHere } from '../helpers/evaluate-here'
import { formatMs, percentile } from './figures'

const WANTED = { configs: 20_000, changes: 0, checks: 5000 }
const SIZES = [1000, 10_000]
const REQUESTS = 40
const dist = new URL('../../dist/', `file://${process.cwd()}/tests/bench/`)

/** The requests of the topology to the embedded database, in its thread as in the real program. */
export async function bench(): Promise<Record<string, string>> {
  const figures: Record<string, string> = {}
  for (const components of SIZES) Object.assign(figures, await measured(components))
  return figures
}

async function measured(components: number): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const db = await openPgliteWorker({
    workerUrl: new URL('server/pglite-worker.js', dist),
    folder: data.path,
    seed: fileURLToPath(new URL('seed.tar.gz', dist)),
    statementTimeoutMs: 120_000,
  })
  await generateLargeCatalog(db, { ...WANTED, components })
  const answer = async (query: Record<string, string>) => {
    const asked = topologyQuerySchema.parse(query)
    const stored = await readStoredTopology(asServer(db), asked.id === undefined ? undefined : [asked.id])
    const rolled = await rollUp(stored.components, stored.links, evaluateHere)
    return JSON.stringify(buildTopologyResponse(stored, rolled, asked))
  }
  const stored = await readStoredTopology(asServer(db), undefined)
  const id = stored.rows.find(({ parent_id: parent }) => parent === null)?.id ?? ''
  const questions: Record<string, () => Promise<unknown>> = {
    'the dashboard, three levels': () => answer({}),
    'a list of a type': () => answer({ flatten: 'true', type: 'Service' }),
    'one of the top, three levels': () => answer({ id }),
    'rolling up alone': () => rollUp(stored.components, stored.links, evaluateHere),
    'job: summaries': () => storeSummaries(db, evaluateHere),
    'job: costs': () => sumCosts(db),
  }
  const figures: Record<string, string> = {}
  const size = components.toLocaleString('en')
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = []
    for (let n = 0; n < REQUESTS; n++) {
      const asked = performance.now()
      await question()
      times.push(performance.now() - asked)
    }
    figures[`${size} components: ${name}`] =
      `p50 ${formatMs(percentile(times, 0.5))}, p95 ${formatMs(percentile(times, 0.95))}`
  }
  figures[`${size} components: the dashboard, bytes`] = `${Math.round((await answer({})).length / 1000)} kB`
  await db.close()
  data.remove()
  return figures
}
