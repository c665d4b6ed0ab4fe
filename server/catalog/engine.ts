import type { Logger } from 'pino'
import type { Db } from '../data/db/db'
import { sql } from '../data/db/sql'
import { toStorableJson } from '../data/db/storable-json'
import type { ReadDocuments } from '../platform/documents/document-reader'
import type { Engine } from '../platform/jobs/engine'
import { type Evaluate, evaluateFor } from '../platform/expression/evaluator'
import { HttpError } from '../http/errors'
import { withRights, defineRoute } from '../http/route'
import { LOCAL_AGENT, withJobHistory } from '../platform/jobs/job-history'
import { runOnSchedule, type ScheduledResource } from '../platform/jobs/on-schedule'
import { formatError } from '../platform/outside/error-text'
import type { ReadConnection } from '../platform/outside/resolve-connection'
import { withRedaction, mapTexts } from '../platform/outside/redaction'
import { catalogMaintenanceJobs } from './maintenance'
import { extensionRoutes } from './extension-routes'
import { catalogRoutes } from './routes'
import { findInsights } from './scrape/insights'
import { type SourceItem, scrapeSources } from './scrape/sources'
import { authoredTexts, isSupportedScraper, parseScraperSpec, ScraperError } from './scrape/spec'
import { type ScrapeSummary, storeScrapedItems, type WaitingDeletions } from './scrape/store'
import { storeInsights } from './scrape/store-insights'

type CatalogEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  hostname: string
  /** Reads stored connections. */
  openConnection: ReadConnection
  /** Evaluates the conditions of insights. */
  evaluate: Evaluate
  readDocuments: ReadDocuments
}

type CatalogEngine = Required<Pick<Engine, 'name' | 'routes' | 'jobs' | 'start' | 'stop'>> & {
  /**
   * Scrapes now, with a row in the job history. If the scraper is already running, waits for that run.
   * @returns undefined when there is no such scraper here.
   * @throws the error that stopped the scrape; the stored items stay.
   */
  scrape(id: string): Promise<ScrapeSummary | undefined>
}

/** Default of config-db. */
const DEFAULT_SCHEDULE = '@every 1h'
const STALE_AFTER_MS = 24 * 3_600_000
const TIME_OUT_MS = 5 * 60_000

type ScrapeResult = { summary: ScrapeSummary; waiting: WaitingDeletions | undefined }

type Scraper = ScheduledResource & { namespace: string | null; spec: unknown }

/** Fills the catalog from files, web services and databases, on schedule and on demand. */
export function createCatalogEngine({
  db,
  log,
  now,
  hostname,
  openConnection,
  evaluate,
  readDocuments,
}: CatalogEngineDeps): CatalogEngine {
  const list = async (): Promise<Scraper[]> => {
    const rows = await db.query<Omit<Scraper, 'text' | 'schedule'>>(sql`
      select id::text, namespace, spec from config_scrapers where deleted_at is null and agent_id = ${LOCAL_AGENT}`)
    return rows.map((row) => {
      const { schedule = DEFAULT_SCHEDULE } = (row.spec ?? {}) as { schedule?: unknown }
      return { ...row, schedule, text: JSON.stringify(row.spec) }
    })
  }

  const run = async ({ id, namespace, spec: written }: Scraper, ending: AbortSignal): Promise<ScrapeResult> => {
    let result: ScrapeResult = { summary: {}, waiting: undefined }
    const job = { name: 'Scraper', hostname, resourceType: 'config_scraper', resourceId: id }
    await withJobHistory(db, job, async (report) => {
      const signal = AbortSignal.any([ending, AbortSignal.timeout(TIME_OUT_MS)])
      // Credentials that a source echoes must not become part of an item or a message.
      const { value, clean } = await withRedaction(async () => {
        try {
          const spec = parseScraperSpec(written)
          return {
            spec,
            items: await scrapeSources(
              spec,
              {
                open: openConnection,
                namespace: namespace ?? 'default',
                readDocuments: (text) => readDocuments(text, id),
              },
              signal
            ),
          }
        } catch (error) {
          return { error }
        }
      })
      if ('error' in value) throw new ScraperError(clean(formatError(value.error)))
      // In the form in which they are stored, so that the next run finds no difference.
      const authored = authoredTexts(value.spec)
      const keep = (text: string) => (authored.has(text) ? text : clean(text))
      const cleaned = value.items.map(({ type, configClass, labels, tags, relationships, ...read }) => ({
        ...mapTexts(read, clean),
        ...mapTexts({ type, configClass, labels, tags, relationships }, keep),
      }))
      const { items } = JSON.parse(toStorableJson({ items: cleaned })) as { items: SourceItem[] }
      const staleMs = value.spec.retention.staleItemAge ?? STALE_AFTER_MS
      const scrape = { scraperId: id, staleMs, now: now(), confirmedBefore: await readConfirmedBefore(db, id) }
      result = await storeScrapedItems(db, scrape, items, signal)
      const { summary, waiting } = result
      report.succeeded(items.length)
      report.addDetails({ scrape_summary: summary, ...(waiting && { deletions_waiting: waiting }) })
      if (waiting) report.warned(describeWaiting(waiting))
      const findings = await findInsights(value.spec, items, evaluateFor(evaluate, `scraper ${id}`), signal)
      await storeInsights(db, scrape, findings, signal)
      for (const problem of findings.problems) report.failed(problem)
    })
    return result
  }

  const scrapers = runOnSchedule({
    list,
    isManual: ({ spec }) => !isSupportedScraper(spec),
    run,
    now,
    onError: (error) => log.error({ err: error }, 'scrapers cannot be read; known scrapers continue to run'),
  })

  return {
    name: 'catalog',
    routes: [
      ...catalogRoutes(now),
      ...extensionRoutes,
      // config-db can answer before the run has ended. Runs of the embedded backend are short, so it answers afterwards.
      defineRoute(
        'POST',
        '/api/config/run/:id',
        withRights(['read', 'database.config_scrapers'], ['update', 'database.config_scrapers']),
        async (context) => {
          const id = context.req.param('id')
          const result = await scrapers.runNow(id).catch((error: unknown) => {
            throw error instanceof ScraperError ? new HttpError(422, error.message) : error
          })
          if (!result) throw new HttpError(404, `There is no scraper ${id.slice(0, 100)}`)
          const { summary, waiting } = result
          return context.json({ scrape_summary: summary, ...(waiting && { deletions_waiting: waiting }) })
        },
        { waitsFor: 'others' }
      ),
    ],
    scrape: async (id) => (await scrapers.runNow(id))?.summary,
    jobs: catalogMaintenanceJobs(db, now),
    start: async () => scrapers.start(),
    stop: scrapers.stop,
  }
}

const describeWaiting = ({ count, of }: WaitingDeletions) =>
  `${count.toLocaleString('en')} of ${of.toLocaleString('en')} items are missing. They are kept until the next run: if it does not find them either, they are deleted.`

/** Returns `before` of the deletions that wait since the newest scrape that read its sources; undefined if none wait. */
async function readConfirmedBefore(db: Db, scraperId: string): Promise<Date | undefined> {
  const [newest] = await db.query<{ before: string | null }>(sql`
    select details -> 'deletions_waiting' ->> 'before' as before from job_history
    where name = 'Scraper' and resource_id = ${scraperId} and details ? 'scrape_summary'
    order by time_start desc, id desc limit 1`)
  return newest?.before ? new Date(newest.before) : undefined
}
