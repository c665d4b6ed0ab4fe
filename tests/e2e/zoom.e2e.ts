import type { Page } from 'playwright/test'
import { countRowsWithRoom, measureFocusShare, measureOverflow, resize } from '../helpers/page-layout'
import { expect, test, visit } from '../helpers/shared-page'

/** Percent. Half a pixel, which fractional scroll positions can hide, is 2 percent of a row of logs. */
const LEAST_SHARE = 98

// A list stays usable in a low window, such as a small one with a zoom of 400 percent: the page scrolls, the grid has
// room for three rows, and the focused row is scrolled into view.

const SIZES = [
  { width: 320, height: 256 },
  { width: 360, height: 225 },
  { width: 427, height: 341 },
  { width: 640, height: 360 },
]

const CHECKOUT = '5a000020-0000-4000-8000-000000000105'
/** Every list page, and views that have a layout of their own. */
const LISTS: Readonly<Record<string, string>> = {
  health: '/health',
  catalog: '/catalog',
  changes: '/catalog/changes',
  insights: '/catalog/insights',
  incidents: '/incidents',
  triage: '/triage',
  logs: '/logs?topologyId=5a000011-0000-4000-8000-000000000015',
  playbooks: '/playbooks',
  runs: '/playbooks/runs',
  notifications: '/notifications',
  timeline: `/timeline?of=config:${CHECKOUT}`,
  jobs: '/settings/jobs',
  people: '/settings/users',
  'changes of a config item': `/catalog/${CHECKOUT}/changes`,
}
const CARDS: Readonly<Record<string, string>> = { 'the dashboard': '/topology' }
const GRAPHS: Readonly<Record<string, string>> = {
  'the graph of the dashboard': '/topology?layout=picture',
  'the graph of a config item': `/catalog/${CHECKOUT}/relationships?direction=all&layout=graph`,
}

const item = '[data-row], [data-node]'

/** Presses a key that moves the cursor to a row or a node. */
async function move(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await expect(page.locator(`:is(${item}):focus`)).toHaveCount(1)
}

for (const [name, path] of Object.entries({ ...LISTS, ...CARDS, ...GRAPHS }))
  test(`shows the whole focused row in a low window: ${name} [CMD-21]`, async ({ shared: page }) => {
    // A card may be higher than the window, but not the second one of the dashboard.
    const moves = name in CARDS ? [['k', 'j']] : [['j'], ['End'], ['Home']]
    for (const [at, size] of SIZES.entries()) {
      await resize(page, size)
      if (at === 0) {
        await visit(page, path)
        await expect(page.locator(item).first()).toBeAttached()
        await move(page, 'j')
      }
      const where = `${size.width} × ${size.height}`
      for (const keys of moves)
        // Content above the rows may load late and move them, so the keys are pressed again.
        await expect(async () => {
          for (const key of keys) await move(page, key)
          expect(await measureFocusShare(page), `${where}, ${keys.join(' ')}`).toBeGreaterThanOrEqual(LEAST_SHARE)
        }).toPass({ timeout: 20_000 })
      expect(await measureOverflow(page), where).toBeLessThanOrEqual(0)
      if (name in LISTS) expect(await countRowsWithRoom(page), where).toBeGreaterThanOrEqual(3)
    }
    await page.setViewportSize({ width: 1280, height: 720 })
  })
