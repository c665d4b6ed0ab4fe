import type { Locator, Page } from 'playwright/test'
import { deferred } from '@/lib/deferred'
import { findCoveredFocus, findLayoutShifts, resize } from '../helpers/page-layout'
import { expect, test, visit } from '../helpers/shared-page'
import { BY_NAME } from './places/health-list'

// Messages move nothing, do not cover the focused element at any width, and do not appear under the pointer.

const CHECKOUT = '/health?checkId=5a000008-0000-4000-8000-000000000008&timeRange=1h'
const RUN = '**/run/check/*'
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const history = (page: Page) => page.getByRole('treegrid', { name: 'History' }).locator('[data-row]').first()
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const checks = (page: Page) => page.getByRole('treegrid', { name: 'Checks' })
/** The list without groups. */
const rows = (page: Page) => page.getByRole('grid', { name: 'Checks' }).locator('[data-row]')
const focusedRow = (page: Page) => rows(page).and(page.locator(':focus'))

const screens: Record<string, readonly [path: string, seen: (page: Page) => Locator]> = {
  'a list': ['/health?hidePassing=no', checks],
  'a detail in full size': [CHECKOUT, history],
  'a detail beside its list': [`${CHECKOUT}&detail=beside`, history],
  relationships: [`${CHECKOUT}&panel=relationships`, (page) => page.getByRole('tabpanel').getByText('Catalog')],
  'a list with pages': ['/settings/outbox', heading],
  'a page that is not there': ['/nowhere', heading],
}
const HEIGHTS: Record<number, number> = { 1440: 900, 1024: 680, 390: 844, 320: 800 }

test('does not cover the focused element with a message, on pages and in dialogs, at any width', async ({
  shared: page,
}) => {
  test.setTimeout(240_000)
  // The key pressed here for its message would repeat the last change of another test.
  await page.reload()
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await resize(page, { width: Number(width), height })
    for (const [name, [path, seen]] of Object.entries(screens)) {
      await visit(page, path)
      await expect(seen(page)).toBeVisible()
      await page.mouse.move(0, 0)
      await page.keyboard.press('.')
      // The pointer keeps the message open.
      await messages(page).hover()
      expect.soft(await findCoveredFocus(messages(page)), `${name}, ${width} px`).toEqual([])
      await page.keyboard.press('Control+,')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect.soft(await findCoveredFocus(messages(page)), `a dialog over ${name}, ${width} px`).toEqual([])
      // Also in a dialog, and while text is typed.
      await page.keyboard.press('F4')
      await expect(messages(page)).toHaveCount(0)
      await page.keyboard.press('Escape')
    }
  }
})

test('shows a message away from the pointer, and keeps the element under it in place', async ({ shared: page }) => {
  for (const [width, height] of Object.entries(HEIGHTS)) {
    await resize(page, { width: Number(width), height })
    await visit(page, CHECKOUT)
    await expect(history(page)).toBeVisible()
    const button = page.getByRole('button', { name: 'Run now' })
    // The playbooks menu loads late and moves the button, unless another test has removed the playbooks.
    await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => undefined)
    // Distinguishes a press without effect, a run that does not end, and a run that is not announced.
    const asked = page.waitForRequest(/run\/check/)
    await button.click()
    await (await asked).response()
    await expect(messages(page)).toContainText('Ran checkout API')
    expect.soft(await findCoveredFocus(messages(page)), `${width} px`).toEqual([])
    const before = await button.boundingBox()
    // Playwright presses only controls that are not covered.
    await button.click({ trial: true, timeout: 1000 })
    expect(before).toEqual(await button.boundingBox())
    await page.keyboard.press('F4')
    await expect(messages(page)).toHaveCount(0)
  }
})

const shows = (page: Page, text: string | RegExp) => expect(messages(page)).toContainText(text)
/** Holds the response to a run until the returned function is called. */
async function holdRun(page: Page, answer: 'continue' | 'fail'): Promise<() => void> {
  const released = deferred<void>()
  await page.route(RUN, async (route) => {
    await released.promise
    await (answer === 'continue'
      ? route.continue()
      : route.fulfill({ status: 500, json: { error: 'connection refused by the database of the checks' } }))
  })
  return () => released.resolve()
}
async function openOverHeldRun(page: Page, answer: 'continue' | 'fail') {
  const release = await holdRun(page, answer)
  await page.keyboard.press('r')
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('dialog')).toBeVisible()
  return release
}

async function silenceCheck(page: Page) {
  await page.keyboard.press('s')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Enter')
  await shows(page, /Silenced/)
}

type Release = (() => void) | void
type Flow = {
  width?: number
  /** Runs before the layout is observed. */
  before?: (page: Page) => Promise<Release>
  run: (page: Page, release: Release) => Promise<unknown>
}

/** Each flow shows a message. */
const flows: Record<string, Flow> = {
  'runs a check': {
    async run(page) {
      await page.keyboard.press('r')
      await shows(page, /Ran /)
    },
  },
  'silences a check': {
    run: silenceCheck,
  },
  'undoes a change': {
    async run(page) {
      await page.keyboard.press('z')
      await shows(page, /are sent again/)
    },
  },
  'fails, and retries by key': {
    async run(page) {
      const release = await holdRun(page, 'fail')
      await page.keyboard.press('r')
      release()
      await shows(page, 'connection refused')
      await page.unroute(RUN)
      await page.keyboard.press('Shift+F4')
      await shows(page, /Ran /)
    },
  },
  'fails under a dialog': {
    before: (page) => openOverHeldRun(page, 'fail'),
    async run(page, release) {
      release?.()
      await shows(page, 'connection refused')
    },
  },
  'succeeds under a dialog': {
    before: (page) => openOverHeldRun(page, 'continue'),
    async run(page, release) {
      release?.()
      await shows(page, /Ran /)
    },
  },
  'dismisses a message': {
    async run(page) {
      await page.keyboard.press('r')
      await shows(page, /Ran /)
      await page
        .getByRole('button', { name: /^Dismiss/ })
        .last()
        .press('Enter')
    },
  },
  'shows two messages': {
    async run(page) {
      await silenceCheck(page)
      await page.keyboard.press('z')
      await shows(page, /are sent again/)
    },
  },
  'runs the last row': {
    async before(page) {
      await page.keyboard.press('Shift+G')
      await expect(focusedRow(page)).toBeInViewport({ ratio: 1 })
    },
    async run(page) {
      await page.keyboard.press('r')
      await shows(page, /Ran /)
    },
  },
  'runs a check on a phone': {
    width: 390,
    async run(page) {
      await page.keyboard.press('r')
      await shows(page, /Ran /)
    },
  },
}
/** The messages, and the top bar, where counts and the age of the data change with the data. */
const FLOATING = 'section[aria-label=Messages], [aria-label="Top bar"]'

test('moves nothing when messages appear and disappear, in ten flows', async ({ shared: page }) => {
  test.setTimeout(120_000)
  expect(Object.keys(flows)).toHaveLength(10)
  for (const [name, { width = 1440, before, run }] of Object.entries(flows)) {
    await resize(page, { width, height: HEIGHTS[width] ?? 0 })
    await visit(page, BY_NAME)
    await page.mouse.move(0, 0)
    await expect(rows(page).first()).toBeVisible()
    await page.keyboard.press('j')
    await expect(focusedRow(page)).toBeVisible()
    const release = await before?.(page)
    // Marks of open incidents arrive after the rows.
    await page.waitForLoadState('networkidle')
    const shifts = await findLayoutShifts(page, FLOATING, async () => {
      await run(page, release)
      if ((await messages(page).count()) > 0) expect.soft(await findCoveredFocus(messages(page)), name).toEqual([])
      while ((await messages(page).count()) > 0) await page.keyboard.press('F4')
    })
    expect.soft(shifts, name).toEqual([])
    await page.unroute(RUN)
  }
})
