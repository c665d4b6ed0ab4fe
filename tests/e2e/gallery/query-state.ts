import { type Check, expect, facts, has, reads } from '../../helpers/facts'

const REASON = /ECONNREFUSED/

const pending: Check = async (state) => {
  await reads(state, /^Loading the runs/)
  await expect(state.locator('[aria-busy=true]')).toHaveCount(1)
}

/** Rows that stay while a refresh fails. */
const rows: Check = (state) => has(state, 'listitem', undefined, { count: 2 })

const failed: Check = async (state) => {
  await has(state, 'heading', 'Could not load the runs')
  await reads(state, REASON)
  await has(state, 'button', 'Try again')
}

const stale: Check = async (state, page) => {
  await expect(state).toMatchAriaSnapshot(`
    - paragraph:
      - text: ${REASON}
      - time: /ago/
    - button "Try again"
  `)
  await rows(state, page)
}

/** A part has no heading, so that its outline stays that of the page: a group is named by what happened. */
const part =
  (name: RegExp): Check =>
  async (state) => {
    const group = await has(state, 'group', name)
    await reads(group, REASON)
    await has(group, 'button', 'Try again')
    await has(group, 'heading', undefined, { count: 0 })
  }

const notice =
  (title: string): Check =>
  async (state) => {
    await has(state, 'heading', title)
    await has(state, 'listitem', undefined, { count: 0 })
  }

/** A list keeps its header and has its message in a row. */
const list =
  (text: RegExp, button?: string, busy = false): Check =>
  async (state) => {
    const grid = await has(state, 'grid', 'Runs', { busy })
    await has(grid, 'columnheader', 'Run')
    const cell = await has(grid, 'gridcell', text)
    await has(cell, 'button', button, { count: button ? 1 : 0 })
  }

export default facts({
  'Part, pending': pending,
  'Part, failed': part(/could not be loaded$/),
  'Part, stale': async (state, page) => {
    await part(/could not be refreshed$/)(state, page)
    await rows(state, page)
  },
  'Pane, pending': pending,
  'Pane, failed': failed,
  'Pane, stale': stale,
  'Page, pending': pending,
  'Page, tried again': async (state, page) => {
    await reads(state, REASON)
    await pending(state, page)
  },
  'Page, failed': failed,
  'Page, stale': stale,
  Gone: notice('Run not found'),
  Empty: notice('No runs yet'),
  Shown: rows,
  'List, pending': list(/^loading/, undefined, true),
  'List, failed': list(/could not be loaded/, 'Try again'),
  'List, filtered to nothing': list(/matches these filters/, 'Clear filters'),
})
