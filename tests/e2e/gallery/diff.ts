import { type Check, expect, facts, has, reads } from '../../helpers/facts'

/** A group that is named by the label and the number of changes, with each change as a group of its own. */
const diff =
  (label: string, changes: readonly RegExp[], isSideBySide = false): Check =>
  async (state) => {
    const whole = await has(state, 'group', new RegExp(`^${label}: \\d+ lines? added`))
    await has(whole, 'button', 'Side by side', { pressed: isSideBySide })
    await has(whole, 'button', 'Previous change')
    await has(whole, 'button', 'Next change')
    const body = await has(whole, 'group', label)
    await has(body, 'group', /^Change \d+ of \d+/, { count: changes.length })
    for (const [at, change] of changes.entries()) {
      const one = await has(body, 'group', new RegExp(`^Change ${at + 1} of ${changes.length}: `))
      await expect(one).toContainText(change)
    }
  }

/** Colours alone tell added from removed lines, except for these words. */
const marked = /removed:.*added:/s
const four = [/removed:.*replicas: 2.*added:.*replicas: 3/s, marked, /removed:.*added:.*added:/s, /added:.*empty line/s]

export default facts({
  'Two texts': async (state, page) => {
    await diff('checkout', four)(state, page)
    await has(state, 'button', /^Show \d+ unchanged lines$/)
    await has(state, 'group', 'Unchanged', { count: 4 })
  },
  'Side by side': diff('checkout beside itself', four, true),
  Patch: diff('values.yaml', [/removed:.*added:.*added:/s, /removed:.*retries/s]),
  'Only added': diff('a new file', [/added:.*name: checkout/s]),
  'Long lines': diff('a long line', [marked]),
  'Long lines side by side': diff('a long line beside itself', [marked], true),
  'No difference': (state) => reads(state, /^No difference/),
  'No patch': async (state) => {
    await reads(state, /not a valid patch/)
    await has(state, 'group', 'a note')
  },
  Loading: (state) => reads(state, /^Loading a slow difference/),
  'Not loaded': async (state) => {
    await reads(state, /could not be loaded/)
    await has(state, 'button', /./)
    await has(state, 'group', /./)
  },
  '10,000 lines': async (page) => {
    const whole = await has(page, 'group', /^everything: 3,334 lines added, 3,334 removed in 3,334 places$/)
    for (const name of ['Side by side', 'Previous change', 'Next change']) await has(whole, 'button', name)
    await has(whole, 'group', /^Change 1 of 3,?334: 1 line added, 1 removed$/)
  },
})
