import { keymap } from '../helpers/load-vite-modules'
import { expect, test } from '../helpers/console'
import { findFocusProblem, isFocusInOverlay, describeFocus, pressInside } from '../helpers/focus'
import { createRandom } from '../../src/shared/random'
import { states } from './states/all'

// Random keys from states of all screens: focus is never lost, hidden or nameless, and the page logs no errors.
// `WALK_STEPS=2000 npx playwright test walk` takes more steps than a normal run.

const SEED = 20_261_121
const STEPS = Number(process.env['WALK_STEPS'] ?? 300)
/** Number of keys before the walk continues from another state. */
const STEPS_IN_A_STATE = 100

/** Keys that scroll if they are not handled. Scrolling may move past the focused element. */
const scrolling = new Set(['Home', 'End', 'PageDown', 'PageUp', ' ', 'Space', 'ArrowDown', 'ArrowUp'])
/** Keys that leave the page or the browser tab, which the walk must not press. */
const leaving = new Set(['$mod+Enter'])
const motions = ['Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown']
const letters = ['a', 'e', 'n', 'p', ' ', 'Enter', 'Enter', 'Escape', 'Escape', 'Escape', 'Backspace']
const keys = [
  ...keymap.filter(({ keys: one }) => !leaving.has(one)).flatMap(({ keys: one }) => one.split(' ')),
  ...motions,
  ...motions,
  ...letters,
].map((key) => key.replace('$mod', 'Control'))

const walked = states.filter(({ fails }) => !fails)

test('focus survives random keys and stays on an element with a name [CMD-17 CMD-18]', async ({ page, running }) => {
  test.setTimeout(60_000 + STEPS * 1000)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  const cdp = await page.context().newCDPSession(page)
  const random = createRandom(SEED)
  const pressed: string[] = []
  let before = ''
  /** An element scrolled out of view stays hidden until focus moves on. Closing a dialog restores it. */
  const scrolledPast = new Set<string>()
  for (let step = 0; step < STEPS; step++) {
    if (step % STEPS_IN_A_STATE === 0) {
      const { name, reach } = random.pick(walked)
      await reach(page, { sample: running.url, withoutBackend: '' })
      await page.keyboard.press('Tab')
      pressed.push(name)
    }
    const key = random.pick(keys)
    await pressInside(page, key)
    const focus = await describeFocus(page)
    if (focus === before && scrolling.has(key)) scrolledPast.add(focus)
    else if (!scrolledPast.has(focus) && !(await isFocusInOverlay(page))) scrolledPast.clear()
    before = focus
    const fault = await findFocusProblem(page, cdp, scrolledPast.has(focus))
    pressed.push(`${key} → ${await describeFocus(page)}`)
    const after = `step ${step}, after\n${pressed.slice(-12).join('\n')}\nat ${page.url()}`
    expect(fault, after).toBeUndefined()
    expect(problems, after).toEqual([])
  }
})
