import { expect, test } from 'vitest'
import { endStep, createHistory, recordChange, redoStep, textBefore, undoStep } from './history'

const at = (by: string, ms = 0, pauseMs = Infinity) => ({ by, at: ms, pauseMs })

test('combines the changes of one field into one step, wherever it has focus', () => {
  let history = createHistory('a: 1')
  for (const text of ['a: 12', 'a: 123', 'a: 12']) history = recordChange(history, text, at('a'))
  expect(undoStep(history).present).toBe('a: 1')
  expect(redoStep(undoStep(history)).present).toBe('a: 12')
})

test('starts a new step for another field, the code, or the same field after it lost focus', () => {
  let history = recordChange(createHistory('0'), '1', at('a'))
  history = recordChange(history, '2', at('b'))
  history = recordChange(endStep(history), '3', at('b'))
  history = recordChange(history, '4', at('code'))
  const seen = []
  while (history.past.length > 0) {
    history = undoStep(history)
    seen.push(history.present)
  }
  expect(seen).toEqual(['3', '2', '1', '0'])
})

test('ends a step after a pause', () => {
  const typed = recordChange(createHistory('0'), '1', at('code', 0, 500))
  expect(recordChange(typed, '2', at('code', 500, 500)).past).toEqual(['0'])
  expect(recordChange(typed, '2', at('code', 501, 500)).past).toEqual(['0', '1'])
})

test('merges a field into the text from the start of its step', () => {
  const history = recordChange(createHistory('a: one # why'), '# why', at('a'))
  expect(textBefore(history, at('a'))).toBe('a: one # why')
  expect(textBefore(history, at('b'))).toBe('# why')
  expect(textBefore(endStep(history), at('a'))).toBe('# why')
})

test('drops a step that returns to its start', () => {
  const history = recordChange(recordChange(createHistory('0'), '1', at('a')), '0', at('a'))
  expect(history.past).toEqual([])
  // The next change is a step again, starting from that text.
  expect(recordChange(history, '2', at('a')).past).toEqual(['0'])
})

test('replaces undone steps by a new change', () => {
  const history = recordChange(undoStep(recordChange(createHistory('0'), '1', at('a'))), '2', at('b'))
  expect(history).toMatchObject({ past: ['0'], present: '2', future: [] })
  expect(redoStep(history)).toEqual(history)
})

test('ignores undo without steps, and limits their number', () => {
  expect(undoStep(createHistory('0'))).toEqual(createHistory('0'))
  let history = createHistory('0')
  for (let step = 1; step <= 500; step++) history = recordChange(history, `${step}`, at(`${step}`))
  expect(history.past).toHaveLength(200)
  expect(history.past.at(-1)).toBe('499')
})
