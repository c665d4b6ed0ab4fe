import { expect, test } from 'vitest'
import type { Effects, Target } from '../command'
import { runScraperNow } from './scrapers.runs'

const scraper: Target = { kind: 'scraper', id: '5a000001-0000-4000-8000-000000000001', label: 'Printers' }

const printed = { Printer: { added: 2, updated: 1 }, Server: { added: 1 } }

test.each([
  ['a summary', { summary: printed, waiting: 0 }, 'Ran Printers: 3 added and 1 updated.'],
  ['an empty summary', { summary: {}, waiting: 0 }, 'Ran Printers: no items found.'],
  [
    'missing items that are kept',
    { summary: {}, waiting: 1200 },
    'Ran Printers: no items found. 1,200 missing items are kept until the next run: run Printers again to confirm the deletion.',
  ],
  // config-db answers before the run has ended.
  ['no summary', undefined, 'Started Printers. The result will be in its job history.'],
])('reports a run that is answered with %s', async (_what, run, message) => {
  const mutate = (async () => run) as unknown as Effects['mutate']
  expect(await runScraperNow({ scraper: [scraper] }, { mutate } as Effects)).toEqual({ message })
})
