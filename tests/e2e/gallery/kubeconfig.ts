import { coversPage, expect, facts, has } from '../../helpers/facts'

export default facts({
  async 'Three steps'(state, page) {
    const dialog = await has(state, 'dialog', 'Download kubeconfig')
    await expect(dialog).toMatchAriaSnapshot(`
      - heading "Download kubeconfig" [level=2]
      - button "Expand"
      - button "Close"
      - list:
        - listitem:
          - paragraph: /personal access token/
          - button /Download/
        - listitem:
          - paragraph: /kubectl/
          - figure "Command":
            - button "Copy Command"
            - group /^Command, /
        - listitem:
          - paragraph:
            - link /, in a new tab$/
    `)
    await coversPage(page)
  },
})
