import { expect, test } from 'vitest'
import { stripAnsi } from './ansi'
import { applyCarriageReturns } from './terminal'

test.each([
  ['loading 1%\rloading 20%\rloading 100%', 'loading 100%'],
  ['loading 100%\r', 'loading 100%'],
  ['a windows line\r\nanother\r\n', 'a windows line\nanother\n'],
  // A shorter text leaves the end of the longer one, as a terminal does.
  ['downloading\rdone', 'doneloading'],
  ['downloading\r\u001b[Kdone', 'done'],
  ['downloading\u001b[2K\rdone', 'done'],
  ['first\nold\rnew\nlast', 'first\nnew\nlast'],
  ['\r\rx', 'x'],
  ['zwölf 😀\rdrei', 'dreif 😀'],
  ['a\u001b[10Gb\rc', 'c        b'],
  ['no return', 'no return'],
])('shows %j as %j', (text, shown) => expect(stripAnsi(applyCarriageReturns(text))).toBe(shown))

test('keeps the colours of the characters that stay', () => {
  expect(applyCarriageReturns('\u001b[31mred text\u001b[0m\r\u001b[32mgo\u001b[0m')).toBe(
    '\u001b[32mgo\u001b[0m\u001b[31md text\u001b[0m'
  )
})

test('shows the end of a very long line', () => {
  const started = performance.now()
  expect(applyCarriageReturns(`${'step\r'.repeat(200_000)}done`)).toBe('done')
  expect(applyCarriageReturns('x'.repeat(1_000_000))).toHaveLength(1_000_000)
  expect(performance.now() - started).toBeLessThan(1000)
})
