import { facts, has, hasInOrder } from '../../helpers/facts'

/** Above 100 %, the meter is full, and its text is the actual value. */
const levels = [0, 40, 75, 76, 90, 91, 100, 140]

export default facts({
  async Levels(state) {
    await hasInOrder(
      state,
      'meter',
      levels.map((level) => `At ${level}`)
    )
    for (const level of levels)
      await has(state, 'meter', `At ${level}`, {
        valuenow: Math.min(100, level),
        valuemin: 0,
        valuemax: 100,
        valuetext: `${level}%`,
      })
  },
  'With its own words': (state) => has(state, 'meter', 'Memory', { valuenow: 78, valuetext: '3.1 of 4 GB' }),
  'Long name': (state) => has(state, 'meter', /^observability/, { valuenow: 93 }),
})
