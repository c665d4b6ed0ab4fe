import { mutationOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { catalog } from './catalog'
import { call } from './http'
import { jobHistory } from './job-history'
import { scrapers, scrapeSummary } from './scrapers'

/** Runs one now, and answers when it has ended with what was done by type. Only the embedded backend has it. */
export const runScraper = () =>
  mutationOptions({
    async mutationFn(id: string, { client }) {
      const { scrape_summary: done } = await call({
        method: 'post',
        path: `/api/config/run/${encodeURIComponent(id)}`,
        schema: z.object({ scrape_summary: scrapeSummary }),
      })
      await client.invalidateQueries({ queryKey: catalog.all })
      return done
    },
    // A run that failed is in its history, too.
    onSettled: (_done, _error, _id, _result, { client }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: scrapers.all }),
        client.invalidateQueries({ queryKey: jobHistory.all }),
      ]),
  })
