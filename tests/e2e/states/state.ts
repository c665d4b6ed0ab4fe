import type { Page } from 'playwright/test'

/** The consoles that a state may be shown by. */
export type Consoles = {
  /** The address of a console with the sample organisation, in which nobody has to sign in. */
  sample: string
  /** The address of one whose backend does not answer. */
  withoutBackend: string
}

/**
 * One state of a screen: empty, full, failed, with a dialog over it … Everything that holds for all screens is proved in
 * each of them: axe in every colour and width, no scrolling sideways, and focus that can be seen and has a name.
 */
export type State = {
  /** Told when something is wrong in it. */
  name: string
  /** Brings a page there, and returns once all of it can be seen. */
  reach(page: Page, consoles: Consoles): Promise<void>
  /** Takes back what `reach` did to what is asked of the server. */
  leave?(page: Page): Promise<void>
  /** Something that was asked for fails, which the browser writes to its console. */
  fails?: true
  /** Pixels, the first of which it is reached at; all widths by default. */
  widths?: readonly number[]
}
