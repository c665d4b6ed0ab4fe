import { expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

const MISSING = /This field is required/

export default facts({
  async Text(state) {
    await has(state, 'textbox', 'Empty', { required: null, invalid: null, description: '', value: '' })
    await has(state, 'textbox', 'With help', { description: 'The name in the catalog.' })
    await has(state, 'textbox', 'Required', { required: true, invalid: true, description: MISSING })
    await has(state, 'textbox', 'Refused by the server', {
      invalid: true,
      description: /^The name in the catalog\. A connection of this name exists/,
    })
    await has(state, 'textbox', 'Long', { value: /^https:/ })
    await expect(await has(state, 'textbox', 'Read-only')).not.toBeEditable()
  },
  async 'Text area'(state) {
    await has(state, 'textbox', 'Empty area', { value: '' })
    await has(state, 'textbox', 'Long area', { value: /^https:/ })
    await expect(await has(state, 'textbox', 'Read-only area')).not.toBeEditable()
    // The role does not support aria-expanded: a list of people is announced as a popup.
    await has(state, 'textbox', 'Mentions', { autocomplete: 'list', haspopup: 'listbox', description: /mention/ })
    await expect(await has(state, 'textbox', 'Read-only mentions')).not.toBeEditable()
  },
  async Secret(state) {
    const kept = await has(state, 'group', 'Kept')
    await reads(kept, /is hidden/)
    await has(kept, 'button', 'Replace Kept')
    await has(state, 'textbox', 'Just typed')
    await has(state, 'button', 'Show Just typed', { pressed: false })
    await has(state, 'textbox', 'Required token', { required: true, invalid: true, description: MISSING })
    await has(state, 'button', 'Show Required token', { pressed: false })
    await has(await has(state, 'group', 'Read-only token'), 'button', undefined, { count: 0 })
  },
  async Numbers(state) {
    await has(state, 'spinbutton', 'Port', { valuenow: /^\d+$/, valuemax: 65_535 })
    await has(state, 'spinbutton', 'Share', { valuetext: /^\d+\.\d+ %$/ })
    await has(state, 'spinbutton', 'No number', { invalid: true, valuenow: null, description: /must be a number/ })
    await has(state, 'textbox', 'Memory', { value: /^\d+$/ })
    // The description of the unit is the name of its field.
    await has(state, 'combobox', 'Unit', { description: 'Memory', value: 'Mi' })
    await has(state, 'textbox', 'Processor')
    await has(state, 'textbox', 'Timeout', { value: /^\d+m$/ })
    await expect(await has(state, 'textbox', 'Read-only memory')).not.toBeEditable()
  },
  async Choices(state) {
    await has(state, 'combobox', 'Severity', { haspopup: 'listbox', expanded: false, invalid: null })
    await has(state, 'combobox', 'Required choice', { required: true, invalid: true, description: MISSING })
    await has(state, 'combobox', 'Read-only choice', { readonly: true, expanded: false })
    for (const name of ['City', 'Schedule'])
      await has(state, 'combobox', name, { autocomplete: 'list', haspopup: 'listbox', expanded: false })
    const method = await has(state, 'radiogroup', 'Method')
    await hasInOrder(method, 'radio', ['GET', 'POST', 'PUT', 'DELETE'])
    await has(method, 'radio', 'POST', { checked: true, disabled: false })
    await has(method, 'radio', 'GET', { checked: false, disabled: false })
    const locked = await has(state, 'radiogroup', 'Read-only method')
    await has(locked, 'radio', 'GET', { checked: true })
    await has(locked, 'radio', 'POST', { checked: false, disabled: true })
    const allowed = await has(state, 'group', 'Allowed methods')
    await hasInOrder(allowed, 'checkbox', ['GET', 'POST', 'PUT', 'DELETE'])
    await has(allowed, 'checkbox', 'GET', { checked: true })
    await has(allowed, 'checkbox', 'POST', { checked: false })
    await has(state, 'checkbox', 'Skip TLS checks', { checked: true, description: /production/, required: null })
    await has(state, 'switch', 'Send resolved notifications too', { checked: true })
    await has(state, 'checkbox', 'I have read it', {
      checked: false,
      invalid: true,
      description: MISSING,
    })
    await has(state, 'switch', 'Read-only switch', { checked: true, readonly: true })
  },
  async 'Labels and named values'(state) {
    await has(state, 'textbox', 'No labels')
    await has(state, 'textbox', 'Labels', { description: /pasted/ })
    await has(state, 'button', 'Remove env=prod')
    await has(state, 'button', 'Remove team=payments')
    await has(state, 'textbox', 'Read-only labels')
    const headers = await has(state, 'group', 'Headers')
    await expect(headers).toMatchAriaSnapshot(`
      - textbox "Name, row 1": Accept
      - combobox "Source of Accept":
        - option "Value" [selected]
      - textbox "Value of Accept": application/json
      - button "Remove Accept"
      - textbox "Name, row 2": Authorization
      - combobox "Source of Authorization":
        - option "Secret" [selected]
      - textbox "Secret of Authorization": prometheus
      - textbox "Key of Authorization": token
      - button "Remove Authorization"
      - textbox "Name, row 3": X-Region
      - combobox "Source of X-Region":
        - option "Config map" [selected]
      - textbox "Config map of X-Region": cluster
      - textbox "Key of X-Region": region
      - button "Remove X-Region"
      - button /Add/
    `)
    await has(state, 'group', 'No parameters', { description: MISSING })
    const user = await has(state, 'group', 'User name', { description: MISSING })
    await has(user, 'combobox', 'Source of User name')
    await has(user, 'textbox', 'Value of User name')
  },
  async 'Moments and files'(state) {
    await has(state, 'textbox', 'Until', { invalid: null, description: /for ever/ })
    await has(state, 'textbox', 'Invalid date', { invalid: true, description: /not a valid date/ })
    await has(state, 'button', 'Account key', { description: /JSON file/ })
  },
  async 'A mention'(page) {
    const people = await has(page, 'listbox', 'People')
    await hasInOrder(people, 'option', ['Ada Lovelace', 'Adriana de Wit'])
    const area = await has(page, 'textbox', 'Comment', { focused: true })
    const first = await people.getByRole('option').first().getAttribute('id')
    await expect(area).toHaveAttribute('aria-activedescendant', String(first))
    await expect(area).toHaveAttribute('aria-controls', String(await people.getAttribute('id')))
  },
  async 'A mention that could not be searched for'(page) {
    await reads(page, /not available/)
    await has(await has(page, 'listbox', 'People'), 'option', /./)
  },
  'Resource search': (page) =>
    has(page, 'combobox', 'Resource', { autocomplete: 'list', haspopup: 'listbox', expanded: false }),
})
