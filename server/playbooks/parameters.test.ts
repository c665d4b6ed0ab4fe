import { expect, test } from 'vitest'
import { fillInParameters, parameterProblem, redacted, withDefaults } from './parameters'
import type { Parameter } from './playbook'

const replicas: Parameter = { name: 'replicas', required: true, default: '{{.config.replicas}}' }
const reason: Parameter = { name: 'reason', required: true }
const note: Parameter = { name: 'note', properties: { options: [{ label: '{{.config.name}}', value: 'a' }] } }
const token: Parameter = { name: 'token', type: 'secret' }
const env = { config: { name: 'checkout', replicas: 2 } }

test('what is asked for has its templates filled in', () => {
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
  expect(parameterProblem([reason, note], given as Record<string, string>)).toBe(problem)
)

test('what was left out gets its default, or is empty; what was given stays', () => {
  expect(withDefaults([replicas, reason, note], { reason: 'slow' }, env)).toEqual({
    replicas: '2',
    note: '',
    reason: 'slow',
  })
  expect(withDefaults([replicas], { replicas: '5' }, {})).toEqual({ replicas: '5' })
})

test('secrets are not written down; one that was left empty is not made up', () => {
  expect(redacted([token, reason], { token: 'x', reason: 'slow' })).toEqual({ token: '******', reason: 'slow' })
  expect(redacted([token], { token: '' })).toEqual({ token: '' })
})
