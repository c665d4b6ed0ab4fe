import { type Check, coversPage, expect, facts, has } from '../../helpers/facts'

/** A dialog that is named by its heading, with its buttons before and after its form. */
const dialog =
  (head: readonly string[]): Check =>
  async (state, page) => {
    const shown = await has(state, 'dialog', 'Rename component')
    await expect(shown).toMatchAriaSnapshot(`
      - heading "Rename component" [level=2]
${head.map((name) => `      - button "${name}"`).join('\n')}
      - textbox "Name": payments
      - button "Cancel"
      - button "Save"
    `)
    await has(shown, 'textbox', 'Name', { description: 'The name in the catalog.' })
    // The button with which screen readers leave it.
    await has(state, 'button', 'Dismiss')
    await coversPage(page)
  }
const expandable = dialog(['Expand', 'Close'])

export default facts({
  Opens: (state) => has(state, 'button', 'Rename…'),
  'Size very-small': expandable,
  'Size small': expandable,
  'Size medium': expandable,
  'Size large': expandable,
  'Size full': dialog(['Close']),
  'Long text': async (page) => {
    const shown = await has(page, 'dialog', /^About observability/)
    await has(shown, 'heading', /^About observability/)
    // A text that scrolls can be focused, so it has a name.
    await has(shown, 'group', /^About observability/)
  },
  Drawer: expandable,
})
