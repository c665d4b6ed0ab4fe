import type { Locator, Page } from 'playwright/test'

/**
 * The newest announcement with this text. Announcements remain for ten seconds, several at a time. Simultaneous
 * messages form one announcement: where checks change by themselves, an outcome may follow such a change.
 */
export const heard = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('log').locator('p').filter({ hasText: text }).last()

/** Text on the page, as opposed to announcements; some text is both. */
export const shown = (page: Page, text: string | RegExp, options?: { exact?: boolean }): Locator =>
  page.getByText(text, options).and(page.locator(':not([id^="voice-"], [id^="voice-"] *)'))
