import { z } from 'zod/mini'
import { integrations } from './integrations'
import { newestJobShape, settingsTable, sourcedRow } from './settings-table'
import { timestamp } from '../time'

const count = z.nullish(z.number())
/** Summary of a run by the type of the items. */
export const scrapeSummary = z.record(z.string(), z.object({ added: count, updated: count, unchanged: count }))

const scraper = z.extend(sourcedRow, {
  description: z.nullish(z.string()),
  spec: z.record(z.string(), z.unknown()),
  updated_at: z.nullish(timestamp),
  ...newestJobShape,
  job_details: z.nullish(
    z.object({ errors: z.nullish(z.array(z.string())), scrape_summary: z.nullish(scrapeSummary) })
  ),
})
export type Scraper = z.infer<typeof scraper>

export const scrapers = settingsTable('scraper', {
  table: 'config_scrapers',
  view: 'config_scrapers_with_status',
  made: { source: 'UI' },
  columns: Object.keys(scraper.shape),
  row: scraper,
  changes: [integrations.all],
})

/** The number of items that the newest run found; undefined if the run does not report it. */
export function itemsFound({ job_details, job_success_count }: Scraper): number | undefined {
  const types = Object.values(job_details?.scrape_summary ?? {})
  if (types.length === 0) return job_success_count ?? undefined
  return types.reduce((sum, of) => sum + (of.added ?? 0) + (of.updated ?? 0) + (of.unchanged ?? 0), 0)
}
