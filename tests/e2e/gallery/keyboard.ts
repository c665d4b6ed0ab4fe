import { type Check, coversPage, expect, facts, has, hasInOrder, hides, reads } from '../../helpers/facts'

/** Before recording, keys can be recorded or typed. */
const recorder: Check = async (state) => {
  await has(state, 'button', 'Record keys', { pressed: false })
  await has(state, 'textbox', 'or type them', { invalid: null })
  await has(state, 'button', 'Add')
}

/** The strip is visible only; its announcement replaces it. */
const silent =
  (text: RegExp): Check =>
  (page) =>
    hides(page, text)

const settings =
  (more: Check): Check =>
  async (state, page) => {
    const dialog = await has(state, 'dialog', 'Keyboard settings')
    await has(dialog, 'heading', 'Keyboard settings')
    await has(dialog, 'button', 'Close')
    await coversPage(page)
    await more(dialog, page)
  }

/** One command: its name, where it applies, and its keys, each with a button that removes it. */
const line = (keys: readonly string[], more: Check): Check =>
  settings(async (dialog, page) => {
    await has(dialog, 'heading', 'Run check now')
    await reads(dialog, /^On a check$/)
    const list = await has(dialog, 'list', 'Keys')
    await hasInOrder(
      list,
      'button',
      keys.map((key) => `Remove ${key}`)
    )
    await more(dialog, page)
  })

/** Tables of commands: each has a caption, and each row is headed by its command. */
const tables: Check = async (within) => {
  const all = await within.getByRole('table').all()
  expect(all.length).toBeGreaterThan(5)
  for (const table of all) {
    await expect(table).toHaveAccessibleName(/./)
    await hasInOrder(table, 'columnheader', ['Command', 'Keys', 'Change'])
    const rows = (await table.getByRole('row').count()) - 1
    await has(table, 'rowheader', undefined, { count: rows })
    await has(table, 'button', /^Change /, { count: await table.getByRole('button').count() })
  }
}

/** How keys of one letter work. */
const letters: Check = async (dialog) => {
  const choices = await has(dialog, 'group', 'Single-key shortcuts')
  await hasInOrder(choices, 'radio', ['On', 'After a leader', 'Off'])
  await has(choices, 'radio', 'On', { checked: true })
  await reads(choices, /./)
}

export default facts({
  'Recorder, resting': recorder,
  'Hint strip': silent(/Esc/),
  'Hint strip, many and refused': silent(/Esc/),
  'Hint strip, a number': silent(/times…/),
  async 'Hint menu'(state, page) {
    const menu = await has(state, 'menu', /: \d+ choices\.$/)
    await has(menu, 'menuitem', 'Copy link Y then Y', { focused: true })
    // A refused choice stays in the menu with its reason.
    await has(
      menu,
      'menuitem',
      /^Run check now .*Requires the right to run checks\. Administrators, editors, commanders and responders have it\.$/
    )
    await coversPage(page)
  },
  async 'Cheat sheet'(state, page) {
    const dialog = await has(state, 'dialog', 'Keyboard shortcuts')
    await has(dialog, 'heading', 'Keyboard shortcuts')
    await has(dialog, 'searchbox', /./, { focused: true })
    await has(dialog, 'button', 'Press a key', { pressed: false })
    const shortcuts = await has(dialog, 'region', 'Shortcuts')
    await expect(shortcuts).toMatchAriaSnapshot(`
      - heading "Here" [level=3]
      - table "On a check":
        - rowgroup:
          - row:
            - columnheader "Command"
            - columnheader "Keys"
            - columnheader "Change"
        - rowgroup:
          - row:
            - rowheader /^Run check now .*Requires the right to run checks\\. Administrators, editors, commanders and responders have it\\./
            - cell "R"
            - cell:
              - button /^Change key of Run check now/
      - heading "Elsewhere" [level=3]
      - table "Everywhere"
    `)
    await tables(shortcuts, page)
    await letters(dialog, page)
  },
  'Keyboard settings': settings(async (dialog, page) => {
    await has(dialog, 'searchbox', /./, { focused: true })
    await has(dialog, 'button', 'Press a key', { pressed: false })
    const commands = await has(dialog, 'region', 'Commands and their keys')
    await letters(commands, page)
    await has(commands, 'combobox', /sequence/)
    await has(commands, 'button', 'Reset all', { disabled: true, description: /./ })
    // The names of two keys of one command differ.
    await has(commands, 'button', /^Change Open command palette, everywhere, Ctrl\+K/)
    await tables(commands, page)
  }),
  'Change a key': line(['R'], async (dialog) => {
    await has(dialog, 'button', 'Recording…', { pressed: true, focused: true })
    await reads(dialog, /Escape cancels/)
    await has(dialog, 'button', 'Save', { disabled: true })
  }),
  'A key that another has': line(['X', 'F9'], async (dialog, page) => {
    await recorder(dialog, page)
    await has(dialog, 'button', /^Swap with /)
    await has(dialog, 'button', /^Take from /)
    await has(dialog, 'list', undefined, { count: 2 })
  }),
  'A key that cannot be': line(['Ctrl+T', '@'], async (dialog, page) => {
    await recorder(dialog, page)
    await reads(dialog, /cannot be used/)
    await has(dialog, 'button', 'Save', { count: 0 })
    await has(dialog, 'button', 'Use default')
  }),
  'Import a keyboard': settings(async (dialog) => {
    await has(dialog, 'heading', 'Import keyboard')
    await has(dialog, 'button', 'File')
    await has(dialog, 'button', /only$/, { count: 2 })
    await has(dialog, 'button', 'Back')
  }),
})
