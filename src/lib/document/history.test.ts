import { expect, test } from 'vitest'
import { endStep, historyOf, record, redo, textBefore, undo } from './history'

const at = (by: string, ms = 0, pauseMs = Infinity) => ({ by, at: ms, pauseMs })

test('what one field types is one step, whatever it came over', () => {
  let history = historyOf('a: 1')
  for (const text of ['a: 12', 'a: 123', 'a: 12']) history = record(history, text, at('a'))
  expect(undo(history).present).toBe('a: 1')
  expect(redo(undo(history)).present).toBe('a: 12')
})

test('another field, the code, or the same field after it was left begin another step', () => {
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

test('a pause ends a step', () => {
  const typed = record(historyOf('0'), '1', at('code', 0, 500))
  expect(record(typed, '2', at('code', 500, 500)).past).toEqual(['0'])
  expect(record(typed, '2', at('code', 501, 500)).past).toEqual(['0', '1'])
})

test('a field writes into the text that was there when it began', () => {
  const history = record(historyOf('a: one # why'), '# why', at('a'))
  expect(textBefore(history, at('a'))).toBe('a: one # why')
  expect(textBefore(history, at('b'))).toBe('# why')
  expect(textBefore(endStep(history), at('a'))).toBe('# why')
})

test('a step that comes back is none', () => {
  const history = record(record(historyOf('0'), '1', at('a')), '0', at('a'))
  expect(history.past).toEqual([])
  // What is typed next is one again, and begins where it does.
  expect(record(history, '2', at('a')).past).toEqual(['0'])
})

test('a change after a step back takes the place of what was undone', () => {
  const history = record(undo(record(historyOf('0'), '1', at('a'))), '2', at('b'))
  expect(history).toMatchObject({ past: ['0'], present: '2', future: [] })
  expect(redo(history)).toEqual(history)
})

test('without steps nothing happens, and very many do not pile up', () => {
  expect(undo(historyOf('0'))).toEqual(historyOf('0'))
  let history = historyOf('0')
  for (let step = 1; step <= 500; step++) history = record(history, `${step}`, at(`${step}`))
  expect(history.past).toHaveLength(200)
  expect(history.past.at(-1)).toBe('499')
})
