import { type Check, coversPage, expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

type Known = { field: string; value?: RegExp; invalid?: true; required?: boolean; chips?: readonly RegExp[] }

/** A dialog whose field keeps focus and names the list of its options. */
const palette =
  ({ field, value = /^$/, invalid, required, chips = [] }: Known, more: Check): Check =>
  async (state, page) => {
    const dialog = await has(state, 'dialog', 'Search and commands')
    const box = await has(dialog, 'combobox', field, {
      focused: true,
      expanded: true,
      autocomplete: 'list',
      invalid: invalid ?? false,
      ...(required === undefined ? {} : { required }),
      value,
    })
    const list = await has(dialog, 'listbox', field)
    await expect(box).toHaveAttribute('aria-controls', String(await list.getAttribute('id')))
    await hasInOrder(dialog, 'button', chips)
    await coversPage(page)
    await more(dialog, page)
  }

const back = (name: string) => new RegExp(`^${name}, go back$`)

/** The first options, and that only the one that arrow keys point at is selected: nothing is at first. */
const options =
  (first: readonly RegExp[], count?: number): Check =>
  async (dialog) => {
    const all = dialog.getByRole('option')
    for (const [at, name] of first.entries()) await expect(all.nth(at)).toHaveAccessibleName(name)
    if (count !== undefined) await expect(all).toHaveCount(count)
    await has(dialog, 'option', undefined, { count: await all.count(), selected: false })
  }

/** The effect of Enter. */
const preview =
  (text: RegExp): Check =>
  (dialog) =>
    reads(dialog, text)

const all =
  (...checks: readonly Check[]): Check =>
  async (state, page) => {
    for (const check of checks) await check(state, page)
  }

const checks = [/^payments-api, unhealthy$/, /^payments-worker, healthy$/]
const found = (more: Check) => palette({ field: 'Command palette', value: /^pay$/ }, more)
const steps = (field: string, chips: readonly RegExp[], more: Check, rest: Partial<Known> = {}) =>
  palette({ field, chips: [back('Silence'), ...chips], ...rest }, more)

/** A confirmation replaces the palette. It is named by the command and focuses the harmless button. */
const confirmation =
  (yes: string, more?: Check): Check =>
  async (state, page) => {
    const dialog = await has(state, 'alertdialog', 'Delete checks')
    await has(dialog, 'heading', 'Delete checks')
    await reads(dialog, /^Deletes payments-api/)
    await hasInOrder(dialog, 'button', ['Cancel', yes])
    await coversPage(page)
    await more?.(dialog, page)
  }
const names: Check = async (dialog) => {
  const list = await has(dialog, 'list', /^\d+ resources$/)
  await has(list, 'listitem', undefined, { count: 6 })
  await reads(list.getByRole('listitem').last(), /more$/)
}

export default facts({
  'Nothing typed': palette(
    { field: 'Command palette' },
    all(options([/^Silence…$/, /^Delete checks$/, /^Run check now$/]), preview(/^Next: /), async (dialog) => {
      // An option is described by its area, its key and the reason why it cannot run.
      await has(dialog, 'option', 'Run check now', { description: /Health.*R/ })
      await has(dialog, 'option', 'Show more')
    })
  ),
  Commands: palette({ field: 'Commands', chips: [back('Commands')] }, options([/^Silence…$/, /^Delete checks…$/])),
  Checks: palette(
    { field: 'Checks', chips: [back('Checks')] },
    all(options(checks, 6), preview(/^Opens payments-api/), (dialog) =>
      has(dialog, 'option', 'payments-api, unhealthy', { description: /^Check\. http · default/ })
    )
  ),
  'Pages and settings': palette(
    { field: 'Pages and settings', chips: [back('Pages and settings')] },
    options([/^Go to the dashboard$/, /^Go to Health$/])
  ),
  'Accepted input': palette(
    { field: 'Keys that work here', chips: [back('Keys that work here')] },
    options([/^Commands$/, /^Catalog$/, /^Components$/])
  ),
  Found: found(all(options(checks, 2), preview(/^Opens payments-api/))),
  'Nothing found': palette(
    { field: 'Command palette', value: /^xqzxqz$/ },
    all(options([], 0), preview(/^No options found$/))
  ),
  Offline: palette({ field: 'Command palette' }, all(options([/^Silence…$/]), preview(/^Offline\. /))),
  'A step': steps(
    'Until',
    [/^Check: 3 checks, change$/],
    all(options([/^2 hours$/, /^1 hour$/, /^2 days$/, /^2 weeks$/], 4), preview(/^Next: Scope/), async (dialog) => {
      await has(dialog, 'option', '1 hour', { description: 'until 15:40' })
      await has(dialog, 'option', '2 weeks', { description: /Your role may silence two days/ })
    }),
    { required: true }
  ),
  'A step with a wrong answer': steps(
    'Until',
    [/^Check: payments-api, change$/],
    async (dialog) => {
      const box = await has(dialog, 'combobox', 'Until', { description: /A number and a unit/ })
      await expect(box).toHaveAccessibleErrorMessage(/A number and a unit/)
      await has(dialog, 'option', undefined, { count: 0 })
    },
    { value: /^soon$/, invalid: true }
  ),
  'A step for text': steps(
    'Reason',
    [/^Check: 3 checks, change$/, /^Until: 2 days, change$/],
    all(
      options([/^No reason$/], 1),
      preview(/^Silences notifications from payments-api, payments-worker and checkout/)
    ),
    { required: false }
  ),
  'A step for resources': steps('Check', [], options([/^api-gateway, warning$/, /^checkout, warning$/], 6)),
  'A step that searches': palette(
    { field: 'Owner', chips: [back('Assign owner')] },
    all(options([], 0), preview(/^Start typing/))
  ),
  Searching: found(options(checks, 2)),
  'More from elsewhere': found(options([...checks, /^payments-db$/, /^payments-queue$/], 4)),
  'Could not search': found(options([...checks, /^Could not search the catalog: .*retry/], 3)),
  Confirmation: confirmation('Delete 1 check', (dialog) => has(dialog, 'list', undefined, { count: 0 })),
  'Confirmation of many': confirmation('Delete 12 checks', names),
  'Confirmation by number': confirmation('Delete 31 checks', async (dialog, page) => {
    await names(dialog, page)
    await has(dialog, 'textbox', 'Type 31 to confirm')
    await has(dialog, 'button', 'Delete 31 checks', { disabled: true, description: /./ })
  }),
  'Fifty thousand names': (page) => has(page, 'button', 'Open the palette'),
})
