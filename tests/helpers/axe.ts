import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules whose result depends on the colours or the available space of the same page. */
const rulesAbout = {
  colours: ['color-contrast', 'color-contrast-enhanced', 'link-in-text-block'],
  room: ['scrollable-region-focusable'],
}

/**
 * The violations that axe finds on a page: one line per rule, with the elements. Text under 14 px needs a contrast of 7:1,
 * larger text 4.5:1.
 *
 * Runs directly in the page: the axe package for Playwright only adds frames of other origins, which are not used here,
 * and takes nine times as long.
 * @param about the rules to check; default: all
 */
export async function findAxeViolations(page: Page, about?: keyof typeof rulesAbout): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe examines only the page, but the page contains frames')
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  return page.evaluate(async (only) => {
    // Fading elements have another contrast until the animation ends; endless animations are not awaited. Chromium may
    // never settle `finished` of a transition that a change of the colour settings cancels, so frames are counted.
    // oxlint-disable unicorn/consistent-function-scoping
    const isEnding = ({ playState, effect }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    // React Aria hides a new dialog for up to 600 ms after the window has changed its height, as by an on-screen keyboard.
    const isHidden = (one: Element) => !one.checkVisibility({ opacityProperty: true })
    // oxlint-enable unicorn/consistent-function-scoping
    const isMoving = () =>
      document.getAnimations().some(isEnding) ||
      [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some(isHidden)
    for (let frames = 0; frames < 300 && isMoving(); frames++)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    const { violations } = await globalThis.axe.run(document, {
      resultTypes: ['violations'],
      ...(only
        ? { runOnly: { type: 'rule', values: only } }
        : // axe counts all text of an option or menu item as its label, including the shortcut and area.
          {
            rules: { 'label-content-name-mismatch': { enabled: false }, 'color-contrast-enhanced': { enabled: true } },
          }),
    })
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const isSmall = ({ any }: (typeof violations)[number]['nodes'][number]) =>
      Number(/([\d.]+)px/.exec(String(any[0]?.data?.fontSize))?.[1]) < 14
    return violations
      .map(({ id, nodes }) => ({ id, nodes: id === 'color-contrast-enhanced' ? nodes.filter(isSmall) : nodes }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
  }, about && rulesAbout[about])
}

/** Colour settings of a page. Only style sheets use them, so they can change while a page is open. */
export const colourSettings = {
  light: { colorScheme: 'light', forcedColors: 'none' },
  dark: { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

declare global {
  var axe: typeof import('axe-core')
}
