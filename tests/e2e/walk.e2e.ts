import { type CDPSession, expect, type Page, test } from 'playwright/test'
import { keymap } from '../../src/keymap/keymap'
import { type ConsoleProcess, startConsole, temporaryFolder } from '../helpers/console-process'
import { randomFrom } from '../helpers/random'

// Two thousand keys at random: focus is never lost, never hidden, never nameless, and the page has nothing to complain of.

const SEED = 20_261_121
const STEPS = 2000

let running: ConsoleProcess
const data = temporaryFolder()
test.beforeAll(async () => {
  running = await startConsole(['--data', data.path])
})
test.afterAll(async () => {
  await running.stop()
  data.remove()
})

/** Where nothing else takes them, the browser scrolls with these; whoever scrolls may scroll past what has focus. */
const scrolling = new Set(['Home', 'End', 'PageDown', 'PageUp', ' ', 'Space', 'ArrowDown', 'ArrowUp'])
/** Keys that leave the page or the browser tab: the walk stays inside. */
const leaving = new Set(['$mod+Enter'])
const motions = ['Tab', 'Shift+Tab', 'ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown']
const letters = ['a', 'e', 'n', 'p', ' ', 'Enter', 'Enter', 'Escape', 'Escape', 'Escape', 'Backspace']
const keys = [
  ...keymap.filter(({ keys: one }) => !leaving.has(one)).flatMap(({ keys: one }) => one.split(' ')),
  ...motions,
  ...motions,
  ...letters,
].map((key) => key.replace('$mod', 'Control'))

/** What is wrong with the focus now, or nothing. */
async function faultOfFocus(page: Page, cdp: CDPSession, hasScrolled: boolean): Promise<string | undefined> {
  const fault = await page.evaluate(async (mayBeScrolled) => {
    // It is sent to the page by itself, so it cannot use what stands outside.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A dialog that closes gives focus back in the next frame, the guard repairs within two more, and one that is loaded when
    // it is first shown takes longer on a busy machine.
    for (let waited = 0; waited < 60 && document.activeElement === document.body; waited++) await frame()
    await frame()
    const element = document.activeElement
    if (!element || element === document.body) return 'focus is on body'
    const box = element.getBoundingClientRect()
    const what = `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent).slice(0, 40)}"`
    if (box.width === 0 || box.height === 0) return `${what} is not visible`
    const x = Math.min(Math.max(box.left + Math.min(box.width / 2, 40), 1), innerWidth - 1)
    const y = Math.min(Math.max(box.top + Math.min(box.height / 2, 12), 1), innerHeight - 1)
    const isInside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
    if (!isInside) return mayBeScrolled ? undefined : `${what} is outside the window`
    const [top] = document.elementsFromPoint(x, y)
    const isCovered = top && !element.contains(top) && !top.contains(element)
    return isCovered ? `${what} is covered by ${top.tagName.toLowerCase()}.${top.className}` : undefined
  }, hasScrolled)
  if (fault) return fault
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await cdp.send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  })
  const [node] = nodes
  if (!node?.role?.value || node.role.value === 'generic') return `${result.description} has no role`
  return node.name?.value ? undefined : `${result.description}, a ${String(node.role.value)}, has no name`
}

const nameOfFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return `${element?.tagName.toLowerCase()} “${(element?.getAttribute('aria-label') ?? element?.textContent ?? '').slice(0, 40)}”`
  })

test('focus survives two thousand keys, and what has it has a name [CMD-17 CMD-18]', async ({ page }) => {
  test.setTimeout(600_000)
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(`${running.url}/health`)
  await expect(page.getByRole('row').nth(3)).toBeVisible()
  const cdp = await page.context().newCDPSession(page)
  const random = randomFrom(SEED)
  const pressed: string[] = []
  let before = ''
  let hasScrolled = false
  await page.keyboard.press('j')
  for (let step = 0; step < STEPS; step++) {
    const key = random.pick(keys)
    await page.keyboard.press(key)
    // Tab may leave the document for the browser's own controls; the next one comes back.
    if (key.endsWith('Tab') && !(await page.evaluate(() => document.hasFocus()))) await page.keyboard.press(key)
    // What was scrolled out of sight stays there until focus moves.
    const focus = await nameOfFocus(page)
    hasScrolled = focus === before && (hasScrolled || scrolling.has(key))
    before = focus
    // Between a dialog's two halves, hiding the page and taking focus, lies a moment that nobody can meet.
    let fault = await faultOfFocus(page, cdp, hasScrolled)
    for (let again = 0; fault && again < 20; again++) fault = await faultOfFocus(page, cdp, hasScrolled)
    pressed.push(`${key} → ${await nameOfFocus(page)}`)
    const after = `step ${step}, after\n${pressed.slice(-12).join('\n')}\nat ${page.url()}`
    expect(fault, after).toBeUndefined()
    expect(problems, after).toEqual([])
  }
})
