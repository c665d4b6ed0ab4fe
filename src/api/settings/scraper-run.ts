import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { catalog } from '../catalog/catalog'
import { call } from '../http'
import { integrations } from './integrations'
import { jobHistory } from './job-history'
import { scrapers, scrapeSummary } from './scrapers'

/** Longer than the backend allows a run to take, which is five minutes. */
const LONGEST_RUN_MS = 330_000

/** Runs a scraper now, and resolves with a summary by type when the run ends. Embedded backend only. */
export const runScraper = () =>
  mutationOptions({
    async mutationFn(id: string) {
      const { scrape_summary: done } = await call({
        method: 'post',
        path: `/api/config/run/${encodeURIComponent(id)}`,
        schema: z.object({ scrape_summary: scrapeSummary }),
        timeoutMs: LONGEST_RUN_MS,
      })
      return done
    },
    // A failed run is in the job history, too.
    meta: { invalidates: [scrapers.all, integrations.all, jobHistory.all, catalog.all] },
  })
