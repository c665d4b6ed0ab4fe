import { expect, test } from 'vitest'
import { presetsFor, readScriptResult, variablesFor, describeScript } from './done-scripts'

const wordsFor = (subject: Parameters<typeof presetsFor>[0]) => presetsFor(subject).map(({ words }) => words)

test('offers scripts for the source of the evidence', () => {
  expect(wordsFor({ check_id: 'a' })).toEqual([
    'its check is healthy for more than 5 minutes',
    'its check is healthy for more than 30 minutes',
    'its check is healthy',
  ])
  // The item of an insight is evidence, too.
  expect(wordsFor({ config_analysis_id: 'a', config_id: 'b', check_id: null })).toEqual([
    'its insight is resolved',
    'its config item is healthy',
  ])
  expect(wordsFor({ component_id: 'a' })).toEqual(['its component is healthy'])
  expect(wordsFor({})).toEqual([])
})

test('describes a preset script in words, and a custom script not', () => {
  expect(describeScript(" check.status == 'healthy'\n")).toBe('its check is healthy')
  expect(describeScript("check.status != 'unhealthy'")).toBeUndefined()
})

test('lists the variables for the source of the evidence', () => {
  expect(variablesFor({ config_change_id: 'a', config_id: 'b' }).map(({ name }) => name)).toEqual(['config', 'change'])
  expect(variablesFor({})).toEqual([])
})

test.each([
  [{ script_result: null }, 'unknown', 'Not evaluated yet'],
  [{ script_result: '' }, 'unknown', 'Not evaluated yet'],
  [{ script_result: 'true' }, 'met', 'Met'],
  [{ script_result: 'false' }, 'unmet', 'Not met'],
  [{ script_result: 'No such key: nope (column 7)' }, 'failed', 'No such key: nope (column 7)'],
])('describes the result of a script: %j', (row, is, words) => expect(readScriptResult(row)).toEqual({ is, words }))
