import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkNamed } from '../../../../tests/helpers/checks'
import { type Asked, json, openHealth } from '../../../../tests/helpers/health-page'

const ORDERS = '01990000-0000-7000-8000-000000000001'
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()

/** A check with these runs, newest first, ten seconds apart. */
function open(results: readonly (string | null)[], more = '', check: object = {}) {
  const checks = [
    checkNamed('orders', {
      id: ORDERS,
      status: 'unhealthy',
      last_runtime: ago(2),
      last_transition_time: ago(22 * 60),
      ...check,
    }),
  ]
  const runs = results.map((error, at) => ({
    time: ago(2 + at * 10),
    status: error === null,
    duration: 30,
    message: null,
    error,
  }))
  return openHealth(`/health?checkId=${ORDERS}${more}`, checks, ({ path, search }: Asked) => {
    if (path !== '/api/db/check_statuses') return undefined
    const query = new URLSearchParams(search)
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    const response = json(runs.slice(offset, offset + limit))
    response.headers.set('Content-Range', `${offset}-${offset + limit - 1}/${runs.length}`)
    return response
  })
}

const state = page.getByRole('figure', { name: 'State' })
const failures = ['response code 503, expected 200', 'response code 503, expected 200']
const boxOf = (element: Element) => element.getBoundingClientRect()

test('what failed, since when and why is seen on the smallest window without scrolling, before any figure', async () => {
  await page.viewport(320, 568)
  open(failures)
  await expect.element(state).toHaveTextContent(/^Failing since .*\d\d:\d\d \S+, 22mresponse code 503, expected 200/)
  const pane = page.getByRole('region', { name: 'orders', exact: true })
  const [body, footer] = [
    page.getByRole('group', { name: 'Details' }).element(),
    pane.element().querySelector('footer'),
  ]
  if (!footer) throw new Error('no footer')
  expect(body.scrollTop).toBe(0)
  expect(boxOf(state.element()).top).toBeGreaterThanOrEqual(boxOf(body).top)
  expect(boxOf(state.element()).bottom).toBeLessThanOrEqual(boxOf(footer).top)
  for (const name of ['Uptime', 'Severity', 'Type'])
    expect(boxOf(state.element()).bottom).toBeLessThanOrEqual(
      boxOf(pane.getByText(name, { exact: true }).element()).top
    )
  const buttons = [...footer.querySelectorAll('button')].map(boxOf)
  expect(buttons).toHaveLength(3)
  expect(new Set(buttons.map(({ top }) => Math.round(top))).size).toBe(1)
  expect(footer.scrollWidth).toBe(320)
})

test('the heading is heard with the state, since when, and the message', async () => {
  open(failures)
  await expect
    .element(page.getByRole('heading', { name: 'orders' }))
    .toHaveAttribute('aria-description', expect.stringMatching(/^Failing since .*\d\d:\d\d \S+: response code 503/))
})

test('a check that does not run is not called unhealthy', async () => {
  open([], '', { status: 'unknown', last_runtime: null, last_transition_time: null })
  await expect.element(state).toHaveTextContent('Never run')
  await expect.element(state).not.toHaveTextContent(/fail|unhealthy/i)
})
