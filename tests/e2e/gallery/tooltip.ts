import { type Check, expect, facts, has } from '../../helpers/facts'

/** The button has the text of the tip as its description, so the tip is hidden from screen readers. */
const shown =
  (description: RegExp, disabled: boolean): Check =>
  async (state, page) => {
    await has(state, 'button', 'Refresh', { description, disabled, focused: true })
    await has(state, 'tooltip', undefined, { count: 0 })
    await expect(page.locator('[role=tooltip]')).toHaveText(/Refresh.*Shift\+R/)
  }

export default facts({
  'Name only': (state) => has(state, 'button', 'Close', { description: '' }),
  Shown: shown(/^Shortcut: Shift\+R$/, false),
  'With a reason': shown(/^Shortcut: Shift\+R\. The server does not answer/, true),
})
