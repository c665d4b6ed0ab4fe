import { expect, test } from 'vitest'
import { endStep, historyOf, record, redo, textBefore, undo } from './history'

const at = (by: string, ms = 0, pauseMs = Infinity) => ({ by, at: ms, pauseMs })

test('combines the changes of one field into one step, wherever it has focus', () => {
  let history = historyOf('a: 1')
  for (const text of ['a: 12', 'a: 123', 'a: 12']) history = record(history, text, at('a'))
  expect(undo(history).present).toBe('a: 1')
  expect(redo(undo(history)).present).toBe('a: 12')
})

test('starts a new step for another field, the code, or the same field after it lost focus', () => {
  let history = record(historyOf('0'), '1', at('a'))
  history = record(history, '2', at('b'))
  history = record(endStep(history), '3', at('b'))
  history = record(history, '4', at('code'))
  const seen = []
  while (history.past.length > 0) {
    history = undo(history)
    seen.push(history.present)
  }
  expect(seen).toEqual(['3', '2', '1', '0'])
})

test('ends a step after a pause', () => {
  const typed = record(historyOf('0'), '1', at('code', 0, 500))
  expect(record(typed, '2', at('code', 500, 500)).past).toEqual(['0'])
  expect(record(typed, '2', at('code', 501, 500)).past).toEqual(['0', '1'])
})

test('merges a field into the text from the start of its step', () => {
  const history = record(historyOf('a: one # why'), '# why', at('a'))
  expect(textBefore(history, at('a'))).toBe('a: one # why')
  expect(textBefore(history, at('b'))).toBe('# why')
  expect(textBefore(endStep(history), at('a'))).toBe('# why')
})

test('drops a step that returns to its start', () => {
  const history = record(record(historyOf('0'), '1', at('a')), '0', at('a'))
  expect(history.past).toEqual([])
  // The next change is a step again, starting from that text.
  expect(record(history, '2', at('a')).past).toEqual(['0'])
})

test('replaces undone steps by a new change', () => {
  const history = record(undo(record(historyOf('0'), '1', at('a'))), '2', at('b'))
  expect(history).toMatchObject({ past: ['0'], present: '2', future: [] })
  expect(redo(history)).toEqual(history)
})

test('ignores undo without steps, and limits their number', () => {
  expect(undo(historyOf('0'))).toEqual(historyOf('0'))
  let history = historyOf('0')
  for (let step = 1; step <= 500; step++) history = record(history, `${step}`, at(`${step}`))
  expect(history.past).toHaveLength(200)
  expect(history.past.at(-1)).toBe('499')
})
