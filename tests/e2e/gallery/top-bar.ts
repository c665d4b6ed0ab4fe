import { type Check, coversPage, expect, facts, has, hasInOrder } from '../../helpers/facts'

const ALL = ['Preferences', 'Help', 'Your account']

/** The bar with the heading of the page, the bell, and a button for each menu. */
const bar =
  (buttons: readonly string[], { opened, hasBell = true }: { opened?: string; hasBell?: boolean } = {}): Check =>
  async (state) => {
    const banner = await has(state, 'banner', 'Top bar')
    await has(banner, 'heading', 'Health')
    await hasInOrder(banner, 'button', hasBell ? ['Notifications', ...buttons] : buttons)
    for (const name of buttons) await has(banner, 'button', name, { haspopup: 'menu', expanded: name === opened })
    await has(state, 'main', 'Health')
  }

/** An open menu, as a dialog of the same name. */
const menu =
  (name: string, template: string): Check =>
  async (state, page) => {
    await bar(ALL, { opened: name })(state, page)
    await has(state, 'dialog', name)
    await expect(await has(state, 'menu', name)).toMatchAriaSnapshot(template)
    await coversPage(page)
  }

export default facts({
  Closed: bar(ALL),
  Public: bar(ALL.slice(0, 2), { hasBell: false }),
  // A setting is read with its value.
  Preferences: menu(
    'Preferences',
    `
      - group:
        - menuitem "Theme": /System/
        - menuitem "Date format": /Timestamp/
        - menuitem "Timezone": /Browser/
        - menuitem "Show deleted items": /No/
        - menuitem "Refresh interval": /\\d+s/
        - menuitem "Spoken changes": /Off/
      - group:
        - menuitem /Keyboard settings/
    `
  ),
  Help: menu(
    'Help',
    `
      - group:
        - menuitem "Keyboard shortcuts"
        - menuitem "Learn keys"
        - menuitem "Go to a kind or command"
        - menuitem "Messages"
      - group:
        - menuitem /^Documentation, in a new tab$/
        - menuitem /, in a new tab$/
    `
  ),
  'Your account': menu(
    'Your account',
    `
      - group "Hello, Ada Lovelace":
        - menuitem "Your Profile"
        - menuitem "Download kubeconfig"
      - group:
        - menuitem /^Version 1.0.871, backend v1.1.2$/
    `
  ),
})
