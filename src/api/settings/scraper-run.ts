import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { catalog } from '../catalog/catalog'
import { call } from '../http'
import { integrations } from './integrations'
import { jobHistory } from './job-history'
import { scrapers, scrapeSummary } from './scrapers'

/** config-db answers with a text or an object of its own. */
const started = z.catch(
  z.object({ scrape_summary: z.nullish(scrapeSummary), deletions_waiting: z.nullish(z.object({ count: z.number() })) }),
  {}
)

/** Longer than the backend allows a run to take, which is five minutes. */
const LONGEST_RUN_MS = 330_000

/**
 * Runs a scraper now. The embedded backend answers when the run has ended, with a summary by type; config-db answers
 * when the run has started.
 * @returns the summary, and the number of missing items that the next run deletes unless it finds them; undefined while
 * the run continues
 */
export const runScraper = () =>
  mutationOptions({
    async mutationFn(id: string) {
      const { scrape_summary: summary, deletions_waiting: waiting } = await call({
        method: 'post',
        path: `/api/config/run/${encodeURIComponent(id)}`,
        body: { async: true },
        schema: started,
        timeoutMs: LONGEST_RUN_MS,
      })
      return summary ? { summary, waiting: waiting?.count ?? 0 } : undefined
    },
    // A failed run is in the job history, too.
    meta: { invalidates: [scrapers.all, integrations.all, jobHistory.all, catalog.all] },
  })
