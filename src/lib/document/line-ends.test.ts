import { expect, test } from 'vitest'
import { plainLines, withLineEnds } from './line-ends'

const ends = ['\n', '\r\n', '\r']

test('changes only the bytes of an edited line, for any and mixed line endings', () => {
  const lines = ['a: 1', '', 'b: 2 # why', 'c: "é😀"', '']
  const mixes = ends.flatMap((one) => ends.map((other) => [one, other] as const))
  let cases = 0
  for (const [one, other] of mixes) {
    const original = lines.map((line, at) => `${line}${at % 2 === 0 ? one : other}`).join('')
    // `\r` and the `
    // ` of a following empty line form one line ending, which no editor can distinguish.
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

test('uses the first line ending for new lines, and removes lines with their endings', () => {
  expect(withLineEnds('a\r\nb\r\n', 'a\nnew\nb\n')).toBe('a\r\nnew\r\nb\r\n')
  expect(withLineEnds('a\r\nb\r\nc', 'a\nc')).toBe('a\r\nc')
  expect(withLineEnds('a\r\nb', '')).toBe('')
  expect(withLineEnds('a\nb', 'a\nc')).toBe('a\nc')
})
