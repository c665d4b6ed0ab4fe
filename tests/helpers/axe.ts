import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose answer changes with the colours, or with the room that there is, while the page stays the same. */
const rulesAbout = {
  colours: ['color-contrast', 'link-in-text-block'],
  room: ['scrollable-region-focusable'],
}

/**
 * What axe finds wrong with a page as it stands: a line for each rule, with the elements.
 *
 * It runs in the page itself: what its package for Playwright adds are frames of other origins, at eight ninths of the
 * time. There are no frames here.
 * @param about which rules; all by default
 */
export async function faultsOf(page: Page, about?: keyof typeof rulesAbout): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe looks at the page only, and there are frames in it')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (only) => {
    // What fades in has another contrast until it is there; what never ends is not waited for.
    const ending = document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      ...(only
        ? { runOnly: { type: 'rule', values: only } }
        : // It takes all that is written in an option or a menu item for its label: the keys and the area beside it, too.
          { rules: { 'label-content-name-mismatch': { enabled: false } } }),
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, about && rulesAbout[about])
}

/** How a page may be coloured. Nothing but style sheets asks for it, so it is changed while a page stands. */
export const looks = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

declare global {
  var axe: typeof import('axe-core')
}
