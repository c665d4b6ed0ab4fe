import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { insightsPage } from '@/shared/pages/catalog'
import InsightsView from './insights.page'

const [OOM, HOLE, BARE, CHECKOUT] = [1, 2, 3, 4].map((n) => `5a00002${n}-0000-4000-8000-000000000001`)
const config = { id: CHECKOUT, name: 'checkout', type: 'Kubernetes::Deployment', config_class: 'Deployment' }
const oom = {
  id: OOM,
  config_id: CHECKOUT,
  config,
  analyzer: 'container-oom-killed',
  analysis_type: 'availability',
  severity: 'critical',
  status: 'open',
  summary: 'checkout is killed for want of memory',
  first_observed: '2026-11-20T05:11:08.49+00:00',
  last_observed: '2026-11-21T05:11:08.49+00:00',
}
const hole = {
  ...oom,
  id: HOLE,
  analyzer: 'QSA-2025-0117',
  analysis_type: 'technical_debt',
  severity: 'low',
  status: 'resolved',
  summary: 'A library with a known hole',
}
/** An insight with only the required fields. */
const bare = {
  id: BARE,
  config_id: CHECKOUT,
  config: null,
  analyzer: 'out-of-labels',
  analysis_type: null,
  severity: null,
  status: null,
  summary: null,
  first_observed: '0001-01-01T00:00:00+00:00',
  last_observed: null,
}
const whole = {
  ...oom,
  source: 'Kubernetes',
  message:
    'Container <b>checkout</b> reached <code>128Mi</code>.<br><br><img src=x onerror=alert(1)>See <a href="javascript:alert(2)">here</a> or <a href="https://docs.example/oom">there</a>.',
  analysis: { used: '128Mi', limit: '128Mi' } as object | null,
}

function open(query = '', answer: TestPageOptions['answer'] = () => undefined) {
  history.replaceState(null, '', `${insightsPage.path}${query}`)
  return openPage(InsightsView, insightsPage.path, {
    answer(path, url, body) {
      const own = answer(path, url, body)
      if (own) return own
      if (path === '/api/db/config_analysis_items') return listResponse([oom, hole, bare])
      if (path === '/api/db/config_analysis') return listResponse([whole])
      if (path === '/api/db/config_analysis_analyzers') return listResponse([{ analyzer: 'container-oom-killed' }])
      if (path === '/api/db/config_types') return listResponse([{ type: 'Kubernetes::Deployment' }])
      if (path === '/api/db/configs') return listResponse([config])
      return undefined
    },
  })
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const lastOf = (urls: readonly URL[], path = '/api/db/config_analysis_items') =>
  urls.findLast(({ pathname }) => pathname === path)?.searchParams
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('lists insights from the server, newest first, with all their columns [ROUTE-28 CALL-34]', async () => {
  const { urls } = open()
  const first = await row(/^checkout is killed/)
  expect(first.getAttribute('aria-label')).toBe(
    'checkout is killed for want of memory, checkout, critical, availability, open, container-oom-killed'
  )
  for (const words of ['checkout', 'Availability', 'Critical', 'Open'])
    expect(within(first).getByText(words)).toBeTruthy()
  expect(await row(/^A library.*technical debt, resolved/)).toBeTruthy()
  expect(await row(/^out-of-labels$/)).toBeTruthy()
  expect(Object.fromEntries(lastOf(urls) ?? [])).toMatchObject({
    limit: '50',
    offset: '0',
    order: 'first_observed.desc,id.asc',
  })
  expect(lastOf(urls)?.get('select')).toMatch(/config:configs\(id,name,type,config_class\)$/)
})

test('sends search, filters, time range, order and page of the URL to the server', async () => {
  const { urls } = open(
    `?query=memory+128&severity=critical,high&status=closed:-1&type=cost&analyzer=a&configType=Kubernetes::Pod&config=${CHECKOUT}` +
      '&range=now-7d&rangeType=relative&timeRange=x&sortBy=last_observed&sortOrder=desc&pageIndex=1'
  )
  await waitFor(() => expect(lastOf(urls)).toBeTruthy())
  const asked = lastOf(urls)
  expect(asked?.getAll('or')).toEqual([
    '(summary.ilike."*memory*",message.ilike."*memory*",analyzer.ilike."*memory*")',
    '(summary.ilike."*128*",message.ilike."*128*",analyzer.ilike."*128*")',
    '(status.is.null,status.not.in.(closed))',
  ])
  expect(asked?.get('severity')).toBe('in.(critical,high)')
  expect(asked?.get('analysis_type')).toBe('in.(cost)')
  expect(asked?.get('config_type')).toBe('in.("Kubernetes::Pod")')
  expect(asked?.get('config_id')).toBe(`in.(${CHECKOUT})`)
  expect(asked?.get('order')).toBe('last_observed.desc.nullslast,id.asc')
  expect(asked?.get('offset')).toBe('50')
  expect(asked?.get('first_observed')).toMatch(/^gte\.\d{4}-/)
})

test('filter values come from the lookups and from the row under the cursor [CAT-14 CALL-30]', async () => {
  open()
  ;(await row(/^A library/)).focus()
  await userEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  const list = await screen.findByRole('listbox')
  await within(list).findByRole('option', { name: 'Analyzer: container-oom-killed' })
  const options = within(list)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(options.slice(0, 3)).toEqual(['Severity: Low', 'Status: Resolved', 'Type: Technical debt'])
  expect(options.filter((one) => one?.startsWith('Severity'))).toEqual(
    ['Low', 'Critical', 'High', 'Medium', 'Info'].map((one) => `Severity: ${one}`)
  )
  expect(options).toContain('Config: checkout')
})

test('shows the name of an item in the URL', async () => {
  open(`?config=${CHECKOUT}`)
  await row(/^checkout is killed/)
  expect(await screen.findByRole('button', { name: /^Config: checkout/ })).toBeTruthy()
})

test('the detail has a URL, all facts, and the message as text [CAT-13 CALL-33]', async () => {
  const { urls } = open(`?insightId=${OOM}`)
  expect(await screen.findByRole('heading', { level: 2, name: oom.summary })).toBeTruthy()
  const message = await screen.findByRole('region', { name: 'Message' })
  expect([...message.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
    'Container checkout reached 128Mi.',
    'See here or there (docs.example).',
  ])
  expect(message.querySelector('img')).toBeNull()
  const links = within(message).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
    ['there', 'https://docs.example/oom', 'noopener noreferrer'],
  ])
  expect(['Catalog', 'Config type', 'Type', 'Analyzer', 'Source'].map(fact)).toEqual([
    'checkout',
    'Kubernetes::Deployment',
    'Availability',
    'container-oom-killed',
    'Kubernetes',
  ])
  expect(['First observed', 'Last observed'].every((name) => fact(name)?.endsWith('ago'))).toBe(true)
  expect(screen.getByRole('link', { name: 'checkout' }).getAttribute('href')).toBe(`/catalog/${CHECKOUT}`)
  const analysis = await screen.findByRole('textbox', { name: `Analysis of ${oom.summary}` })
  expect(analysis.innerText.trim()).toBe('limit: 128Mi\nused: 128Mi')
  expect(lastOf(urls, '/api/db/config_analysis')?.get('id')).toBe(`eq.${OOM}`)
})

test('Enter opens an insight next to the list', async () => {
  open('', (path, url) =>
    path === '/api/db/config_analysis' && url.includes(HOLE ?? '')
      ? listResponse([{ ...whole, ...hole, analysis: null, message: null }])
      : undefined
  )
  ;(await row(/^A library/)).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(`?insightId=${HOLE}&detail=beside`))
  expect(await screen.findByText('The analyzer provided no details beyond the message.')).toBeTruthy()
})

test('shows a notice for an unknown insight', async () => {
  open(`?insightId=${OOM}`, (path) => (path.startsWith('/api/db/config_analysis') ? listResponse([]) : undefined))
  expect(await screen.findByText('Insight not found')).toBeTruthy()
})

test('shows an error when loading fails, and an empty state without a match', async () => {
  open('', (path) =>
    path === '/api/db/config_analysis_items' ? listResponse({ message: 'being moved' }, 403) : undefined
  )
  expect(await screen.findByText('being moved')).toBeTruthy()
  expect(screen.getByText('Could not load insights')).toBeTruthy()
})

test('the empty state explains the origin of insights', async () => {
  open('', (path) => (path === '/api/db/config_analysis_items' ? listResponse([]) : undefined))
  expect(await screen.findByText('No insights yet')).toBeTruthy()
})
