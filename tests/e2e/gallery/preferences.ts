import { coversPage, facts, has, hasInOrder } from '../../helpers/facts'

export default facts({
  async Open(state, page) {
    const dialog = await has(state, 'dialog', 'Preferences')
    await has(dialog, 'heading', 'Preferences')
    await has(dialog, 'button', 'Close')
    await hasInOrder(dialog, 'combobox', [
      'Theme',
      'Density',
      'Date format',
      'Timezone',
      'Show deleted items',
      'Refresh interval',
      'Spoken changes',
    ])
    await has(dialog, 'combobox', undefined, { count: 7, expanded: false, haspopup: 'listbox' })
    await has(dialog, 'combobox', 'Density', { description: /^Row height/ })
    await has(dialog, 'combobox', 'Timezone', { autocomplete: 'list', value: 'Asia/Kolkata' })
    await has(dialog, 'combobox', 'Refresh interval', { description: /Health page/ })
    await has(dialog, 'combobox', 'Spoken changes', { description: /screen reader/ })
    await has(dialog, 'slider', 'Width of topology cards', { valuetext: /^\d+ pixels$/ })
    await has(dialog, 'switch', /follows the cursor$/, { checked: false })
    await coversPage(page)
  },
})
