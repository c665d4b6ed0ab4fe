import { facts, has, hasInOrder } from '../../helpers/facts'

export default facts({
  async Tones(state) {
    await hasInOrder(state, 'button', ['Plain', 'Primary', 'Bare'])
    await has(state, 'button', undefined, { count: 3, disabled: false, pressed: null, description: '' })
  },
  Refused: (state) =>
    has(state, 'button', 'Close incident', { disabled: true, description: 'Requires write access to incidents' }),
  Pressed: (state) => has(state, 'button', 'Hide passing', { pressed: true }),
})
