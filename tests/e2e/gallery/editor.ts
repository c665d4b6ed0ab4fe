import { type Check, expect, facts, has, reads } from '../../helpers/facts'

type Known = { invalid?: true; readonly?: true; description?: RegExp }

/** A text box that is named by the label and described by help, and its buttons. */
const editor =
  (label: string, { invalid, readonly, description = /Tab leaves the editor/ }: Known, more?: Check): Check =>
  async (state, page) => {
    await has(state, 'textbox', label, { invalid: invalid ?? null, readonly: readonly ?? null, description })
    await has(state, 'button', `Copy ${label}`)
    await has(state, 'button', `Download ${label}`)
    await more?.(state, page)
  }

const warnings = [/interval must be integer/, /severity must be/, /intervall is not a known key/]

/** A list of problems, each a button with its severity and position, and their number. */
const problems =
  (label: string, severity: 'Error' | 'Warning', texts: readonly RegExp[]): Check =>
  async (state) => {
    const list = await has(state, 'list', `Problems of ${label}`)
    await has(list, 'button', undefined, { count: texts.length })
    for (const text of texts)
      await has(list, 'button', new RegExp(`^${severity} · Line \\d+, column \\d+: .*${text.source}`))
    await reads(state, new RegExp(`^${texts.length} ${severity.toLowerCase()}`))
  }

const notLoaded: Check = async (state) => {
  await reads(state, /could not be loaded/)
  await has(state, 'button', 'Try again')
  // The text can be read without the editor.
  await expect(await has(state, 'group', 'The text')).toContainText('harbour-api')
}

export default facts({
  'YAML with a schema': editor('Check spec', { description: /^The target of the check\. Tab leaves/ }, (state) =>
    reads(state, /^No problems$/)
  ),
  'Schema errors': editor('Mistaken spec', {}, problems('Mistaken spec', 'Warning', warnings)),
  Unparseable: editor(
    'Unparseable spec',
    { invalid: true },
    problems('Unparseable spec', 'Error', [/A list that begins with \[ must end with \]/])
  ),
  JSON: editor('Properties', {}),
  'Read only': editor('Stored spec', { readonly: true, description: /^Read only/ }),
  Empty: editor('New spec', {}),
  Loading: async (state) => {
    await reads(state, /^Loading the editor for Slow spec/)
    await has(state, 'textbox', undefined, { count: 0 })
  },
  'Not loaded': notLoaded,
  'As a field': async (state, page) => {
    await has(state, 'textbox', 'Empty field', { description: /target and the type.* Tab leaves/, invalid: null })
    await has(state, 'textbox', 'Required field', { invalid: true, required: true, description: /required/ })
    await has(state, 'textbox', 'Parsed field', { invalid: null })
    await has(state, 'textbox', 'Advised field', { invalid: null, description: /3 warnings/ })
    await problems('Advised field', 'Warning', warnings)(state, page)
    await has(state, 'textbox', 'Unreadable field', { invalid: true, description: /Invalid YAML at line/ })
    await problems('Unreadable field', 'Error', [/A list that begins with \[ must end with \]/])(state, page)
    await has(state, 'textbox', 'Read-only field', { readonly: true })
    await reads(state, /^Loading the editor for Slow field/)
    await notLoaded(state, page)
  },
  Code: async (state) => {
    for (const name of ['Spec', 'Answer', 'Command']) await has(await has(state, 'group', name), 'code')
  },
  '5,000 lines': editor('Huge text', {}),
})
