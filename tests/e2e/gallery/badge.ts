import { facts, reads } from '../../helpers/facts'

export default facts({
  Tones: (state) => reads(state, /plain good active warn bad accent/),
  // A count above the limit is read in full, with its noun.
  Count: (state) => reads(state, /^\d+ \d+ changes 1,\d+ changes$/),
})
