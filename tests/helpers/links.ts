import type { Page } from 'playwright/test'
import { hasPage } from './load-vite-modules'

const isThere = (path: string) => hasPage(path) || path.startsWith('/dev/gallery') || path.startsWith('/api/')

/** Links of a page to another path of the same origin that does not exist. */
export async function deadLinks(page: Page): Promise<string[]> {
  const drawn = await page
    .locator('a[href]:not([href^="#"])')
    .evaluateAll((links) =>
      links.flatMap((link) =>
        link instanceof HTMLAnchorElement && link.origin === location.origin ? [link.pathname] : []
      )
    )
  return drawn.filter((path) => !isThere(path))
}
