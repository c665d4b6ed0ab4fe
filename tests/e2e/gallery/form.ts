import { type Check, expect, facts, has, hasInOrder, reads } from '../../helpers/facts'

/** A named form with these controls in this order. */
const form =
  (label: string, template: string, more?: Check): Check =>
  async (state, page) => {
    const whole = await has(state, 'form', label)
    await expect(whole).toMatchAriaSnapshot(template)
    await more?.(whole, page)
  }

export default facts({
  New: form(
    'New connection',
    `
      - textbox "Name"
      - textbox "Namespace": default
      - textbox "URL"
      - radiogroup "Sign in with":
        - radio "Nothing"
        - radio "User name and password" [checked]
        - radio "Token"
      - group "User name":
        - combobox "Source of User name":
          - option "Value" [selected]
        - textbox "Value of User name"
      - textbox "Password"
      - button "Show Password"
      - combobox "Region"
      - textbox "Labels"
      - group: /./
      - button "Cancel"
      - button "Save" [disabled]
    `,
    async (whole) => {
      await has(whole, 'textbox', 'Name', { required: true, invalid: null })
      await has(whole, 'button', 'Save', { description: /./ })
    }
  ),
  Existing: form(
    'Existing connection',
    `
      - textbox "Name": prometheus
      - group "User name":
        - combobox "Source of User name":
          - option "Secret" [selected]
        - textbox "Secret of User name": prometheus
        - textbox "Key of User name": username
      - group "Password":
        - button "Replace Password"
      - combobox "Region": eu-central-1
      - button "Remove env=prod"
      - button "Remove team=observability"
      - button "Save"
    `,
    async (whole) => {
      await reads(await has(whole, 'group', 'Password'), /is hidden/)
      await has(whole, 'button', 'Save', { disabled: false })
    }
  ),
  'Read-only': form(
    'Connection, read-only',
    `
      - textbox "Name": prometheus
      - radiogroup "Sign in with":
        - radio "Nothing" [disabled]
        - radio "User name and password" [checked]
        - radio "Token" [disabled]
      - group "User name":
        - combobox "Source of User name" [disabled]
    `,
    async (whole) => {
      await expect(await has(whole, 'textbox', 'Name')).not.toBeEditable()
      await has(whole, 'combobox', 'Region', { readonly: true })
      await has(whole, 'button', undefined, { count: 0 })
    }
  ),
  'With code': form(
    'New check',
    `
      - textbox "Name"
      - textbox "Spec"
      - textbox "Properties"
      - button "Cancel"
      - button "Save" [disabled]
    `,
    (whole) => has(whole, 'textbox', 'Spec', { description: /target and the type.* Tab leaves/ })
  ),
  async 'A hundred fields'(page) {
    const whole = await has(page, 'form', 'A hundred fields')
    await hasInOrder(
      whole,
      'spinbutton',
      Array.from({ length: 10 }, () => /^Number \d+$/)
    )
    await hasInOrder(
      whole,
      'switch',
      Array.from({ length: 10 }, () => /^Switch \d+$/)
    )
    await has(whole, 'group', /^Source \d+$/, { count: 10 })
    await has(whole, 'textbox', /^(?:Text|Note|Duration|Labels|Amount|Area|Value of Source) \d+$/, { count: 70 })
    await has(whole, 'textbox', /^Note \d+$/, { count: 10, description: /on-call/ })
    await has(whole, 'combobox', /^Choice \d+$/, { count: 10, expanded: false })
    await has(whole, 'combobox', 'Unit', { count: 10, description: /^Amount \d+$/ })
    await has(whole, 'button', 'Save', { disabled: true })
  },
})
