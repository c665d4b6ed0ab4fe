/** Actions of a scenario on the backend. */
export type Fixture = {
  url: string
  /** Deletes a check. */
  remove(name: string): Promise<void>
  /** Kills the backend. */
  kill(): Promise<void>
  /** Ends the session of the page from another client. */
  endSession(): Promise<void>
}

/** `press` contains key names of xdotool, pressed in order. Speech is recorded after each step until it is silent. */
export type ScenarioStep =
  { press: string } | { type: string } | { does: string; act(fixture: Fixture): Promise<void>; isSlow?: true }

const wait = (does: string): ScenarioStep => ({ does, act: () => Promise.resolve(), isSlow: true })

/** A flat list of all checks, because most scenarios are not about groups. */
export const flatList = '/health?hidePassing=no&groupBy=none&sortBy=health'

/** The account that signs in, in scenarios with accounts. */
export const administrator = { identifier: 'admin@local', password: 'nine quiet harbours' }

export type Scenario = {
  name: string
  /** The initial path; default: the flat list. */
  path?: string
  /** Sign-in is on, and the page begins with it. */
  accounts?: boolean
  steps: readonly ScenarioStep[]
}

/**
 * The checks are payments and checkout (failing, listed first), homepage and search (passing), all in the group shop.
 */
export const scenarios: readonly Scenario[] = [
  {
    name: 'reading a page',
    path: '/health',
    steps: [{ press: 'ctrl+Home' }, { press: 'Down' }, { press: 'Down' }, { press: 'h' }, { press: 'Down' }],
  },
  {
    name: 'groups',
    path: '/health',
    steps: [{ press: 'j' }, { press: 'Down' }, { press: 'Left' }, { press: 'Left' }, { press: 'Right' }],
  },
  { name: 'entering the list', steps: [{ press: 'j' }, { press: 'Down' }, { press: 'Down' }] },
  {
    name: 'selecting and extending',
    steps: [{ press: 'j' }, { press: 'x' }, { press: 'shift+j' }, { press: 'Escape' }],
  },
  {
    name: 'opening and closing a detail',
    steps: [{ press: 'j' }, { press: 'Return' }, { press: 'Escape' }],
  },
  {
    name: 'running from the palette',
    steps: [
      { press: 'j' },
      { press: 'ctrl+k' },
      { type: 'run check' },
      { press: 'Down' },
      { press: 'Up' },
      { press: 'Return' },
    ],
  },
  {
    name: 'a command that asks',
    steps: [
      { press: 'ctrl+k' },
      { type: 'change theme' },
      { press: 'Return' },
      { press: 'Down' },
      { press: 'Return' },
      { press: 'z' },
    ],
  },
  {
    name: 'a failure',
    steps: [
      { press: 'j' },
      { does: 'the backend goes away', act: ({ kill }) => kill() },
      { press: 'r' },
      wait('waiting'),
    ],
  },
  {
    name: 'the row under the cursor is removed',
    steps: [
      { press: 'j' },
      { does: 'payments is deleted', act: ({ remove }) => remove('payments') },
      { press: 'shift+r' },
    ],
  },
  {
    name: 'single keys off',
    steps: [
      { press: 'j' },
      { press: 'ctrl+k' },
      { type: 'change single' },
      { press: 'Return' },
      { type: 'off' },
      { press: 'Return' },
      { press: 'r' },
      { press: 'ctrl+k' },
      { press: 'Escape' },
    ],
  },
  {
    name: 'a session that ends',
    accounts: true,
    steps: [
      { type: administrator.identifier },
      { press: 'Tab' },
      { type: administrator.password },
      { press: 'Return' },
      { press: 'j' },
      { does: 'the session is ended elsewhere', act: ({ endSession }) => endSession() },
      { press: 'shift+r' },
      wait('waiting'),
    ],
  },
  { name: 'a sequence begun', steps: [{ press: 'j' }, { press: 'g' }, { press: 'Escape' }] },
]
