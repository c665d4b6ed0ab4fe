import { expect, test } from 'vitest'
import { findParameterErrors } from './parameter-errors'

const types = ['text', 'list', 'checkbox', 'config']
const faults = (parameter: Readonly<Record<string, unknown>>) => findParameterErrors(parameter, types)

test('accepts a valid parameter', () => {
  expect(faults({ name: 'reason' })).toEqual([])
  expect(faults({ name: 'n', default: '3', properties: { format: 'number', min: 0, max: 20 } })).toEqual([])
  expect(faults({ name: 'v', default: '1.2', properties: { regex: String.raw`\d+\.\d+` } })).toEqual([])
  expect(faults({ name: 'since', type: 'list', default: '1d', properties: { options: [{ value: '1d' }] } })).toEqual([])
  // The value of a template is known only at run time.
  expect(faults({ name: 'n', default: '{{.config.name}}', properties: { format: 'number' } })).toEqual([])
})

test.each([
  [{ type: 'text' }, 'The parameter has no name, so templates cannot use it.'],
  [{ name: 'a', type: 'colour' }, 'Unknown type colour. The parameter is shown as text.'],
  [{ name: 'a', type: 'list' }, 'The list has no options.'],
  [
    { name: 'a', type: 'list', default: 'c', properties: { options: ['a', { value: 'b' }] } },
    'The default c is not one of the options: a and b.',
  ],
  [{ name: 'a', type: 'checkbox', default: 'yes' }, 'The default yes is neither true nor false.'],
  [{ name: 'a', default: 'x', properties: { format: 'number' } }, 'The default x is not a number.'],
  [{ name: 'a', default: 30, properties: { format: 'number', max: 20 } }, 'The default 30 is outside the limits.'],
  [{ name: 'a', default: 'x', properties: { regex: String.raw`\d+` } }, String.raw`The default x does not match \d+.`],
])('%j: %s', (parameter, fault) => {
  expect(faults(parameter)).toEqual([fault])
})

test('reports an invalid expression', () => {
  expect(faults({ name: 'a', properties: { regex: '(' } })).toEqual([
    expect.stringMatching(/^\( is not a valid expression\. /),
  ])
})
