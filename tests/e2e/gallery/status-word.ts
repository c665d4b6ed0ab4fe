import { expect } from 'playwright/test'
import { statusWords } from '../../../src/lib/status-words'
import { facts, reads } from '../../helpers/facts'

const meanings = new Set(statusWords.map(([, meaning]) => meaning))

export default facts({
  // The word is the name: icons are not read.
  Words: (state) => reads(state, /^Failed Timed out .* Unknown .* Not available$/),
  async Icons(state) {
    const drawn = await state.locator('svg').evaluateAll((icons) => icons.map((icon) => icon.innerHTML))
    expect(new Set(drawn).size).toBe(meanings.size)
  },
  'Word of a later version': (state) => reads(state, /^Evicted$/),
  'Other text': (state) => reads(state, /^3 unhealthy$/),
})
