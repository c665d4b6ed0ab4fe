import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { catalog } from './catalog'
import { call } from './http'
import { integrations } from './integrations'
import { jobHistory } from './job-history'
import { scrapers, scrapeSummary } from './scrapers'

/** The backend ends a run after five minutes. */
const LONGEST_RUN_MS = 330_000

/** Runs one now, and answers when it has ended with what was done by type. Only the embedded backend has it. */
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
    // A run that failed is in its history, too.
    meta: { invalidates: [scrapers.all, integrations.all, jobHistory.all, catalog.all] },
  })
