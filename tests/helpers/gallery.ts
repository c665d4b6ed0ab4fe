import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, type Page } from 'playwright/test'
import { build } from 'vite'
import { fingerprint, root } from '../../scripts/lib/tree.mjs'
import { securityHeaders } from '../../server/http/guards'
import { createPageHandler } from './load-vite-modules'
import { watchUntilIdle } from './idle-page'

const folder = join(root, 'dist', 'gallery')

/** Builds the console with its gallery, unless the last build is of the same sources. */
async function buildGallery(): Promise<void> {
  const stamp = `${folder}.built-from`
  const sources = fingerprint(['src', 'dev', 'index.html', 'package-lock.json', 'scripts/lib', 'vite.config.ts'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return
  // Tests and benchmarks use the release build: React for development is several times slower.
  process.env['NODE_ENV'] = 'production'
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'gallery',
    logLevel: 'warn',
    build: { outDir: folder },
  })
  writeFileSync(stamp, sources)
}

/** Serves the gallery like the console, with its headers; `url` is its first page. */
export async function startGallery(): Promise<{ url: string; stop(): void }> {
  await buildGallery()
  const serve = createPageHandler(folder)
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    void serve(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('not listening')
  return {
    url: `http://127.0.0.1:${address.port}/dev/gallery`,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One page of the gallery. */
export type ExhibitPage = {
  widget: string
  /** The state that has this page to itself; undefined on the page of all other states. */
  state: string | undefined
  /** The states that are sections of this page, in order. */
  sections: readonly string[]
}

/**
 * Visits the pages of the gallery in order. The gallery's router leads from one to the next, so that only the first is
 * loaded. `visit` is called once a page is complete.
 * @param part the index and number of parts: each widget belongs to one of them
 */
export async function everyExhibit(
  page: Page,
  url: string,
  { part, of }: { part: number; of: number },
  visit: (exhibit: ExhibitPage) => Promise<void>
): Promise<void> {
  const rest = await watchUntilIdle(page)
  const heading = page.getByRole('heading', { level: 1, includeHidden: true }).first()
  const follow = (to: string) => page.evaluate((path) => history.pushState(null, '', path), to)
  const open = async (to: string) => {
    // Between two pages, so that nothing of the first remains in the second.
    await follow(url)
    await expect(heading).toHaveText('Gallery')
    await follow(to)
    await expect(heading).not.toHaveText('Gallery')
    await rest()
  }
  /** The links of the current page to pages below an address; an exhibit may have links of its own. */
  const linked = async (below: string) => {
    const all = await page
      .locator('main li > a')
      .evaluateAll((found) => found.map((one) => ({ href: (one as HTMLAnchorElement).href, name: one.textContent })))
    return all.filter(({ href }) => href.startsWith(`${below}/`))
  }
  await page.goto(url)
  await expect(heading).toHaveText('Gallery')
  const widgets = (await linked(url)).filter((_, index) => index % of === part)
  expect(widgets.length).toBeGreaterThan(0)
  for (const { href } of widgets) {
    await open(href)
    const widget = href.slice(url.length + 1)
    const states = await linked(href)
    const sections = await page.locator('main > section > h2').allTextContents()
    await visit({ widget, state: undefined, sections })
    for (const { href: own, name: state } of states) {
      await open(own)
      await visit({ widget, state, sections: [] })
    }
  }
}
