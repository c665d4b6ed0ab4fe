import { fileURLToPath } from 'node:url'
import { openPgliteWorker } from '../../server/data/db/pglite'
import { sql } from '../../server/data/db/sql'
import { createRelational } from '../../server/data/postgrest/relational'
import { loadSchemaCache } from '../../server/data/postgrest/schema-cache'
import { adaCaller, relationalRequest } from '../helpers/relational-caller'
import { temporaryFolder } from '../helpers/console-process'
import { formatMs, percentile } from './figures'
import { testVault } from '../helpers/vault'

const ROWS = 100_000
const REQUESTS = 200
const dist = new URL('../../dist/', `file://${process.cwd()}/tests/bench/`)

/** The requests of the console's lists on a large installation. */
const reads = {
  '50 changes with two embeds':
    'config_changes?select=id,change_type,severity,summary,created_at,config:configs(id,name,type,config_class),evidences(id)&order=created_at.desc&limit=50',
  '50 items with two embeds':
    'config_items?select=id,name,type,config_scrapers(id,name),config_changes(id)&config_changes.limit=3&type=eq.Kubernetes::Pod&order=name&limit=50',
  '50 items of the list, with counts of changes and insights':
    'configs?select=id,type,config_class,status,health,labels,name,tags,created_at,updated_at,deleted_at,changes,analysis&deleted_at=is.null&order=name&limit=50',
  'the same, with the total':
    'configs?select=id,type,name,changes,analysis&deleted_at=is.null&order=name&limit=50#count',
  'search in 100,000 names': 'configs?select=id,name&or=(name.ilike.*777*,type.ilike.*777*)&limit=50',
}

/** Reads on the embedded database, in its thread as in the real program. */
export async function bench(): Promise<Record<string, string>> {
  const data = temporaryFolder()
  const db = await openPgliteWorker({
    workerUrl: new URL('server/pglite-worker.js', dist),
    folder: data.path,
    seed: fileURLToPath(new URL('seed.tar.gz', dist)),
    statementTimeoutMs: 120_000,
  })
  await db.script(`
    set session_replication_role = replica;
    insert into config_scrapers (id, name, spec, source) values ('00000000-0000-4000-8000-000000000001', 's', '{}', 'UI');
    insert into config_items (name, type, config_class, scraper_id, health, status, labels, tags, path)
    select 'item-' || n, (array['Kubernetes::Pod', 'Kubernetes::Deployment', 'AWS::EC2::Instance'])[1 + n % 3], 'Item',
      '00000000-0000-4000-8000-000000000001', (array['healthy', 'unhealthy', null])[1 + n % 3], 'Running',
      jsonb_build_object('app', 'app-' || n % 100), jsonb_build_object('cluster', 'c' || n % 5), ''
    from generate_series(1, ${ROWS}) as n;
    insert into config_changes (config_id, change_type, severity, source, summary, created_at)
    select id, 'diff', 'low', 'diff', 'spec.replicas', now() - make_interval(secs => row_number() over ())
    from config_items;
    set session_replication_role = origin;
    analyze;
  `)
  const relational = createRelational({ cache: await loadSchemaCache(db), now: () => new Date(), vault: testVault })
  const figures: Record<string, string> = {}
  for (const [name, written] of Object.entries(reads)) {
    const [path = '', isCounted] = written.split('#')
    const headers = isCounted ? { Prefer: 'count=exact' } : {}
    const times: number[] = []
    for (let n = 0; n < REQUESTS; n++) {
      const begun = performance.now()
      const answer = await relational(relationalRequest(path, { headers }), path.split('?')[0] ?? '', adaCaller, db)
      await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      times.push(performance.now() - begun)
    }
    figures[name] = `p50 ${formatMs(percentile(times, 0.5))}, p95 ${formatMs(percentile(times, 0.95))}`
  }
  const [size] = await db.query<{ size: string }>(
    sql`select pg_size_pretty(pg_database_size(current_database())) as size`
  )
  figures['rows in each table, size of the database'] = `${ROWS.toLocaleString('en')}, ${size?.size}`
  await db.close()
  data.remove()
  return figures
}
