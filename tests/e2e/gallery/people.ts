import { coversPage, expect, facts, has, reads } from '../../helpers/facts'

export default facts({
  async Invite(state, page) {
    const dialog = await has(state, 'dialog', 'Invite a person')
    await expect(dialog).toMatchAriaSnapshot(`
      - heading "Invite a person" [level=2]
      - paragraph: /link to create an account/
      - form "Invitation":
        - textbox "First name"
        - textbox "Last name"
        - textbox "E-mail"
        - combobox "Role"
        - button "Cancel"
        - button "Invite" [disabled]
    `)
    for (const name of ['First name', 'E-mail']) await has(dialog, 'textbox', name, { required: true, invalid: null })
    await has(dialog, 'textbox', 'Last name', { required: null })
    await has(dialog, 'combobox', 'Role', { required: true, expanded: false })
    await coversPage(page)
  },
  async Handed(state, page) {
    const dialog = await has(state, 'dialog', 'Sign-in link for Priya Nair')
    await has(dialog, 'heading', 'Sign-in link for Priya Nair')
    await reads(dialog, /works once/)
    for (const name of ['One-time link', 'Code, if the page prompts for it']) {
      const figure = await has(dialog, 'figure', name)
      await has(figure, 'button', `Copy ${name}`)
      await has(await has(figure, 'group', `${name}, code`), 'code')
    }
    await has(dialog, 'button', 'Done')
    await coversPage(page)
  },
})
