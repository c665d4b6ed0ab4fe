import { type Check, facts, has } from '../../helpers/facts'

const search =
  (value: RegExp): Check =>
  (state) =>
    has(state, 'searchbox', 'Search by name, description, or endpoint', { value })

export default facts({
  Empty: search(/^$/),
  'With words': search(/^payments api$/),
  'More than fits': search(/^a service whose name/),
})
