import type { Page } from 'playwright/test'

/** Presses keys and counts them. */
export function counter(page: Page) {
  let pressed = 0
  return {
    async press(...keys: string[]) {
      for (const key of keys) {
        pressed++
        await page.keyboard.press(key)
      }
    },
    keys: () => pressed,
  }
}
