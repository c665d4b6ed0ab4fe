import { expect, type Locator, type Page, test } from 'playwright/test'
import { faultsOf, looks } from '../helpers/axe'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'

// Every state × theme × width: axe finds nothing, and nothing scrolls sideways.

let running: ConsoleProcess
let gateway: ConsoleProcess
const data = temporaryFolder()

test.beforeAll(async () => {
  running = await startConsole(['--data', data.path])
  gateway = await startConsole(['--backend', 'http://127.0.0.1:9'])
})
test.afterAll(async () => {
  await running.stop()
  await gateway.stop()
  data.remove()
})

const list = async (page: Page) => {
  await page.goto(`${running.url}/health`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
}
const isWide = (page: Page) => (page.viewportSize()?.width ?? 0) >= 1024
const health = (search: string, shows: (page: Page) => Locator) => async (page: Page) => {
  await page.goto(`${running.url}/health?${search}`)
  await expect(shows(page).first()).toBeVisible()
}
const anyRow = (page: Page) => page.locator('main [data-row]')
const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { name })
const states: Record<string, (page: Page) => Promise<void>> = {
  full: list,
  'with what passes': health('hidePassing=no', anyRow),
  'without groups': health('hidePassing=no&groupBy=none', anyRow),
  cards: health('hidePassing=no&layout=card', anyRow),
  'a pivot': health('hidePassing=no&pivotBy=type', anyRow),
  'nothing fails': health('query=homepage', heading(/passes?$/)),
  'nothing matches': health('query=zzzzqqq', heading('No check matches')),
  'labels that are filtered by': health('hidePassing=no&labels={"kind:port":-1}', anyRow),
  'filters over the list': async (page) => {
    await list(page)
    await page.getByRole('button', { name: /^Filters/ }).press('Enter')
    await expect(page.getByRole('switch', { name: 'Hide Passing' })).toBeVisible({ visible: !isWide(page) })
  },
  'the public page': async (page) => {
    await page.goto(`${running.url}/view/health?hidePassing=no`)
    await expect(anyRow(page).first()).toBeVisible()
  },
  'a detail': async (page) => {
    await list(page)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeFocused()
  },
  'the palette': async (page) => {
    await list(page)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox')).toBeFocused()
  },
  'the palette with results': async (page) => {
    await list(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('pay')
    await expect(page.getByRole('option').first()).toBeVisible()
  },
  'the palette with nothing': async (page) => {
    await list(page)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('zzzzqqq')
    await expect(page.getByText(/No options found/)).toBeVisible()
  },
  shortcuts: async (page) => {
    await list(page)
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  messages: async (page) => {
    await list(page)
    await page.keyboard.press('Shift+M')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  failing: async (page) => {
    await page.route('**/api/canary/api/summary', (route) => route.fulfill({ status: 500, body: 'no' }))
    await page.goto(`${running.url}/health`)
    await expect(page.getByText('Could not load the checks')).toBeVisible({ timeout: 15_000 })
    await page.unroute('**/api/canary/api/summary')
  },
  'nothing known of what is on': async (page) => {
    await page.goto(`${gateway.url}/view/health`)
    await expect(page.getByRole('heading', { name: 'Could not start' })).toBeVisible({ timeout: 15_000 })
  },
  'nobody knows who is signed in': async (page) => {
    await page.goto(`${gateway.url}/health`)
    await expect(page.getByText('Could not find out who is signed in')).toBeVisible()
  },
  'not found': async (page) => {
    await page.goto(`${running.url}/nowhere`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
}

for (const width of [1440, 1024, 320]) {
  test(`axe finds nothing in any colours: ${width} px [CMD-15]`, async ({ browser }) => {
    test.setTimeout(240_000)
    const context = await browser.newContext({ viewport: { width, height: 800 } })
    const page = await context.newPage()
    for (const [state, reach] of Object.entries(states)) {
      await reach(page)
      for (const [look, media] of Object.entries(looks)) {
        await page.emulateMedia(media)
        expect(await faultsOf(page), `${state}, ${look}`).toEqual([])
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(overflow, `${state}, ${look}, scrolls sideways`).toBeLessThanOrEqual(0)
      }
    }
    await context.close()
  })
}
