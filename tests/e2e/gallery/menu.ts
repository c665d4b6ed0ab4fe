import { coversPage, expect, facts, has, hasInOrder } from '../../helpers/facts'

const LABEL = 'More about payments-api'

export default facts({
  Closed: (state) => has(state, 'button', 'More', { haspopup: /^(?:true|menu)$/, expanded: false, disabled: false }),
  Refused: (state) => has(state, 'button', 'More', { disabled: true, description: 'You are offline.' }),
  async Open(state, page) {
    const menu = await has(state, 'menu', LABEL)
    await expect(menu).toMatchAriaSnapshot(`
      - group "Check":
        - menuitem "Run now"
        - menuitem "Edit" [disabled]
      - group /^${LABEL}, /:
        - menuitem "Delete…"
    `)
    await has(menu, 'menuitem', 'Edit', { disabled: true, description: /In a form.*Your role may not edit checks\./ })
    await has(state, 'dialog', LABEL)
    await has(state, 'button', 'More', { expanded: true })
    await coversPage(page)
  },
  async 'Open, without icons'(state, page) {
    await hasInOrder(await has(state, 'menu', LABEL), 'menuitem', [/^Newest first$/, /^By the name of the cluster/])
    await coversPage(page)
  },
})
