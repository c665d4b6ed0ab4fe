import type { Locator, Page } from 'playwright/test'

/** The newest line that the console says of those with this text. Lines stay for ten seconds, several at a time. */
export const heard = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('log').locator('p').filter({ hasText: text }).last()
