import { type Check, facts, has, reads } from '../../helpers/facts'

/** A notice with a reason below its heading, and one way on. */
const notice =
  (title: RegExp, reason: RegExp): Check =>
  async (state) => {
    await has(state, 'heading', title)
    await reads(state, reason)
    await has(state, 'button', /./, { disabled: false })
  }

export default facts({
  'No right to read': notice(/^Unauthorized/, /read access to canaries/),
  'No right to write': notice(/^Unauthorized/, /write access to connections/),
  'Turned off': notice(/^Health is turned off/, /./),
  'Flags failed': notice(/^Could not load/, /ECONNREFUSED/),
  'Flags loading': (state) => reads(state, /^Loading/),
})
