import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createCheck } from '../../tests/helpers/checks'
import { deferred } from '../lib/deferred'
import { healthResponse, openHealth, SUMMARY } from '../../tests/helpers/health-page'
import { createQueryClient } from '../api/client'
import { IDENTITY_PATH } from '../api/sign-in/session'
import { firstRequests } from '../shared/first-requests'
import { idleQueue } from '../ui/prefetch-queue'
import { prefetchPage } from './first-requests'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const CONFIG = '/console-config.json'
const PROPERTIES = '/api/properties'
const WHOAMI = '/api/auth/whoami'
const checks = [createCheck('api', { id: '01990000-0000-7000-8000-000000000001', status: 'unhealthy' })]
const config = (rest: object) => healthResponse({ version: '1', backend: 'embedded', signIn: 'none', ...rest })

test.each([
  ['/health', 'Health', [CONFIG, WHOAMI, PROPERTIES, SUMMARY]],
  ['/', 'Dashboard', [CONFIG, WHOAMI, PROPERTIES]],
  ['/view/health', 'Health', [CONFIG, PROPERTIES, SUMMARY]],
  ['/settings/feature-flags', 'Feature flags', [CONFIG, WHOAMI, PROPERTIES]],
])('%s sends its first requests immediately and only once, even if the data arrives first', async (at, name, all) => {
  const released = deferred()
  const { asked } = openHealth(at, checks, async ({ path }) => void (path === PROPERTIES && (await released.promise)))
  await expect.poll(() => asked().map(({ path }) => path)).toEqual(all)
  await expect.element(page.getByText('Loading features…')).toBeInTheDocument()
  released.resolve()
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.element(page.getByRole(name === 'Health' ? 'row' : 'heading').first()).toBeVisible()
  const again = asked()
    .slice(all.length)
    .filter(({ path }) => all.includes(path))
  expect(again).toEqual([])
})

test.each([
  ['/catalog?query=api&pageSize=25&sortBy=name', '/api/db/configs', 'limit=25'],
  ['/catalog/changes', '/api/catalog/changes', ''],
  ['/catalog/insights?status=open:1', '/api/db/config_analysis_items', 'open'],
])('%s requests its rows once, before it renders, and the values of filters afterwards', async (at, path, part) => {
  const released = deferred()
  const { asked, askedFor } = openHealth(at, [], async (one) => {
    if (one.path === PROPERTIES) await released.promise
    return one.path === '/api/catalog/changes' ? healthResponse({ total: 0 }) : undefined
  })
  await expect.poll(() => asked().at(-1)?.path).toBe(path)
  expect(asked().at(-1)?.search).toContain(part)
  expect(page.getByRole('grid').elements()).toEqual([])
  expect(
    asked()
      .map((one) => one.path)
      .toSorted()
  ).toEqual([CONFIG, PROPERTIES, WHOAMI, path].toSorted())
  released.resolve()
  await expect.poll(() => asked().some((one) => one.path === '/api/db/config_types')).toBe(true)
  expect(askedFor(path)).toHaveLength(1)
})

test('a deployment with only the health page sends the same first requests', async () => {
  const { asked } = openHealth('/health', checks, ({ path }) =>
    path === CONFIG ? config({ only: 'health' }) : undefined
  )
  await expect.element(page.getByRole('row', { name: /^api/ })).toBeVisible()
  expect(
    asked()
      .slice(0, 4)
      .map(({ path }) => path)
  ).toEqual([CONFIG, WHOAMI, PROPERTIES, SUMMARY])
})

test('shows a notice on every page if the console runs no checks', async () => {
  openHealth('/health', checks, ({ path }) => (path === CONFIG ? config({ noChecks: true }) : undefined))
  const notice = page.getByRole('region', { name: 'Notice' })
  await expect
    .element(notice)
    .toHaveTextContent('Checks, playbooks and jobs are paused: the console was started with --no-checks.')
})

test('shows on every page that the disk of the server is full', async () => {
  const headers = new Headers({ 'X-Console-Disk-Full': 'true' })
  vi.spyOn(Response.prototype, 'headers', 'get').mockReturnValue(headers)
  openHealth('/health', checks)
  const notice = page.getByRole('region', { name: 'Notice' })
  await expect.element(notice).toHaveTextContent('The disk of the server is full. Changes may not be saved.')
})

test('requests only the configuration until the sign-in method is known', async () => {
  const known = deferred()
  const { asked } = openHealth('/health', checks, async ({ path }) => void (path === CONFIG && (await known.promise)))
  await expect.poll(() => asked().length).toBe(1)
  known.resolve()
  await expect.element(page.getByRole('row', { name: /^api/ })).toBeVisible()
  expect(
    asked()
      .slice(1, 4)
      .map(({ path }) => path)
  ).toEqual([WHOAMI, PROPERTIES, SUMMARY])
})

/** Pages whose code sends no further requests when it loads. */
const PAGES = ['/health', '/settings/users', '/settings/outbox', '/view/health', '/view/elsewhere', '/login', '/error']

/**
 * Requests that the server does not list: the page already contains one, and the response of the other must not be
 * cached.
 */
const unlisted = new Set([CONFIG, `${IDENTITY_PATH}/sessions/whoami`])

test.each(PAGES.flatMap((at) => ['none', 'basic', 'kratos'].map((signIn) => [at, signIn] as const)))(
  '%s with %s sign-in prefetches what the server lists for the page, and nothing else',
  async (at, signIn) => {
    const asked: string[] = []
    vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
      asked.push(String(input))
      return String(input) === CONFIG ? config({ signIn }) : healthResponse([])
    })
    const queries = createQueryClient({ signedOut: () => undefined })
    await prefetchPage(queries, at)
    await expect.poll(() => queries.isFetching()).toBe(0)
    expect(asked.filter((one) => !unlisted.has(one)).toSorted()).toEqual(firstRequests(at).toSorted())
    queries.clear()
  }
)

test('requests a list again and shows the error after its early request failed', async () => {
  const { askedFor } = openHealth('/health', checks, ({ path }) =>
    path === SUMMARY ? healthResponse({ error: 'The database is starting.' }, 503) : undefined
  )
  await expect.element(page.getByText('The database is starting.')).toBeVisible()
  expect(askedFor(SUMMARY).length).toBeLessThanOrEqual(2)
  expect(page.getByRole('alert').elements()).toEqual([])
})

/** A queue without the app's tasks, so that an added task would run first. */
function emptyQueue() {
  const { add } = idleQueue
  vi.spyOn(idleQueue, 'add').mockReturnValue(() => undefined)
  return { add }
}

const renderedRows = async () => document.querySelectorAll('[role="row"]').length

test('prefetches nothing before the first rows render', async () => {
  const queue = emptyQueue()
  const looks = vi.spyOn(window, 'requestIdleCallback')
  const released = deferred()
  openHealth('/health', checks, async ({ path }) => void (path === SUMMARY && (await released.promise)))
  await expect.element(page.getByText('Loading checks…')).toBeInTheDocument()
  const ahead = vi.fn<typeof renderedRows>(renderedRows)
  queue.add(ahead)
  const before = looks.mock.calls.length
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 3)
  expect(ahead).not.toHaveBeenCalled()
  released.resolve()
  await expect.poll(() => ahead.mock.calls.length).toBe(1)
  expect(await ahead.mock.results[0]?.value).toBeGreaterThan(1)
})

test('prefetches nothing while the user types', async () => {
  const queue = emptyQueue()
  const real = window.requestIdleCallback.bind(window)
  let isTyping = true
  const looks = vi.spyOn(window, 'requestIdleCallback').mockImplementation((then) => {
    if (isTyping) window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
    return real(then)
  })
  openHealth('/health', checks)
  await expect.element(page.getByRole('row', { name: /^api/ })).toBeVisible()
  const ahead = vi.fn<typeof renderedRows>(renderedRows)
  queue.add(ahead)
  const before = looks.mock.calls.length
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(before + 3)
  expect(ahead).not.toHaveBeenCalled()
  isTyping = false
  await expect.poll(() => ahead.mock.calls.length).toBe(1)
})
