import { type Check, expect, facts, has, hasInOrder } from '../../helpers/facts'

/** A named tab list of which the first tab is selected, and the panel that this tab names. */
const tabs =
  (label: string, names: readonly RegExp[], panel: RegExp): Check =>
  async (state) => {
    const list = await has(state, 'tablist', label, { orientation: 'horizontal' })
    await hasInOrder(list, 'tab', names)
    for (const [at, name] of names.entries()) await has(list, 'tab', name, { selected: at === 0 })
    await expect(await has(state, 'tabpanel', names[0])).toContainText(panel)
  }

export default facts({
  'One panel for all': tabs('Namespaces', [/^All 12$/, /^edge 8$/, /^shop 4$/], /of All$/),
  // A count is read with its noun.
  Few: tabs('Few', [/^Overview$/, /^Changes 12 changes$/, /^Insights$/], /^Overview of/),
  'More than fit': tabs(
    'Many',
    Array.from({ length: 24 }, (_, at) => new RegExp(`^Namespace ${at + 1} \\d+\\+?$`)),
    /^Namespace 1$/
  ),
})
