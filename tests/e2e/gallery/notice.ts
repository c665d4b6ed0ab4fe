import { type Check, expect, facts, has, reads } from '../../helpers/facts'

/** A heading, the reason, and the ways on. */
const notice =
  (title: string, reason: RegExp, buttons: number): Check =>
  async (state) => {
    await has(state, 'heading', title)
    await reads(state, reason)
    await has(state, 'button', undefined, { count: buttons })
  }

export default facts({
  Empty: notice('No data available', /No check has reported yet/, 0),
  'Filtered out': notice('No check matches', /25 checks are hidden by 2 filters/, 1),
  Failed: notice('Could not load the checks', /ECONNREFUSED/, 1),
  Banner: (state) =>
    expect(state).toMatchAriaSnapshot(`
      - paragraph:
        - text: /does not answer/
        - time: /./
      - button /./
    `),
})
