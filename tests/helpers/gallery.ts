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

/**
 * Visits the pages of the gallery in order. `visit` is called with the widget and its state once the page is complete;
 * the page with all states of a widget has no state.
 * @param part the index and number of parts: each widget belongs to one of them
 * @returns the visited widgets
 */
export async function everyExhibit(
  page: Page,
  url: string,
  { part, of }: { part: number; of: number },
  visit: (widget: string, state: string | undefined) => Promise<void>
): Promise<string[]> {
  const rest = await watchUntilIdle(page)
  const go = async (to: string) => {
    await page.goto(to)
    await page.getByRole('heading', { level: 1, includeHidden: true }).waitFor({ state: 'attached' })
    await rest()
  }
  /** The names of pages below an address that the current page links to; an exhibit may have links of its own. */
  const linked = async (below: string) => {
    const all = await page
      .locator('main li > a')
      .evaluateAll((found) => found.map((one) => (one as HTMLAnchorElement).href))
    return all.filter((href) => href.startsWith(`${below}/`)).map((href) => href.slice(below.length + 1))
  }
  await go(url)
  const widgets = (await linked(url)).filter((_, index) => index % of === part)
  expect(widgets.length).toBeGreaterThan(0)
  for (const widget of widgets) {
    await go(`${url}/${widget}`)
    const states = await linked(`${url}/${widget}`)
    await visit(widget, undefined)
    for (const state of states) {
      await go(`${url}/${widget}/${state}`)
      await visit(widget, state)
    }
  }
  return widgets
}
