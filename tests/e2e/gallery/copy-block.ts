import { type Check, facts, has } from '../../helpers/facts'

/** A figure and a scrollable group of code, both named by the label, as the button is. */
const block =
  (label: string, code: RegExp): Check =>
  async (state) => {
    const figure = await has(state, 'figure', label)
    await has(figure, 'button', new RegExp(`^Copy ${label}$`))
    const group = await has(figure, 'group', new RegExp(`^${label}, `))
    await has(group.filter({ hasText: code }), 'code')
  }

export default facts({
  Line: block('Add the repository', /^helm repo add/),
  Wide: block('Install command', /^helm repo add/),
  Tall: block('Manifest', /^line-\d/),
})
