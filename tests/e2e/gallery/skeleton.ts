import { type Check, expect, facts, reads } from '../../helpers/facts'

/** One sentence is read instead of the grey lines. */
const loading =
  (text: RegExp): Check =>
  async (state) => {
    await reads(state, text)
    await expect(state.locator('[aria-busy=true] > :not([aria-hidden])')).toHaveCount(1)
  }

export default facts({
  Rows: loading(/^Loading checks/),
  Text: loading(/^Loading the description/),
})
