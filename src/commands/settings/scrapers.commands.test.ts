import { expect, test } from 'vitest'
import type { Effects, Target } from '../command'
import { runScraperNow } from './scrapers.runs'

const scraper: Target = { kind: 'scraper', id: '5a000001-0000-4000-8000-000000000001', label: 'Printers' }

test.each([
  ['a summary', { Printer: { added: 2, updated: 1 }, Server: { added: 1 } }, 'Ran Printers: 3 added and 1 updated.'],
  ['an empty summary', {}, 'Ran Printers: no items found.'],
  // config-db answers before the run has ended.
  ['no summary', undefined, 'Started Printers. The result will be in its job history.'],
])('reports a run that is answered with %s', async (_what, summary, message) => {
  const mutate = (async () => summary) as unknown as Effects['mutate']
  expect(await runScraperNow({ scraper: [scraper] }, { mutate } as Effects)).toEqual({ message })
})
