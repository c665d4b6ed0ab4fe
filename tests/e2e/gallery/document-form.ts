import type { Locator } from 'playwright/test'
import { type Check, expect, facts, has, hasInOrder } from '../../helpers/facts'

/** A named group with a tab list for the form and its code. */
const document =
  (label: string, selected: 'Form' | 'Code', more: Check): Check =>
  async (state, page) => {
    const whole = await has(state, 'group', label)
    const tabs = await has(whole, 'tablist', new RegExp(`^${label}: `))
    await hasInOrder(tabs, 'tab', ['Form', 'Code'])
    for (const name of ['Form', 'Code']) await has(tabs, 'tab', name, { selected: name === selected })
    await has(whole, 'tabpanel', selected)
    await more(whole, page)
  }

/** The buttons that a document has nothing to undo, redo or review for. */
const disabled = async (whole: Locator, names: readonly string[]) => {
  for (const name of names) await has(whole, 'button', name, { disabled: true })
}

export default facts({
  Kept: document('Check of the checkout', 'Form', async (whole) => {
    await expect(whole).toMatchAriaSnapshot(`
      - tabpanel:
        - textbox "Name": checkout
        - textbox "URL": https://checkout.shop.example/ready
        - spinbutton "Slowest answer"
        - group:
          - combobox "Method": GET
          - group "Headers":
            - textbox "Name, row 1": Accept
            - combobox "Source of Accept"
            - textbox "Value of Accept": application/json
            - button "Remove Accept"
            - button "Add"
        - paragraph: /2 properties .* tlsConfig and maxSSLExpiry/
    `)
    await has(whole, 'textbox', 'URL', { description: 'With its scheme.' })
    await disabled(whole, ['Undo', 'Redo', 'Review changes'])
  }),
  New: document('A new check', 'Form', async (whole) => {
    await has(whole, 'textbox', 'Name', { required: true, readonly: null, value: '' })
    await has(whole, 'combobox', 'Method', { expanded: false })
    await has(whole, 'button', 'Review changes', { disabled: false })
  }),
  'Read-only': document('Check that can be read', 'Form', async (whole) => {
    await expect(whole.getByRole('textbox', { name: 'URL' })).not.toBeEditable()
    await has(whole, 'combobox', 'Method', { readonly: true })
    await has(whole, 'combobox', 'Source of Accept', { disabled: true })
    await has(whole, 'button', undefined, { count: 0 })
  }),
  'Values without a field': document('Check with shared values', 'Form', async (whole) => {
    await has(whole, 'textbox', 'Name', { description: /is a number/ })
    await has(whole, 'textbox', 'URL', { description: /With its scheme\. .*several lines/ })
    await has(whole, 'spinbutton', 'Slowest answer', { description: /merged with <</ })
    await has(whole, 'combobox', 'Method', { description: /merged with <</ })
  }),
  Unreadable: document('Check that cannot be read', 'Code', async (whole) => {
    await has(whole, 'textbox', 'Check that cannot be read as code', { invalid: true })
    await has(await has(whole, 'list', /^Problems of/), 'button', /^Error · Line \d+, column \d+: /)
    await disabled(whole, ['Undo', 'Redo', 'Review changes'])
  }),
})
