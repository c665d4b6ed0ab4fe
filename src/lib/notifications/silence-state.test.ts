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
  [{ heldBack: 0, from: '2025-12-31T11:00:00Z' }, ['Never matched']],
  [{ heldBack: 0, from: null, created_at: '2025-12-31T11:00:00Z' }, ['Never matched']],
  [{ heldBack: 0, from: '2025-12-31T13:00:00Z' }, []],
  [{ heldBack: 1, from: '2025-12-01T11:00:00Z' }, []],
  // The backend does not say.
  [{ from: '2025-12-01T11:00:00Z' }, []],
  [{ incidents: 1, heldBack: 3 }, ['Hid an incident']],
  [{ incidents: 2, heldBack: 3, until: before }, ['Hid 2 incidents']],
  [{ incidents: 1, heldBack: 3, until: soon }, ['Hid an incident', 'Ends within 1 hour']],
])('remarks on %o', (silence, remarks) => {
  expect(silenceRemarks(silence, now)).toEqual(remarks)
})
