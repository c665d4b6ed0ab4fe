import type { Logger } from 'pino'
import type { Db } from '../db/db'
import { sql } from '../db/sql'
import { storableText } from '../db/storable-text'
import type { Engine } from '../engine'
import { HttpError } from '../http/errors'
import { having, route } from '../http/route'
import { LOCAL_AGENT, withJobHistory } from '../jobs/job-history'
import { repeat } from '../jobs/repeat'
import { nextDue, parseSchedule, ScheduleError } from '../jobs/schedule'
import { errorText } from '../outside/error-text'
import type { OpenNamed } from '../outside/lending'
import { concealing, withTexts } from '../outside/trace'
import { housekeeping } from './housekeeping'
import { catalogRoutes } from './routes'
import type { Scraped } from './scrape/items'
import { scrapedBy } from './scrape/sources'
import { isRunHere, readSpec, ScraperError } from './scrape/spec'
import { type ScrapeSummary, storeScraped } from './scrape/store'

export type CatalogEngineDeps = {
  db: Db
  log: Logger
  now: () => Date
  hostname: string
  /** Opens stored connections. */
  openConnection: OpenNamed
}

export type CatalogEngine = Required<Pick<Engine, 'name' | 'routes' | 'jobs' | 'start' | 'stop'>> & {
  /**
   * Scrapes now, with a row in the job history; a scrape that is going already is waited for instead.
   * @returns undefined when there is no such scraper here.
   * @throws what kept it from ending; what was known stays.
   */
  scrape(id: string): Promise<ScrapeSummary | undefined>
}

const LOOK_EVERY_MS = 1500
/** config-db's own. */
const DEFAULT_SCHEDULE = '@every 1h'
const STALE_AFTER_MS = 24 * 3_600_000
const TIME_OUT_MS = 5 * 60_000
/** A scraper that cannot be read is told of as often. */
const REMIND_EVERY_MS = 3_600_000

type Scraper = { id: string; namespace: string | null; spec: unknown }

/** When a scraper is due after a moment; both in epoch milliseconds. */
const nextOf = ({ id, spec }: Scraper, afterMs: number): number | undefined => {
  try {
    const { schedule = DEFAULT_SCHEDULE } = spec as { schedule?: unknown }
    return nextDue(parseSchedule({ schedule }), id, afterMs)
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error
    return afterMs + REMIND_EVERY_MS
  }
}

/** Fills the catalog from files, web services and databases, on schedule and when asked. */
export function createCatalogEngine({ db, log, now, hostname, openConnection }: CatalogEngineDeps): CatalogEngine {
  const running = new Map<string, Promise<ScrapeSummary>>()
  /** When each scraper is due, with the spec that says so. */
  let due = new Map<string, { written: string; at: number | undefined }>()
  let abort = new AbortController()
  let stopLooking: (() => Promise<void>) | undefined

  const scrapers = () =>
    db.query<Scraper>(sql`
      select id::text, namespace, spec from config_scrapers where deleted_at is null and agent_id = ${LOCAL_AGENT}`)

  const begin = (scraper: Scraper): Promise<ScrapeSummary> => {
    const going = running.get(scraper.id)
    if (going) return going
    const run = scrapeOnce(scraper).finally(() => running.delete(scraper.id))
    running.set(scraper.id, run)
    return run
  }

  const scrapeOnce = async ({ id, namespace, spec: written }: Scraper): Promise<ScrapeSummary> => {
    let summary: ScrapeSummary = {}
    const job = { name: 'Scraper', hostname, resourceType: 'config_scraper', resourceId: id }
    await withJobHistory(db, job, async (report) => {
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(TIME_OUT_MS)])
      // Credentials that a source echoes are no part of an item, and of no message either.
      const { value, clean } = await concealing(async () => {
        try {
          const spec = readSpec(written)
          return {
            spec,
            items: await scrapedBy(spec, { open: openConnection, namespace: namespace ?? 'default' }, signal),
          }
        } catch (error) {
          return { error }
        }
      })
      if ('error' in value) throw new ScraperError(clean(errorText(value.error)))
      // As it is stored, so that the next run finds no difference.
      const { items } = JSON.parse(storableText(withTexts({ items: value.items }, clean))) as { items: Scraped[] }
      const staleMs = value.spec.retention.staleItemAge ?? STALE_AFTER_MS
      summary = await storeScraped(db, { scraperId: id, staleMs, now: now() }, items, signal)
      report.succeeded(items.length)
      report.told({ scrape_summary: summary })
    })
    return summary
  }

  const look = async () => {
    const next: typeof due = new Map()
    const nowMs = now().getTime()
    for (const scraper of await scrapers()) {
      if (!isRunHere(scraper.spec)) continue
      const written = JSON.stringify(scraper.spec)
      const known = due.get(scraper.id)
      // What was written anew shows what it finds at once.
      const isNew = known?.written !== written
      if (isNew || (known.at !== undefined && known.at <= nowMs)) {
        // When it fails, its job history tells why.
        begin(scraper).catch(() => {})
        next.set(scraper.id, { written, at: nextOf(scraper, nowMs) })
      } else next.set(scraper.id, known)
    }
    due = next
  }

  const failed = (error: unknown) => log.error({ err: error }, 'scrapers cannot be read; what is known goes on')

  const scrape: CatalogEngine['scrape'] = async (id) => {
    const scraper = (await scrapers()).find((one) => one.id === id.toLowerCase())
    return scraper && begin(scraper)
  }

  return {
    name: 'catalog',
    routes: [
      ...catalogRoutes(now),
      // Ours, after config-db's own: the protocol has no way to run a scraper.
      route('POST', '/api/config/run/:id', having(['update', 'database.config_scrapers']), async (context) => {
        const id = context.req.param('id')
        const summary = await scrape(id).catch((error: unknown) => {
          throw error instanceof ScraperError ? new HttpError(422, error.message) : error
        })
        if (!summary) throw new HttpError(404, `There is no scraper ${id.slice(0, 100)}`)
        return context.json({ scrape_summary: summary })
      }),
    ],
    scrape,
    jobs: housekeeping(db, now),
    start: async () => {
      stopLooking = repeat(LOOK_EVERY_MS, look, failed, { isAtOnce: true })
    },
    stop: async () => {
      abort.abort()
      await stopLooking?.()
      await Promise.allSettled(running.values())
      due = new Map()
      // Scrapers may be run on demand while it is stopped.
      abort = new AbortController()
    },
  }
}
