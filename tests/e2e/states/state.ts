import type { Page } from 'playwright/test'
import { visit } from '../../helpers/shared-page'

/** The consoles that a state may be shown by. */
export type Consoles = {
  /** The URL of a console with the sample organisation that requires no sign-in. */
  sample: string
  /** The URL of a console whose backend does not answer. */
  withoutBackend: string
}

/**
 * One state of a screen: empty, full, failed, with a dialog over it … The rules for all screens are tested in each state:
 * axe in every colour and width, no scrolling sideways, and visible focus on an element with a name.
 */
export type State = {
  /** Shown in test failures. */
  name: string
  /** Brings a page there, and returns once all of it can be seen. */
  reach(page: Page, consoles: Consoles): Promise<void>
  /** Removes the request handlers that `reach` installed. */
  leave?(page: Page): Promise<void>
  /** A request fails, so the browser logs an error. */
  fails?: true
  /** Widths in pixels; the first one is used by `reach`. All widths by default. */
  widths?: readonly number[]
}

/**
 * Opens an address as if for the first time, without a page load if the page shows this console already. States that
 * depend on the first response of the server, such as a failure, use `page.goto`: the console keeps what it has loaded.
 */
export async function goTo(page: Page, url: string): Promise<void> {
  const { origin, pathname, search } = new URL(url)
  if (new URL(page.url()).origin === origin) await visit(page, pathname + search)
  else await page.goto(url)
}
