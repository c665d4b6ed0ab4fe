import { expect, test } from 'vitest'
import { plainLines, withLineEnds } from './line-ends'

const ends = ['\n', '\r\n', '\r']

test('one edited line changes its own bytes, whatever lines end with, mixed or not', () => {
  const lines = ['a: 1', '', 'b: 2 # why', 'c: "é😀"', '']
  const mixes = ends.flatMap((one) => ends.map((other) => [one, other] as const))
  let cases = 0
  for (const [one, other] of mixes) {
    const original = lines.map((line, at) => `${line}${at % 2 === 0 ? one : other}`).join('')
    // `\r` and the `\n` of an empty line after it are one line end, which no editor tells from another.
    if (original.includes('\r\n') && one !== other && [one, other].includes('\r')) continue
    for (const line of lines.filter((text) => text !== '')) {
      cases++
      const edited = plainLines(original).replace(line, `${line}!`)
      expect(withLineEnds(original, edited)).toBe(original.replace(line, `${line}!`))
    }
    expect(withLineEnds(original, plainLines(original))).toBe(original)
  }
  expect(cases).toBeGreaterThan(12)
})

test('new lines end as the first one does; removed ones go with their ends', () => {
  expect(withLineEnds('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\r\n')
  expect(withLineEnds('a\r\nb\r\nc', 'a\nc')).toBe('a\r\nc')
  expect(withLineEnds('a\r\nb', '')).toBe('')
  expect(withLineEnds('a\nb', 'a\nc')).toBe('a\nc')
})
