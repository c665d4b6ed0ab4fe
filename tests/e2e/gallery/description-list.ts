import { expect, facts, has, reads } from '../../helpers/facts'

export default facts({
  Usual: (state) =>
    expect(state).toMatchAriaSnapshot(`
      - term: Namespace
      - definition: payments
      - term: Health
      - definition: Degraded
      - term: Created
      - definition:
        - time: /ago/
      - term: Owner
      - definition: /./
    `),
  Empty: async (state) => {
    await has(state, 'term', undefined, { count: 0 })
    await reads(state, /./)
  },
  Long: (state) =>
    expect(state).toMatchAriaSnapshot(`
      - term: /requested every ten seconds/
      - definition: /query_range/
    `),
})
