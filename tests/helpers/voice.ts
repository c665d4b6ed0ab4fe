import type { Locator, Page } from 'playwright/test'

/**
 * The newest line that the console says of those with this text. Lines stay for ten seconds, several at a time. What is said
 * in one moment is one line: where checks change by themselves, an outcome may come after such a change.
 */
export const heard = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('log').locator('p').filter({ hasText: text }).last()

/** Text on the page, as opposed to what is spoken: some of it is both. */
export const shown = (page: Page, text: string | RegExp, options?: { exact?: boolean }): Locator =>
  page.getByText(text, options).and(page.locator(':not([id^="voice-"], [id^="voice-"] *)'))
