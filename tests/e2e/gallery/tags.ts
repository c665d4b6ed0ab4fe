import { expect, facts, has, hasInOrder } from '../../helpers/facts'

export default facts({
  async Few(state) {
    const few = await has(state, 'toolbar', 'Few')
    await hasInOrder(few, 'button', ['account: production', 'namespace: payments', 'name: payments-api'])
    await has(few, 'button', undefined, { count: 3, description: /copy/ })
  },
  async Many(state) {
    const many = await has(state, 'toolbar', 'Many')
    await has(many, 'button', /^\+\d+ more$/, { expanded: false })
    // Chips that do not fit are hidden from screen readers, too.
    expect(await many.getByRole('button').count()).toBeLessThan(33)
  },
  'One long': async (state) => {
    const toolbar = await has(state, 'toolbar', 'One long')
    await hasInOrder(toolbar, 'button', [/^image: registry\.example\.com.*api$/])
  },
  'In a narrow column': async (state) => {
    const toolbar = await has(state, 'toolbar', 'Narrow')
    await hasInOrder(toolbar, 'button', ['account: production', '+32 more'])
  },
})
