import { expect, test } from 'vitest'
import { silenceRemarks, silenceState } from './silence-state'

const now = new Date('2026-01-01T12:00:00Z')
const [before, soon, after] = ['2026-01-01T11:00:00Z', '2026-01-01T12:30:00Z', '2026-01-01T14:00:00Z']

test.each([
  ['active', {}],
  ['active', { from: before, until: null }],
  ['active', { from: before, until: after }],
  ['upcoming', { from: soon, until: after }],
  ['expired', { from: null, until: before }],
])('is %s: %o', (state, period) => {
  expect(silenceState(period, now)).toBe(state)
})

test.each<[object, string[]]>([
  [{ until: after }, []],
  [{ until: soon }, ['Ends within 1 hour']],
  [{ until: null, error: 'Syntax error' }, ['Has no effect: Syntax error']],
  [{ filter: ' true ' }, ['Covers everything']],
  [{ filter: 'check.name == "true"' }, []],
  [{ selectors: [{ name: '*' }] }, ['Covers everything']],
  [{ selectors: [{ name: '*', types: ['Kubernetes::Pod'] }, {}] }, []],
  [{ until: before, error: 'Syntax error', filter: 'true' }, []],
])('remarks on %o', (silence, remarks) => {
  expect(silenceRemarks(silence, now)).toEqual(remarks)
})
