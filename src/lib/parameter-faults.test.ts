import { expect, test } from 'vitest'
import { faultsOfParameter } from './parameter-faults'

const types = ['text', 'list', 'checkbox', 'config']
const faults = (parameter: Readonly<Record<string, unknown>>) => faultsOfParameter(parameter, types)

test('a parameter that can be asked has no faults', () => {
  expect(faults({ name: 'reason' })).toEqual([])
  expect(faults({ name: 'n', default: '3', properties: { format: 'number', min: 0, max: 20 } })).toEqual([])
  expect(faults({ name: 'v', default: '1.2', properties: { regex: String.raw`\d+\.\d+` } })).toEqual([])
  expect(faults({ name: 'since', type: 'list', default: '1d', properties: { options: [{ value: '1d' }] } })).toEqual([])
  // What a template gives is known when it is run.
  expect(faults({ name: 'n', default: '{{.config.name}}', properties: { format: 'number' } })).toEqual([])
})

test.each([
  [{ type: 'text' }, 'It has no name, so nothing can be filled in by it.'],
  [{ name: 'a', type: 'colour' }, 'Its type colour is not known, so it is asked as text.'],
  [{ name: 'a', type: 'list' }, 'It is a list without options.'],
  [
    { name: 'a', type: 'list', default: 'c', properties: { options: ['a', { value: 'b' }] } },
    'Its default c is none of its options: a and b.',
  ],
  [{ name: 'a', type: 'checkbox', default: 'yes' }, 'Its default yes is neither true nor false.'],
  [{ name: 'a', default: 'x', properties: { format: 'number' } }, 'Its default x is no number.'],
  [{ name: 'a', default: 30, properties: { format: 'number', max: 20 } }, 'Its default 30 is not within its limits.'],
  [{ name: 'a', default: 'x', properties: { regex: String.raw`\d+` } }, String.raw`Its default x does not fit \d+.`],
])('%j: %s', (parameter, fault) => {
  expect(faults(parameter)).toEqual([fault])
})

test('an expression that cannot be read is told', () => {
  expect(faults({ name: 'a', properties: { regex: '(' } })).toEqual([expect.stringMatching(/^\( cannot be read\. /)])
})
