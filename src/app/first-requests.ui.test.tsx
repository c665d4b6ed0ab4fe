import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkNamed } from '../../tests/helpers/checks'
import { deferred } from '../../tests/helpers/deferred'
import { json, openHealth, SUMMARY } from '../../tests/helpers/health-page'

const CONFIG = '/console-config.json'
const PROPERTIES = '/api/properties'
const WHOAMI = '/api/auth/whoami'
const checks = [checkNamed('api', { id: '01990000-0000-7000-8000-000000000001', status: 'unhealthy' })]
const config = (rest: object) => json({ version: '1', backend: 'embedded', signIn: 'none', ...rest })

test.each([
  ['/health', 'Health', [CONFIG, WHOAMI, PROPERTIES, SUMMARY]],
  ['/', 'Health', [CONFIG, WHOAMI, PROPERTIES, SUMMARY]],
  ['/view/health', 'Health', [CONFIG, PROPERTIES, SUMMARY]],
  ['/settings/feature-flags', 'Feature flags', [CONFIG, WHOAMI, PROPERTIES]],
])('%s asks for all at once and for each thing once, even if its page comes after its data', async (at, name, all) => {
  const released = deferred()
  const { asked } = openHealth(at, checks, async ({ path }) => void (path === PROPERTIES && (await released.promise)))
  await expect.poll(() => asked().map(({ path }) => path)).toEqual(all)
  await expect.element(page.getByText('Loading which features there are…')).toBeInTheDocument()
  released.resolve()
  await expect.element(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect.element(page.getByRole(name === 'Health' ? 'row' : 'heading').first()).toBeVisible()
  const again = asked()
    .slice(all.length)
    .filter(({ path }) => all.includes(path))
  expect(again).toEqual([])
})

test('a deployment for health alone asks for the same at once', async () => {
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

test('before it is known who signs people in, nothing else is asked for', async () => {
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

test('a list that could not be had ahead is asked for by its page, which says what is wrong', async () => {
  const { askedFor } = openHealth('/health', checks, ({ path }) =>
    path === SUMMARY ? json({ error: 'The database is starting.' }, 503) : undefined
  )
  await expect.element(page.getByText('The database is starting.')).toBeVisible()
  expect(askedFor(SUMMARY).length).toBeLessThanOrEqual(2)
  expect(page.getByRole('alert').elements()).toEqual([])
})
