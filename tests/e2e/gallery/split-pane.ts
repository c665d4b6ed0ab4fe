import { expect, facts, has } from '../../helpers/facts'

export default facts({
  async 'List and detail'(state, page) {
    const separator = await has(state, 'separator', 'Size of Checks', {
      orientation: 'vertical',
      valuenow: 60,
      valuemin: /^\d+$/,
      valuemax: /^\d+$/,
      valuetext: '60%',
    })
    // It names the pane that it resizes.
    const controlled = await separator.getAttribute('aria-controls')
    await expect(page.locator(`[id="${controlled}"]`)).toContainText('The list')
  },
  'List alone': (state) => has(state, 'separator', undefined, { count: 0 }),
})
