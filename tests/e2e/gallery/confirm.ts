import { type Check, expect, facts, has, reads } from '../../helpers/facts'

type Known = { name: RegExp; effect: RegExp; yes: string }

/** An alert dialog that is named by its question, describes the effect and focuses the harmless button. */
const question =
  ({ name, effect, yes }: Known, more?: Check): Check =>
  async (state, page) => {
    const dialog = await has(state, 'alertdialog', name, { description: effect })
    await has(dialog, 'heading', name)
    await has(dialog, 'button', undefined, { count: 2 })
    await expect(dialog.getByRole('button').first()).toHaveAccessibleName('Cancel')
    await has(dialog, 'button', yes)
    await more?.(dialog, page)
  }

/** The first names of the resources, and the number of the others. */
const names =
  (label: RegExp, rest: RegExp): Check =>
  async (dialog) => {
    const list = await has(dialog, 'list', label)
    await has(list, 'listitem', undefined, { count: 6 })
    await reads(list.getByRole('listitem').last(), rest)
  }

export default facts({
  Opens: (state) => has(state, 'button', 'Delete…'),
  'Delete one': question({ name: /^Delete payments-db\?$/, effect: /They stop working/, yes: 'Delete' }, (dialog) =>
    has(dialog, 'button', 'Cancel', { focused: true })
  ),
  'Delete some': question(
    { name: /^Delete 7 checks\?$/, effect: /kept for a week/, yes: 'Delete 7 checks' },
    names(/^7 /, /2 more/)
  ),
  'Delete many': question(
    { name: /^Delete 1,205 checks\?$/, effect: /They stop running/, yes: 'Delete 1,205 checks' },
    async (dialog, page) => {
      await names(/^1,205 /, /1,200 more/)(dialog, page)
      await has(dialog, 'textbox', 'Type 1205 to confirm')
      await has(dialog, 'button', 'Delete 1,205 checks', { disabled: true, description: /./ })
    }
  ),
  Approve: question({ name: /^Approve the run\?$/, effect: /12 replicas/, yes: 'Approve' }),
})
