import { expect, test } from 'vitest'
import { evaluateHere } from '@tests/helpers/evaluate-here'
import type { Evaluate } from '../../platform/expression/evaluator'
import { findInsights } from './insights'
import type { SourceItem } from './sources'
import { parseScraperSpec } from './spec'

const source = (when: string) => ({
  paths: ['/x'],
  id: '$.id',
  type: 'Printer',
  transform: { insights: [{ analyzer: 'a', type: 'other', when, message: when }] },
})
const item = (externalId: string, at = 0): SourceItem => ({
  externalId,
  type: 'Printer',
  configClass: 'Printer',
  name: externalId,
  description: null,
  status: null,
  health: null,
  labels: {},
  tags: {},
  config: {},
  relationships: [],
  source: at,
})
const never = new AbortController().signal

test('applies a rule to the items of its own source only', async () => {
  const spec = parseScraperSpec({ file: [source('true'), source('id == "other"')] })
  const { found } = await findInsights(spec, [item('one'), item('two', 1), item('other', 1)], evaluateHere, never)
  expect(found.map(({ externalId, message }) => [externalId, message])).toEqual([
    ['one', 'true'],
    ['other', 'id == "other"'],
  ])
})

test('stops evaluating a condition that takes too long', async () => {
  let evaluations = 0
  const evaluate: Evaluate = async () => {
    evaluations++
    return { kind: 'undecided', message: 'the expression, which takes longer than 2 s' }
  }
  const items = Array.from({ length: 1000 }, (_, at) => item(String(at)))
  const { unevaluated, problems } = await findInsights(
    parseScraperSpec({ file: [source('true')] }),
    items,
    evaluate,
    never
  )
  expect(evaluations).toBeLessThan(10)
  expect(unevaluated).toHaveLength(1000)
  expect(problems).toEqual(['insight a, of 1,000 items: the expression, which takes longer than 2 s'])
})

const always: Evaluate = async () => ({ kind: 'value', value: true, text: 'true', read: {} })

test('refuses a rule that matches everything', async () => {
  const items = Array.from({ length: 20_001 }, (_, at) => item(String(at)))
  await expect(findInsights(parseScraperSpec({ file: [source('true')] }), items, always, never)).rejects.toThrow(
    'transform.insights creates more than 20000 insights'
  )
})

test('refuses rules whose messages are too long together, and creates no more of them', async () => {
  const rule = { analyzer: 'a', type: 'other', when: 'true', message: '$(.config.log)' }
  const spec = parseScraperSpec({ file: [{ ...source('true'), transform: { insights: [rule] } }] })
  let evaluations = 0
  const counting: Evaluate = async (question) => {
    evaluations++
    return always(question)
  }
  const items = Array.from({ length: 1000 }, (_, at) => ({ ...item(String(at)), config: { log: 'x'.repeat(999_999) } }))
  await expect(findInsights(spec, items, counting, never)).rejects.toThrow('the messages have more than')
  expect(evaluations).toBeLessThan(50)
})

test.each([
  ['an unknown kind', { type: 'weather' }],
  ['an unknown severity', { severity: 'urgent' }],
  ['no condition', { when: ' ' }],
  ['another member', { script: 'x' }],
])('refuses a rule with %s', (_, part) => {
  const rule = { analyzer: 'a', type: 'other', when: 'true', message: 'x', ...part }
  expect(() => parseScraperSpec({ file: [{ ...source('true'), transform: { insights: [rule] } }] })).toThrow(
    'transform.insights'
  )
})
