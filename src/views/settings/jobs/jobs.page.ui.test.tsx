import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import { jobsPage } from '@/shared/pages/settings'
import JobsView from './jobs.page'

const [RUN, OTHER, AGENT, RESOURCE] = [1, 2, 3, 4].map((n) => `5a00000${n}-0000-4000-8000-000000000001`) as [
  string,
  string,
  string,
  string,
]
const LIST = '/api/db/job_histories'

const failed = {
  id: RUN,
  name: 'Scraper',
  status: 'FAILED',
  time_start: '2026-11-20T05:11:08.49+00:00',
  created_at: '2026-11-20T05:11:08.49+00:00',
  duration_millis: 4180,
  success_count: 0,
  error_count: 2,
  resource_type: 'config_scraper',
  resource_id: RESOURCE,
  resource_name: 'printers',
  agent: { id: AGENT, name: 'depot' },
  hostname: 'depot-01',
  errors: ['no route to host'] as string[] | null,
}
const running = {
  ...failed,
  id: OTHER,
  name: 'VacuumTables',
  status: 'RUNNING',
  duration_millis: null,
  error_count: 0,
  resource_type: null,
  resource_id: null,
  resource_name: null,
  agent: { id: '00000000-0000-0000-0000-000000000000', name: 'local' },
  errors: null,
}

function open(query = '', answer: TestPageOptions['answer'] = () => undefined, options: TestPageOptions = {}) {
  history.replaceState(null, '', `${jobsPage.path}${query}`)
  return openPage(JobsView, jobsPage.path, {
    ...options,
    answer(path, url, body) {
      const own = answer(path, url, body)
      if (own) return own
      if (path === LIST) return listResponse([failed, running])
      if (path === '/api/db/job_history_names') return listResponse([{ name: 'Scraper' }, { name: 'VacuumTables' }])
      return undefined
    },
  })
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const optionTexts = async () => (await screen.findAllByRole('option')).map(({ textContent }) => textContent?.trim())
const lastOf = (urls: readonly URL[], path = LIST) => urls.findLast(({ pathname }) => pathname === path)?.searchParams

afterEach(() => {
  vi.unstubAllGlobals()
  prefs.set(parsePreferences(null))
  history.replaceState(null, '', '/')
})

test('lists the runs of the last two days without successes, 150 on a page [ROUTE-42 JOBS-06 JOBS-07 JOBS-33 JOBS-35 JOBS-36 ENT-28]', async () => {
  const { urls } = open()
  const first = await row(/^Scraper/)
  expect(first.getAttribute('aria-label')).toBe(
    'Scraper, failed, no route to host, printers config_scraper, agent depot, 4.2 s, 2 errors'
  )
  const asked = lastOf(urls)
  expect(asked?.get('limit')).toBe('150')
  expect(asked?.get('offset')).toBe('0')
  expect(asked?.get('order')).toBe('created_at.desc,id.asc')
  expect(asked?.getAll('or')).toEqual(['(status.is.null,status.not.in.(SUCCESS))'])
  const from = Date.parse(asked?.get('created_at')?.replace('gte.', '') ?? '')
  expect(Math.abs(Date.now() - from - 2 * 86_400_000)).toBeLessThan(60_000)
  await waitFor(() => expect(location.search).toBe('?status=SUCCESS:-1'))
  expect(screen.getByRole('button', { name: /Last 2 days/ })).toBeTruthy()
})

test('has the columns of a run, and leaves counts of 0 blank [JOBS-13 JOBS-14 JOBS-17 JOBS-19 JOBS-27 JOBS-29 JOBS-30 JOBS-31]', async () => {
  open()
  const first = await row(/^Scraper/)
  const names = screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.trim())
  expect(names).toEqual(
    expect.arrayContaining(['Job Name', 'Status', 'Resource', 'Agent', 'Duration', 'Success', 'Error', 'Timestamp'])
  )
  for (const words of ['Scraper', 'Failed', 'printers', 'depot', '4.2 s', '2'])
    expect(within(first).getByText(words)).toBeTruthy()
  expect(within(first).queryByText('0')).toBeNull()
})

test('filters by name when a job name is pressed, from the first page [JOBS-15 JOBS-16]', async () => {
  const { urls, performed } = open('?pageIndex=2')
  await userEvent.click(within(await row(/^Scraper/)).getByRole('button', { name: 'Filter by Scraper' }))
  expect(performed).toEqual([`job.filterName?job=job:${RUN}`])
  await waitFor(() => expect(lastOf(urls)?.get('name')).toBe('in.(Scraper)'))
  expect(new URLSearchParams(location.search).get('pageIndex')).toBeNull()
  expect(lastOf(urls)?.get('offset')).toBe('0')
  expect(lastOf(urls)?.getAll('or')).toEqual(['(status.is.null,status.not.in.(SUCCESS))'])
})

test('links to the resource, and offers to copy its id [JOBS-20 JOBS-23]', async () => {
  const { performed } = open()
  const first = await row(/^Scraper/)
  const link = within(first).getByRole('link', { name: 'printers' })
  expect(link.getAttribute('href')).toBe(`/catalog/scrapers/${RESOURCE}`)
  await userEvent.click(within(first).getByRole('button', { name: 'Copy the id of printers' }))
  expect(performed).toEqual([`job.copyResource?job=job:${RUN}`])
})

test('links to the agent that ran a job, but not to the server itself [JOBS-18]', async () => {
  open()
  const link = within(await row(/^Scraper/)).getByRole('link', { name: 'depot' })
  expect(link.getAttribute('href')).toBe(`/settings/agents?id=${AGENT}`)
  expect(within(await row(/^VacuumTables/)).queryByRole('link')).toBeNull()
})

test('sends search, filters, time range, order and page of the address to the server [JOBS-01 JOBS-02 JOBS-03 JOBS-04 JOBS-05 JOBS-32 JOBS-34]', async () => {
  const { urls } = open(
    '?query=print&name=Scraper&resource_type=config_scraper,canary:-1&status=FAILED&duration=30s' +
      '&range=now-7d&rangeType=relative&timeRange=x&sortBy=duration_millis&sortOrder=desc&pageIndex=1&pageSize=25'
  )
  await waitFor(() => expect(lastOf(urls)).toBeTruthy())
  const asked = urls.find(({ pathname }) => pathname === LIST)?.searchParams
  expect(asked?.getAll('or')).toEqual([
    '(name.ilike."*print*",resource_name.ilike."*print*",hostname.ilike."*print*")',
    '(resource_type.is.null,resource_type.not.in.(canary))',
  ])
  expect(asked?.get('name')).toBe('in.(Scraper)')
  expect(asked?.get('resource_type')).toBe('in.(config_scraper)')
  expect(asked?.get('status')).toBe('in.(FAILED)')
  expect(asked?.get('duration_millis')).toBe('gte.30000')
  expect(asked?.get('order')).toBe('duration_millis.desc.nullslast,id.asc')
  expect(asked?.get('limit')).toBe('25')
  expect(asked?.get('offset')).toBe('25')
})

test('offers the job names of the server, three resource types and four statuses [JOBS-08 JOBS-10 JOBS-12 CALL-111]', async () => {
  open('?status=')
  await row(/^Scraper/)
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  await waitFor(async () => expect((await optionTexts()).join()).toContain('Job name: VacuumTables'))
  const shown = await optionTexts()
  for (const label of ['canary', 'topology', 'config_scraper']) expect(shown).toContain(`Resource type: ${label}`)
  expect(shown.filter((text) => text?.startsWith('Status')).toSorted()).toEqual(
    ['Failed', 'Running', 'Success', 'Warning'].map((name) => `Status: ${name}`)
  )
})

test('limits the runs to a minimum duration [JOBS-11]', async () => {
  const { urls } = open('?duration=60s:1')
  await row(/^Scraper/)
  expect(screen.getByRole('button', { name: /^Duration 1m/ })).toBeTruthy()
  expect(lastOf(urls)?.get('duration_millis')).toBe('gte.60000')
})

test.each([
  ['RUNNING', 'active'],
  ['WARNING', 'warn'],
  ['SUCCESS', 'good'],
  ['FAILED', 'bad'],
  ['STOPPED', 'bad'],
])('shows the status %s in the tone %s [JOBS-09 JOBS-28]', async (status, tone) => {
  open('?status=', (path) => (path === LIST ? listResponse([{ ...failed, status }]) : undefined))
  const name = status.charAt(0) + status.slice(1).toLowerCase()
  expect((await screen.findByText(name, { selector: '[data-tone]' })).dataset['tone']).toBe(tone)
})

test('opens the details of a run by a press on its row [JOBS-37]', async () => {
  const { performed } = open()
  await userEvent.click(within(await row(/^Scraper/)).getByText('4.2 s'))
  expect(performed).toEqual([`job.open?job=job:${RUN}`])
})

const whole = (details: unknown) => ({ ...failed, time_end: null, details })
const openDetails = (details: unknown) =>
  openCommand(`job.open?job=job:${RUN}`, {
    answer: (path) => (path === LIST ? listResponse([whole(details)]) : undefined),
    environment: { path: '/settings/jobs' },
  })

test('shows errors first, then the scrape and the reconcile summary [JOBS-37 JOBS-38 JOBS-39 JOBS-40 JOBS-41 ENT-27]', async () => {
  openDetails({
    summary: { added: 1, updated: 0, unchanged: 2, deleted: 4 },
    scrape_summary: { 'Depot::Printer': { added: 2, updated: 0, unchanged: 40 } },
    errors: ['no route to host', 'no route to host'],
  })
  const shown = within(await screen.findByRole('dialog', { name: 'Details for job Scraper' }))
  const names = (await shown.findAllByRole('tab')).map(({ textContent }) => textContent)
  expect(names).toEqual(['Errors', 'Scrape Summary', 'Reconcile Summary'])
  expect(shown.getByRole('tab', { name: 'Errors' }).getAttribute('aria-selected')).toBe('true')
  expect(within(shown.getByRole('list', { name: 'Errors' })).getAllByRole('listitem')).toHaveLength(1)
  await userEvent.click(shown.getByRole('tab', { name: 'Scrape Summary' }))
  expect(shown.getByRole('row', { name: 'Depot::Printer 2 0 40' })).toBeTruthy()
  await userEvent.click(shown.getByRole('tab', { name: 'Reconcile Summary' }))
  expect(shown.getByRole('row', { name: 'Components 1 0 2 4' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test('opens on the scrape summary if there are no errors', async () => {
  openDetails({ scrape_summary: { 'Depot::Printer': { added: 2 } } })
  const tab = await screen.findByRole('tab', { name: 'Scrape Summary' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
  expect(screen.queryByRole('tab', { name: 'Errors' })).toBeNull()
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test.each([[null], [{}], [{ errors: [] }]])('says that there are no details: %j [JOBS-42 ERR-23]', async (details) => {
  openDetails(details)
  expect(await screen.findByText('No details found')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test('says that a run is no longer stored', async () => {
  openCommand(`job.open?job=job:${RUN}`, { environment: { path: '/settings/jobs' } })
  expect(await screen.findByText('This run is no longer stored')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test('copies the id of the resource with its message [JOBS-21]', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const { journal } = openCommand(`job.copyResource?job=job:${RUN}`, {
    answer: (path) => (path === LIST ? listResponse([whole(null)]) : undefined),
    environment: { path: '/settings/jobs' },
  })
  await waitFor(() => expect(journal.messages.get()[0]?.text).toBe(`Copied ${RESOURCE} to clipboard`))
  expect(copied).toEqual([RESOURCE])
  vi.restoreAllMocks()
})

const job = {
  name: 'Scraper',
  total: 7,
  running: 1,
  success: 3,
  warning: 1,
  failed: 2,
  stale: 0,
  skipped: 0,
  last_run_at: '2026-11-20T05:11:08.49+00:00',
  average_duration: 4180.5,
}
const summaries = [
  { ...job, name: 'Healthy', failed: 0, warning: 0 },
  job,
  { ...job, name: 'Broken', success: 0, warning: 0 },
  { ...job, name: 'New', success: 0, warning: 0, failed: 0, average_duration: null, last_run_at: null },
]
const counted: TestPageOptions['answer'] = (path) =>
  path === '/api/db/job_history_summary'
    ? listResponse(summaries)
    : path === '/api/jobs/next_runs'
      ? listResponse([{ name: 'Scraper', next_run_at: new Date(Date.now() + 3_700_000).toISOString() }])
      : undefined

test('counts the runs by job with their health and the next run, the failing ones first [JOBS-43]', async () => {
  open('?view=jobs', counted)
  const first = await row(/^Broken, 7 runs, 2 failed, 1 running$/)
  const rows = screen.getAllByRole('row').filter((one) => one.dataset['row'] !== undefined)
  const healths = rows.map((one) => one.querySelector('svg')?.dataset['health'])
  expect(healths).toEqual(['unhealthy', 'warning', 'healthy', 'unknown'])
  expect(rows[0]).toBe(first)
  expect(within(await row(/^Scraper/)).getByText('in 1h')).toBeTruthy()
  expect(within(await row(/^Scraper/)).getByText('4.2 s')).toBeTruthy()
})

test('shows no next runs that another backend does not know', async () => {
  const { asked } = open('?view=jobs', counted, {
    environment: { deployment: { backend: 'gateway', signIn: 'kratos' } },
  })
  await row(/^Scraper/)
  expect(asked).not.toContain('/api/jobs/next_runs')
  expect(screen.queryByRole('columnheader', { name: 'Next run' })).toBeNull()
})

test('says which next runs could not be loaded, and keeps the counts', async () => {
  open('?view=jobs', (path, url, body) =>
    path === '/api/jobs/next_runs' ? listResponse({ error: 'No database answers' }, 500) : counted(path, url, body)
  )
  expect(await screen.findByText(/^Some times could not be loaded\. The next runs: No database answers/)).toBeTruthy()
  expect(await row(/^Scraper/)).toBeTruthy()
})

test('lists all runs of a job that is opened in the summary', async () => {
  const { urls } = open('?view=jobs', counted)
  await userEvent.click(within(await row(/^Scraper/)).getByText('Scraper'))
  await waitFor(() => expect(lastOf(urls)?.get('name')).toBe('in.(Scraper)'))
  expect(lastOf(urls)?.getAll('or')).toEqual([])
  expect(location.search).toBe('?name=Scraper:1&status=')
})

test.each([403, 500])('shows the error of a list that could not be loaded: %i', async (status) => {
  open('?status=', (path) => (path === LIST ? listResponse({ message: 'Not for you' }, status) : undefined))
  expect(await screen.findByText('Not for you')).toBeTruthy()
  expect(screen.queryByText('No data available')).toBeNull()
})

test('explains a history without any run', async () => {
  open('?status=&range=&rangeType=all', (path) => (path === LIST ? listResponse([]) : undefined))
  expect(await screen.findByRole('heading', { name: /No data available|Nothing matches/ })).toBeTruthy()
})
