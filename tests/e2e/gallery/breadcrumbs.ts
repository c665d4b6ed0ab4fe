import { type Check, facts, has, hasInOrder } from '../../helpers/facts'

/** A named landmark with a list of links, of which the last is the current page. */
const crumbs =
  (label: string, names: readonly RegExp[]): Check =>
  async (state) => {
    const path = await has(state, 'navigation', label)
    await has(path, 'list')
    await has(path, 'listitem', undefined, { count: names.length })
    await hasInOrder(path, 'link', names)
    for (const name of names) await has(path, 'link', name, { current: name === names.at(-1) ? 'page' : null })
  }

export default facts({
  Three: crumbs('Health', [/^Health$/, /^payments$/, /^payments-api$/]),
  Long: crumbs('Long', [/^Health$/, /^cluster-payments-api.*\.com$/, /^payments-api.*\.com$/]),
})
