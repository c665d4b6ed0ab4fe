import { expect, test } from 'vitest'
import { fillInParameters, findChoiceError, findParameterError, redactParameters, applyDefaults } from './parameters'
import type { PlaybookParameter } from './playbook'

const replicas: PlaybookParameter = { name: 'replicas', required: true, default: '{{.config.replicas}}' }
const reason: PlaybookParameter = { name: 'reason', required: true }
const note: PlaybookParameter = { name: 'note', properties: { options: [{ label: '{{.config.name}}', value: 'a' }] } }
const token: PlaybookParameter = { name: 'token', type: 'secret' }
const env = { config: { name: 'checkout', replicas: 2 } }

test('fills in the templates of parameters', () => {
  expect(fillInParameters([replicas, note], env)).toEqual([
    { ...replicas, default: '2' },
    { ...note, properties: { options: [{ label: 'checkout', value: 'a' }] } },
  ])
})

test.each([
  [{ reason: 'slow' }, undefined],
  [{}, 'missing required parameter(s): reason'],
  [{ reason: '' }, 'missing required parameter(s): reason'],
  [{ reason: 'slow', why: 'x', who: 'y' }, 'unknown parameter(s): why, who'],
])('%j: %s', (given, problem) =>
  expect(findParameterError([reason, note], given as Record<string, string>)).toBe(problem)
)

test('uses the default or an empty text for a missing parameter and keeps given values', () => {
  expect(applyDefaults([replicas, reason, note], { reason: 'slow' }, env)).toEqual({
    replicas: '2',
    note: '',
    reason: 'slow',
  })
  expect(applyDefaults([replicas], { replicas: '5' }, {})).toEqual({ replicas: '5' })
})

test.each([
  [
    { type: 'list', properties: { options: ['a', { label: 'B', value: 'b' }, 3] } },
    ['a', 'b', '3', ''],
    ['c', 'B', 'A'],
  ],
  [{ type: 'checkbox' }, ['true', 'false', ''], ['yes', '1']],
  [{ type: 'text' }, ['anything'], []],
  [{ type: 'list' }, ['anything'], []],
])('accepts only offered choices of %j', (parameter, offered, refused) => {
  const problem = (value: string) => findChoiceError([{ name: 'x', ...parameter }], { x: value })
  expect(offered.map(problem)).toEqual(offered.map(() => undefined))
  for (const value of refused) expect(problem(value)).toContain(`the value "${value}" of x is not one of its options`)
})

test('redacts secrets, and keeps an empty one empty', () => {
  expect(redactParameters([token, reason], { token: 'x', reason: 'slow' })).toEqual({ token: '******', reason: 'slow' })
  expect(redactParameters([token], { token: '' })).toEqual({ token: '' })
})
