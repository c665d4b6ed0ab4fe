import { type Check, expect, facts, has, reads } from '../../helpers/facts'

/** Times in one format, each with the exact time for machines. */
const times =
  (texts: readonly RegExp[]): Check =>
  async (state) => {
    const all = await has(state, 'time', undefined, { count: texts.length })
    for (const [at, text] of texts.entries()) {
      await expect(all.nth(at)).toHaveText(text)
      await expect(all.nth(at)).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/)
    }
  }

const five = (text: RegExp) => Array.from({ length: 5 }, () => text)

export default facts({
  'Preferred: timestamp': times(five(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/)),
  'Preferred: short': times([/^(?:just now|\d+s ago)$/, /^\dm ago$/, /^1d ago$/, /^1mo ago$/, /^1y ago$/]),
  'Preferred: medium': times([/^\d\d:\d\d$/, /^\d\d:\d\d$/, /^\w+ \d\d:\d\d$/, /^\d+ \w+, /, /^\d+ \w+ \d{4}, /]),
  'Preferred: full': times(five(/^\w+, \d+ \w+ \d{4}, .*GMT\+5:30$/)),
  'How long ago': times([/^\dm ago$/]),
  'Under a heading that says age': times([/^\dm$/]),
  'To come': times([/^in \dm$/]),
  Due: times([/^due$/]),
  'A backend’s never': async (state) => {
    await has(state, 'time', undefined, { count: 0 })
    await reads(state, /^never$/)
  },
})
