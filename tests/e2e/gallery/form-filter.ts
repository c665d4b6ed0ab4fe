import { type Check, facts, has, hasInOrder } from '../../helpers/facts'

/** A list of chips, each with a button that opens the filter and one that removes it. */
const chips =
  (names: readonly RegExp[]): Check =>
  async (state) => {
    await has(state, 'button', 'Filters', { haspopup: 'dialog', expanded: false })
    const list = await has(state, 'list', 'Active filters')
    await has(list, 'listitem', undefined, { count: names.length })
    const removing = names.map(({ source }) => new RegExp(`^Remove ${source.slice(1)}`))
    await hasInOrder(
      list,
      'button',
      names.flatMap((name, at) => [name, removing[at] ?? /./])
    )
    for (const name of names) await has(list, 'button', name, { haspopup: 'dialog' })
  }

export default facts({
  async 'Nothing chosen'(state) {
    await has(state, 'button', 'Filters', { haspopup: 'dialog', expanded: false })
    await has(state, 'list', undefined, { count: 0 })
  },
  // An excluded value is said to be one.
  'Included and excluded': chips([/^team: payments/, /^team: kubernetes/, /^team: not net/]),
  'Four of one field': chips([/^team: 4/]),
})
