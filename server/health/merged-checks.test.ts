import { expect, test } from 'vitest'
import { mergeOutcomes, listSpecs } from './merged-checks'
import type { CheckOutcome } from './outcome'
import type { TransformedCheck } from './transform'

const passed = (durationMs: number, message: string, details = {}): CheckOutcome => ({
  kind: 'passed',
  durationMs,
  message,
  details,
})
const failed: CheckOutcome = { kind: 'failed', durationMs: 9, error: 'down', details: {} }
const invalid: CheckOutcome = { kind: 'invalid', error: 'The check cannot be run: url: is missing' }
const notRun: CheckOutcome = { kind: 'notRun', message: 'no verdict' }

test.each<[string, CheckOutcome[], Partial<CheckOutcome>]>([
  ['one that failed', [passed(1, 'a'), notRun, failed, invalid], { kind: 'failed', error: 'down' }],
  ['one that is written wrongly', [passed(1, 'a'), notRun, invalid, failed], invalid],
  ['one without a verdict', [passed(1, 'a'), notRun, passed(2, 'b')], notRun],
  ['the slowest', [passed(1, 'a'), passed(7, 'b'), passed(2, 'c')], { durationMs: 7, message: 'a; b; c' }],
  ['what all have to say, once', [passed(1, 'code=200'), passed(7, 'code=200')], { message: 'code=200' }],
  ['details of all', [passed(1, 'a', { code: 1 }), passed(1, 'b', { rows: 2 })], { details: { code: 1, rows: 2 } }],
])('of several outcomes, returns %s', (_name, outcomes, expected) => {
  expect(mergeOutcomes(outcomes)).toMatchObject(expected)
})

test('lists the rules of all outcomes in order', () => {
  const rule = { member: 'responseCodes', holds: true, says: 'response code 200' }
  const broken = { ...rule, holds: false }
  const outcomes = [
    { ...passed(1, 'a'), rules: [rule] },
    { ...failed, rules: [broken] },
  ] as CheckOutcome[]
  expect(mergeOutcomes(outcomes)).toMatchObject({ kind: 'failed', rules: [rule, broken] })
})

const made = (...names: string[]) => ({ transformed: names.map((name) => ({ name })) as TransformedCheck[] })

test('combines the transformed checks of all outcomes, unless a failed one may have had more', () => {
  const both = [
    { ...passed(1, 'a'), ...made('a') },
    { ...passed(1, 'b'), ...made('b', 'c') },
  ] as CheckOutcome[]
  expect(mergeOutcomes(both)).toMatchObject({ kind: 'passed', ...made('a', 'b', 'c') })
  expect(mergeOutcomes([...both, passed(1, 'c')])).toMatchObject(made('a', 'b', 'c'))
  expect(mergeOutcomes([...both, { ...failed, ...made('d') } as CheckOutcome])).toMatchObject({
    kind: 'failed',
    ...made('a', 'b', 'c', 'd'),
  })
  for (const bad of [failed, invalid, notRun]) {
    expect(mergeOutcomes([...both, bad])).not.toHaveProperty('transformed')
    expect(mergeOutcomes([{ ...failed, ...made('d') } as CheckOutcome, bad])).not.toHaveProperty('transformed')
  }
})

test.each<[unknown, number]>([
  [{ http: [{}, {}] }, 2],
  [{ http: [{}] }, 1],
  [{ http: [{}, {}], name: 'a' }, 1],
  [{ tcp: [{}, {}] }, 1],
  [{ url: 'https://a.test' }, 1],
  [{}, 1],
  [null, 1],
  ['http', 1],
])('%j contains %i http checks', (spec, count) => expect(listSpecs('http', spec)).toHaveLength(count))
