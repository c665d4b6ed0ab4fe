import { describe, expect, test } from 'vitest'
import { changeBetween, writeValue } from './edit'
import type { Language, DocumentPath } from '@/shared/document/read'

function write(text: string, path: DocumentPath, value: unknown, language: Language = 'yaml'): string {
  const edited = writeValue(text, { language }, path, value)
  return 'refusal' in edited ? `REFUSED: ${edited.refusal}` : edited.text
}

type Case = [what: string, text: string, path: DocumentPath, value: unknown, expected: string]

describe('changing a value in YAML', () => {
  const cases: Case[] = [
    ['plain', 'a: 1\nb: 2 # why\n', ['b'], 3, 'a: 1\nb: 3 # why\n'],
    ['a text that looks like a number', 'a: 1\n', ['a'], '2', 'a: "2"\n'],
    ['a word that YAML 1.1 parses as a boolean', 'a: x\n', ['a'], 'yes', 'a: "yes"\n'],
    ['in double quotes', 'a: "x" # c\n', ['a'], 'y: z', 'a: "y: z" # c\n'],
    ['in single quotes', "a: 'x'\n", ['a'], "it's", "a: 'it''s'\n"],
    ['with an anchor that nothing uses', 'a: &q x # c\n', ['a'], 'v', 'a: &q v # c\n'],
    ['empty', 'a:\nb: 2\n', ['a'], 'x', 'a: x\nb: 2\n'],
    ['empty, with a comment', 'a: # soon\nb: 2\n', ['a'], 'x', 'a: x # soon\nb: 2\n'],
    ['over several lines', 'a: one\n  two\nb: 2\n', ['a'], 'three', 'a: three\nb: 2\n'],
    ['a literal text', 'a: |\n  one\n  two\nb: 2\n', ['a'], 'one\nthree\n', 'a: |\n  one\n  three\nb: 2\n'],
    ['a literal text with a comment', 'a: |- # c\n  one\nb: 2\n', ['a'], 'two', 'a: |- # c\n  two\nb: 2\n'],
    ['a literal text in a list', 'a:\n  - |\n    one\n  - 2\n', ['a', 0], 'two\n', 'a:\n  - |\n    two\n  - 2\n'],
    ['a text that becomes multi-line', 'a: one # c\nb: 2\n', ['a'], 'one\ntwo\n', 'a: | # c\n  one\n  two\nb: 2\n'],
    ['a text at the end', 'a: |\n  one', ['a'], 'two', 'a: |-\n  two'],
    ['an object that replaces a text', 'a: 1 # c\nb: 2\n', ['a'], { x: 1 }, 'a: # c\n  x: 1\nb: 2\n'],
    ['a text that replaces an object', 'a: # c\n  x: 1\nb: 2\n', ['a'], 5, 'a: 5 # c\nb: 2\n'],
    ['within braces', 'a: {x: 1, y: "b"} # c\n', ['a', 'y'], 'c', 'a: {x: 1, y: "c"} # c\n'],
    ['with Windows line ends', 'a: 1\r\nb:\r\n  - x\r\n', ['b', 1], 'v', 'a: 1\r\nb:\r\n  - x\r\n  - v\r\n'],
    ['after a byte order mark', '\uFEFFa: 1\nb: 2\n', ['a'], 2, '\uFEFFa: 2\nb: 2\n'],
    ['in the first of several documents', '# x\na: 1\n---\na: 1\n', ['a'], 2, '# x\na: 2\n---\na: 1\n'],
  ]
  test.each(cases)('replaces: %s', (_, text, path, value, expected) => {
    expect(write(text, path, value)).toBe(expected)
  })
})

describe('adding a value in YAML', () => {
  const cases: Case[] = [
    ['a key', 'a: 1 # c\n', ['b'], 2, 'a: 1 # c\nb: 2\n'],
    ['a key before a comment on its own line', 'a:\n  b: 1\n# end\n', ['a', 'c'], 2, 'a:\n  b: 1\n  c: 2\n# end\n'],
    ['a key without a last line break', 'a: 1', ['b'], 2, 'a: 1\nb: 2'],
    ['a key after a literal text', 'a:\n  b: |\n    x\n\nc: 1\n', ['a', 'd'], 2, 'a:\n  b: |\n    x\n  d: 2\n\nc: 1\n'],
    ['several levels', 'a: 1\n', ['b', 'c', 0, 'd'], 2, 'a: 1\nb:\n  c:\n    - d: 2\n'],
    ['below an empty key', 'a:\nb: 1\n', ['a', 'c'], 2, 'a:\n  c: 2\nb: 1\n'],
    ['in empty braces', 'a: {} # c\n', ['a', 'b'], 2, 'a: # c\n  b: 2\n'],
    ['in braces', 'a: {b: 1}\n', ['a', 'c'], [1], 'a: {b: 1, c: [1]}\n'],
    ['in braces with a last comma', 'a: {b: 1,}\n', ['a', 'c'], 2, 'a: {b: 1, c: 2,}\n'],
    ['in a list', 'a:\n- x # c\n', ['a', 1], { v: 1, z: 2 }, 'a:\n- x # c\n- v: 1\n  z: 2\n'],
    ['with the list indentation of the text', 'a:\n- x\n', ['b'], ['v'], 'a:\n- x\nb:\n- v\n'],
    ['with the indentation of the text', 'a:\n    b: 1\n', ['c'], { d: 1 }, 'a:\n    b: 1\nc:\n    d: 1\n'],
    ['in a list within a list', 'a:\n  - b: 1\n    c: 2\n', ['a', 0, 'd'], 3, 'a:\n  - b: 1\n    c: 2\n    d: 3\n'],
    ['in an empty text', '', ['a', 'b'], 1, 'a:\n  b: 1\n'],
    ['in a text with comments only', '# mine\n', ['a'], 1, '# mine\na: 1\n'],
    ['after the start marker of a document', '---\n', ['a'], 1, '---\na: 1\n'],
    ['with a key that needs quotes', 'a: 1\n', ['b: c'], 1, 'a: 1\n"b: c": 1\n'],
    ['a key with a special meaning in JavaScript', 'a: 1\n', ['__proto__'], 1, 'a: 1\n__proto__: 1\n'],
  ]
  test.each(cases)('adds: %s', (_, text, path, value, expected) => {
    expect(write(text, path, value)).toBe(expected)
  })
})

describe('removing a value in YAML', () => {
  const cases: Case[] = [
    ['a key', 'a: 1\nb: 2 # c\nc: 3\n', ['b'], undefined, 'a: 1\nc: 3\n'],
    ['the last key', 'a: 1\nb: 2', ['b'], undefined, 'a: 1'],
    ['an object', 'a: 1\nb:\n  c: 1 # c\n\n# mine\nd: 1\n', ['b'], undefined, 'a: 1\n\n# mine\nd: 1\n'],
    ['the only key', 'a:\n  b: 1\nc: 1\n', ['a', 'b'], undefined, 'a: {}\nc: 1\n'],
    ['the only item', 'a: # c\n  - 1\nc: 1\n', ['a', 0], undefined, 'a: [] # c\nc: 1\n'],
    ['the first key of an item', '- a: 1\n  b: 2\n', [0, 'a'], undefined, '- b: 2\n'],
    ['the first key before a comment', '- a: 1\n  # c\n  b: 2\n', [0, 'a'], undefined, '- # c\n  b: 2\n'],
    ['an item', 'a:\n  - 1\n  # two\n  - 2\n  - 3\n', ['a', 1], undefined, 'a:\n  - 1\n  # two\n  - 3\n'],
    ['within braces', 'a: {b: 1, c: 2}\n', ['a', 'b'], undefined, 'a: {c: 2}\n'],
    ['the last within brackets', 'a: [1, 2, 3]\n', ['a', 2], undefined, 'a: [1, 2]\n'],
    ['the only item within brackets', 'a: [ 1 ]\n', ['a', 0], undefined, 'a: []\n'],
    ['a missing value', 'a: 1\n', ['b', 'c'], undefined, 'a: 1\n'],
  ]
  test.each(cases)('removes: %s', (_, text, path, value, expected) => {
    expect(write(text, path, value)).toBe(expected)
  })
})

test('writes only the differences of an object or a list', () => {
  const text = 'l: # labels\n  a: "1" # one\n  b: 2\nm:\n  - x # first\n  - y\n  - z # last\n'
  expect(write(text, ['l'], { a: '1', b: 3, c: 4 })).toBe(text.replace('b: 2\n', 'b: 3\n  c: 4\n'))
  expect(write(text, ['m'], ['x', 'z'])).toBe(text.replace('  - y\n', ''))
  expect(write(text, ['m'], ['w', 'x', 'y', 'z'])).toBe(text.replace('  - x', '  - w\n  - x'))
  expect(write(text, ['m'], ['x', 'y', 'q', 'z'])).toBe(text.replace('- y\n', '- y\n  - q\n'))
})

test('keeps JSON as JSON', () => {
  const text = '{\n\t"a": 1,\n\t"b": {"c": [1, 2]}\n}\n'
  const json = (path: DocumentPath, value: unknown) => write(text, path, value, 'json')
  expect(json(['a'], 'x')).toBe(text.replace('1,', '"x",'))
  expect(json(['b', 'c', 2], 3)).toBe(text.replace('1, 2', '1, 2, 3'))
  expect(json(['d'], { e: 1 })).toBe(text.replace(']}\n', ']},\n\t"d": {\n\t\t"e": 1\n\t}\n'))
  expect(json(['a'], undefined)).toBe('{\n\t"b": {"c": [1, 2]}\n}\n')
  expect(json(['b'], undefined)).toBe('{\n\t"a": 1\n}\n')
  expect(write('', ['a'], 1, 'json')).toBe('{\n  "a": 1\n}\n')
  expect(write('{}', ['a'], [], 'json')).toBe('{\n  "a": []\n}')
  expect(write('{"a": 1,}', ['a'], 2, 'json')).toBe('REFUSED: The text is not valid JSON')
})

test('refuses to change values that are defined elsewhere, with a reason', () => {
  const text = 'base: &b {x: 1, y: [1]}\nuse: *b\nmore:\n  <<: *b\n  z: 1\n'
  expect(write(text, ['use', 'x'], 2)).toBe('REFUSED: The value is defined elsewhere as &b')
  expect(write(text, ['use'], 2)).toBe('REFUSED: The value is defined elsewhere as &b')
  expect(write(text, ['more', 'x'], 2)).toBe('REFUSED: The value is merged with << from another part of the text')
  expect(write(text, ['more', 'z'], 2)).toBe(text.replace('z: 1', 'z: 2'))
  // The change would affect other values.
  expect(write(text, ['base', 'x'], 2)).toContain('REFUSED: This value cannot be changed here without changing others')
  expect(write('a: 1\na: 2\n', ['a'], 3)).toBe('REFUSED: The key is defined twice')
  expect(write('[a]: 1\nb: 2\n', ['b'], 3)).toBe('REFUSED: A key is a list or an object')
  expect(write('a: [1\n', ['a'], 3)).toContain('REFUSED')
  expect(write('a: text\n', ['a', 'b'], 3)).toBe('REFUSED: A value of another type is in its place')
})

test('returns the smallest replacement of whole characters', () => {
  expect(changeBetween('abc', 'abc')).toBeUndefined()
  expect(changeBetween('abc', 'abxc')).toEqual({ from: 2, to: 2, insert: 'x' })
  expect(changeBetween('aaa', 'aa')).toEqual({ from: 2, to: 3, insert: '' })
  expect(changeBetween('a😀b', 'a😁b')).toEqual({ from: 1, to: 3, insert: '😁' })
})
