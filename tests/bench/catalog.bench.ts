import { asServer } from '../../server/identity/access/reader'
import { fileURLToPath } from 'node:url'
import { listCatalogChanges, changesRequestSchema } from '../../server/catalog/changes'
import { summariseCatalog, summaryRequestSchema } from '../../server/catalog/summary'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { sql } from '../../server/data/db/sql'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { countChanges } from '../../server/catalog/maintenance'
import { generateLargeCatalog } from '../../server/sample/large-catalog'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { temporaryFolder } from '../helpers/console-process'
import { testVault } from '../helpers/vault'
import { formatMs, formatSeconds, percentile } from './figures'

const WANTED = { configs: 20_000, changes: 200_000, checks: 5000 }
const REQUESTS = 60
const dist = new URL('../../dist/', `file://${process.cwd()}/tests/bench/`)
const columns =
  'id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,changes,analysis'

/** Processor milliseconds of this process, including the database thread. */
const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * The requests of the catalog pages to the embedded database, in its thread as in the real program. On a busy machine,
 * processor time is more reliable than elapsed time.
 */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const db = await openPgliteWorker({
    workerUrl: new URL('server/pglite-worker.js', dist),
    folder: data.path,
    seed: fileURLToPath(new URL('seed.tar.gz', dist)),
    statementTimeoutMs: 120_000,
  })
  const begun = performance.now()
  await generateLargeCatalog(db, WANTED)
  const figures: Record<string, string> = {
    'generating 20,000 items, 200,000 changes, 5,000 checks': formatSeconds(performance.now() - begun),
  }
  // As the program's job does every ten minutes.
  await countChanges(db, new Date())
  const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })
  const read = async (path: string) => {
    const request = relationalRequest(path, { headers: { Prefer: 'count=exact' } })
    const answer = await relational(request, path.split('?')[0] ?? '', adaCaller, db)
    await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  }
  const [{ cluster = '', pod = '' } = {}] = await db.query<{ cluster: string; pod: string }>(sql`
    select (select id::text from config_items where config_class = 'Cluster' order by name limit 1) as cluster,
      (select id::text from config_items where config_class = 'Pod' order by name limit 1) as pod`)
  const ask = (body: object) => listCatalogChanges(asServer(db), changesRequestSchema.parse(body), new Date())
  const page = { sort_by: '-created_at', page_size: 50 }
  const questions: Record<string, () => Promise<unknown>> = {
    'list: 50 items by name, with the total': () =>
      read(`configs?select=${columns}&deleted_at=is.null&order=name&limit=50`),
    'list: the same of a type': () =>
      read(`configs?select=${columns}&deleted_at=is.null&type=eq.Kubernetes::Pod&order=updated_at.desc&limit=50`),
    'list: of a type, a health and a tag': () =>
      read(
        `configs?select=${columns}&deleted_at=is.null&type=in.("Kubernetes::Pod")&health=in.("unhealthy")&tags=cs.${encodeURIComponent('{"cluster":"cluster-1"}')}&order=name&limit=50`
      ),
    'list: a word in name, type, description or namespace': () =>
      read(
        `configs?select=${columns}&deleted_at=is.null&or=(name.ilike.*pod-19*,type.ilike.*pod-19*,description.ilike.*pod-19*,namespace.ilike.*pod-19*)&order=name&limit=50`
      ),
    'changes: of two days': () => ask({ ...page, recursive: 'none' }),
    'changes: of 30 days': () => ask({ ...page, recursive: 'none', from: 'now-30d' }),
    'changes: of 30 days, of a type and severity': () =>
      ask({ ...page, recursive: 'none', from: 'now-30d', type: 'BackOff', severity: 'high' }),
    'changes: of 30 days, of items of a type': () =>
      ask({ ...page, recursive: 'none', from: 'now-30d', config_type: 'Kubernetes::Pod' }),
    'changes: of a cluster and all below, two days': () => ask({ ...page, id: cluster, recursive: 'all' }),
    'changes: of a pod': () => ask({ ...page, id: pod, recursive: 'none', from: 'now-30d' }),
    'relationships: of a pod, depth 5': () =>
      read(`rpc/related_configs_recursive?config_id=${pod}&type_filter=all&max_depth=5`),
    'relationships: of a cluster, depth 1': () =>
      read(`rpc/related_configs_recursive?config_id=${cluster}&type_filter=all&max_depth=1`),
    'insights: open ones of two severities': () =>
      read(
        `config_analysis_items?select=id,config_id,analyzer,analysis_type,severity,status,summary,first_observed,last_observed,config:configs(id,name,type,config_class)&status=in.("open")&severity=in.("critical","high")&order=first_observed.desc,id&limit=50`
      ),
    'summary by type, 30 days': () =>
      summariseCatalog(
        asServer(db),
        summaryRequestSchema.parse({ changes: { since: '30d' }, cost: '30d' }),
        new Date()
      ),
  }
  for (const [name, question] of Object.entries(questions)) {
    const times: number[] = []
    const worked: number[] = []
    for (let n = 0; n < REQUESTS; n++) {
      const [asked, before] = [performance.now(), processorMs()]
      await question()
      times.push(performance.now() - asked)
      worked.push(processorMs() - before)
    }
    figures[name] =
      `p50 ${formatMs(percentile(times, 0.5))}, p95 ${formatMs(percentile(times, 0.95))}; processor ${formatMs(percentile(worked, 0.5))}`
  }
  await db.close()
  data.remove()
  return figures
}
