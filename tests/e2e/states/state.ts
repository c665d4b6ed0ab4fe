import type { Page } from 'playwright/test'

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
