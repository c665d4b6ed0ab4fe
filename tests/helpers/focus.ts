import type { CDPSession, Page } from 'playwright/test'

/**
 * Checks the current focus: it must be set, visible, uncovered, and have a role and name. @returns the problem
 * @param mayBeScrolled the page may have been scrolled since the focus was set, moving the element out of view
 */
export async function findFocusProblem(
  page: Page,
  cdp: CDPSession,
  mayBeScrolled = false
): Promise<string | undefined> {
  let fault = await faultNow(page, cdp, mayBeScrolled)
  // A dialog hides the page a moment before it takes focus, which no user can notice.
  for (let again = 0; fault && again < 20; again++) fault = await faultNow(page, cdp, mayBeScrolled)
  return fault
}

/** Describes the focused element, for messages. */
export const describeFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return `${element?.tagName.toLowerCase()} “${(element?.getAttribute('aria-label') ?? element?.textContent ?? '').slice(0, 40)}”`
  })

/** Whether the focused element is in a dialog or menu, which returns the focus when it closes. */
export const isFocusInOverlay = (page: Page): Promise<boolean> =>
  page.evaluate(() => Boolean(document.activeElement?.closest('[role=dialog], [role=alertdialog], [role=menu]')))

/** Presses a key. If Tab leaves the document for the browser's controls, it is pressed again to come back. */
export async function pressInside(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  if (key.endsWith('Tab') && (await page.evaluate(hasLeft))) await page.keyboard.press(key)
}

/** Whether focus is outside the document: if it is on the body, it may still be changing. */
async function hasLeft(): Promise<boolean> {
  // Sent to the page, so it cannot use outer variables.
  // oxlint-disable-next-line unicorn/consistent-function-scoping
  const isUnsure = () => document.hasFocus() && document.activeElement === document.body
  for (let waited = 0; waited < 10 && isUnsure(); waited++)
    await new Promise((resolve) => requestAnimationFrame(resolve))
  return !document.hasFocus()
}

async function faultNow(page: Page, cdp: CDPSession, hasScrolled: boolean): Promise<string | undefined> {
  const fault = await page.evaluate(async (mayBeScrolled) => {
    // Sent to the page, so it cannot use outer variables.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // A closing dialog returns focus in the next frame, the focus guard within two more, and a lazy dialog takes longer
    // on a busy machine.
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
    let isScrolledAway = false
    for (let around = element.parentElement; around; around = around.parentElement) {
      const { top, bottom, left, right } = around.getBoundingClientRect()
      const isScroller = getComputedStyle(around).overflowY !== 'visible'
      isScrolledAway ||= isScroller && (y < top || y > bottom || x < left || x > right)
    }
    if (!isInside || isScrolledAway) return mayBeScrolled ? undefined : `${what} is out of sight`
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
