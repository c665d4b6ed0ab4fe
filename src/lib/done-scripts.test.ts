import { expect, test } from 'vitest'
import { presetsFor, resultOf, variablesFor, wordsOfScript } from './done-scripts'

const wordsFor = (subject: Parameters<typeof presetsFor>[0]) => presetsFor(subject).map(({ words }) => words)

test('what is offered is about what the evidence is of', () => {
  expect(wordsFor({ check_id: 'a' })).toEqual([
    'its check is healthy for more than 5 minutes',
    'its check is healthy for more than 30 minutes',
    'its check is healthy',
  ])
  // An insight is evidence with its item.
  expect(wordsFor({ config_analysis_id: 'a', config_id: 'b', check_id: null })).toEqual([
    'its insight is resolved',
    'its config item is healthy',
  ])
  expect(wordsFor({ component_id: 'a' })).toEqual(['its component is healthy'])
  expect(wordsFor({})).toEqual([])
})

test('a script that was offered is told in words, and one that somebody has written is not', () => {
  expect(wordsOfScript(" check.status == 'healthy'\n")).toBe('its check is healthy')
  expect(wordsOfScript("check.status != 'unhealthy'")).toBeUndefined()
})

test('the variables are those of what it is of', () => {
  expect(variablesFor({ config_change_id: 'a', config_id: 'b' }).map(({ name }) => name)).toEqual(['config', 'change'])
  expect(variablesFor({})).toEqual([])
})

test.each([
  [{ script_result: null }, 'unknown', 'Not evaluated yet'],
  [{ script_result: '' }, 'unknown', 'Not evaluated yet'],
  [{ script_result: 'true' }, 'met', 'Met'],
  [{ script_result: 'false' }, 'unmet', 'Not met'],
  [{ script_result: 'No such key: nope (column 7)' }, 'failed', 'No such key: nope (column 7)'],
])('of %j it says what the script has said', (row, is, words) => expect(resultOf(row)).toEqual({ is, words }))
