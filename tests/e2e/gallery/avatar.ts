import { type Check, facts, has } from '../../helpers/facts'

/** Pictures with the name of the person, whatever they show. */
const named =
  (name: string, count = 1): Check =>
  (state) =>
    has(state, 'img', name, { count })

export default facts({
  Picture: named('Ada Lovelace', 3),
  Initials: named('Wilhelmina Wolff', 3),
  'From the e-mail address': named('ada.lovelace@example.com'),
  'An image that does not load': named('Ada Lovelace'),
  Nobody: named('Unknown person'),
})
