import { type Check, expect, facts, has, hasInOrder } from '../../helpers/facts'

/** A button that is named by the label and the chosen range. */
const closed =
  (name: RegExp): Check =>
  (state) =>
    has(state, 'button', name, { haspopup: 'dialog', expanded: false })

type Known = {
  label: string
  /** The name of the button that opened it. */
  button: RegExp
  lists: readonly RegExp[]
  days: number
}

/** A dialog with named lists of ranges and a form with a calendar. */
const open =
  ({ label, button, lists, days }: Known, more?: Check): Check =>
  async (state, page) => {
    await has(state, 'button', button, { expanded: true })
    const dialog = await has(state, 'dialog', label)
    await hasInOrder(dialog, 'listbox', lists)
    for (const name of lists) await has(await has(dialog, 'region', name), 'listbox', name)
    const form = await has(dialog, 'form', 'From and to')
    await has(form, 'textbox', 'From', { description: /./ })
    await has(form, 'textbox', 'To', { description: /./ })
    const calendar = await has(form, 'grid', /^Days, /)
    await has(calendar, 'button', undefined, { count: days })
    await has(calendar, 'button', /^Today, /)
    await has(form, 'button', 'Previous')
    await more?.(dialog, page)
  }

const invalid: Check = (dialog) => has(dialog, 'button', 'Apply', { disabled: true, description: /./ })

export default facts({
  'Nothing chosen': closed(/^Time range: /),
  Relative: closed(/^Time range: Last hour$/),
  Calendar: closed(/^Time range: Previous month$/),
  'Two dates': closed(/^Time range: 18 Nov.* – 21 Nov/),
  'Short list': closed(/^Time range: Last hour$/),
  Future: closed(/^Silent until: Next 2 hours$/),
  'Open, nothing chosen': open(
    { label: 'Time range', button: /^Time range: /, lists: [/^Up to now$/, /^Calendar$/], days: 30 },
    async (dialog, page) => {
      await has(dialog, 'option', 'Last hour', { selected: false })
      await invalid(dialog, page)
    }
  ),
  'Open, two dates and recent ones': open(
    {
      label: 'Time range',
      button: /^Time range: 18 Nov/,
      lists: [/^Up to now$/, /^Calendar$/, /^Recent$/],
      days: 30,
    },
    async (dialog) => {
      await has(await has(dialog, 'listbox', 'Recent'), 'option', undefined, { count: 5, selected: false })
      await has(dialog, 'textbox', 'From', { value: /^2026-11-18 / })
      // The days of the range. The names of its first and last day contain the whole range.
      await has(dialog, 'gridcell', /selected$/, { count: 4, selected: true })
      await has(dialog, 'gridcell', /^Selected Range: .* to .* selected$/, { count: 2 })
      await has(dialog, 'button', 'Apply', { disabled: false })
    }
  ),
  'Open, future': open(
    { label: 'Silent until', button: /^Silent until: Indefinitely$/, lists: [/^From now$/], days: 30 },
    async (dialog, page) => {
      await has(dialog, 'option', 'Indefinitely', { selected: true })
      await invalid(dialog, page)
    }
  ),
  async 'Open, short list'(state) {
    await has(state, 'button', /^Time range: Last hour$/, { expanded: true })
    const options = await has(await has(state, 'dialog', 'Time range'), 'listbox', 'Time range')
    await has(options, 'option', 'Last hour', { selected: true })
    await expect(options.getByRole('option', { selected: true })).toHaveCount(1)
  },
})
