import { growth, STILL_LINEAR } from '@tests/helpers/growth'
import { expect, test, vi } from 'vitest'
import { parseDocuments } from './parse-documents'

const lines = (size: number, line: (at: number) => string) =>
  Array.from({ length: size }, (_, at) => line(at)).join('\n')

const attempt = (text: string) => () => {
  try {
    return parseDocuments(text)
  } catch (error) {
    return error
  }
}

test.each([
  ['YAML', 'a: 1\nb: [x]\n', [{ a: 1, b: ['x'] }]],
  ['JSON', ' {"a": 1, "a": 2}', [{ a: 2 }]],
  ['several documents, without empty ones', 'a: 1\n---\n---\nb: 2\n', [{ a: 1 }, { b: 2 }]],
  ['a list of flow style that is not JSON', '[a, b]', [['a', 'b']]],
  ['merged maps', 'x: &x {a: 1}\ny: {<<: *x, b: 2}\n', [{ x: { a: 1 }, y: { a: 1, b: 2 } }]],
  ['keys that are equal in different maps', 'a: {b: 1}\nc: {b: 1}\n', [{ a: { b: 1 }, c: { b: 1 } }]],
  ['nothing', '', []],
])('reads %s', (_what, text, documents) => {
  expect(parseDocuments(text)).toEqual(documents)
})

test.each([
  ['invalid text', 'a: b: c', 'is neither YAML nor JSON: '],
  ['a repeated key', 'a: 1\nb:\n  c: 1\n  c: 2\n', 'is neither YAML nor JSON: the key "c" occurs twice in a map'],
  ['many aliases', `a: &a 1\nb: [${'*a,'.repeat(200)}]`, 'cannot be read: '],
])('refuses %s', (_what, text, message) => {
  expect(() => parseDocuments(text)).toThrow(message)
})

test.each<[string, (size: number) => string]>([
  ['keys', (size) => lines(size, (at) => `k${at}: 1`)],
  ['keys in braces', (size) => `{${lines(size, (at) => `k${at}: 1,`)}}`],
])('takes linear time for the keys of a document: %s', { timeout: 120_000 }, (_name, text) => {
  expect(growth((size) => attempt(text(size)), 400)).toBeLessThan(STILL_LINEAR)
})

test.each<[string, (size: number) => string]>([
  ['the same key', (size) => lines(size, () => 'k: 1')],
  ['users', (size) => `users:\n${lines(size, (at) => `- { name: u${at}, user: { token: a } }`)}`],
  ['anchors', (size) => lines(size, (at) => `- &a${at} 1`)],
  ['aliases', (size) => `- &a 1\n${lines(size, () => '- *a')}`],
  ['merges', (size) => `a: &a {x: 1}\n${lines(size, (at) => `k${at}: {<<: *a}`)}`],
  ['tags', (size) => lines(size, (at) => `- !t${at} 1`)],
  ['errors', (size) => lines(size, () => 'a: b: c')],
  ['comments', (size) => lines(size, () => '# c')],
  ['empty lines', (size) => `a: |\n${'\n'.repeat(size)}b`],
  ['spaces', (size) => `a:${' '.repeat(size)}b`],
  ['documents', (size) => '---\n'.repeat(size)],
  ['quotes', (size) => `a: "${'\\x41 \n  '.repeat(size)}"`],
])('takes linear time for a document: %s', { timeout: 120_000 }, (_name, text) => {
  expect(growth((size) => attempt(text(size)), 60)).toBeLessThan(STILL_LINEAR)
})

const MEGABYTE = 1_000_000
test.each([
  ['open lists', '['.repeat(MEGABYTE)],
  ['lists of JSON', `${'['.repeat(MEGABYTE / 2)}${']'.repeat(MEGABYTE / 2)}`],
  ['open maps', '{"a":'.repeat(MEGABYTE / 5)],
  ['lists in one line', '- '.repeat(MEGABYTE / 2)],
  ['keys in one line', 'a: '.repeat(MEGABYTE / 3)],
  ['indentation', lines(1400, (at) => `${' '.repeat(at)}a:`)],
])('refuses a megabyte of nested collections at the level where they are too deep: %s', (_what, text) => {
  expect(() => parseDocuments(text)).toThrow('has more than 200 levels of maps and lists')
})

test('reads 190 levels, and names the line and column of an error', () => {
  const text = `${'['.repeat(190)}a${']'.repeat(190)}`
  expect(JSON.stringify(parseDocuments(text))).toBe(`[${text.replace('a', '"a"')}]`)
  expect(() => parseDocuments('a: 1\nb: [c\n')).toThrow(/ at line 3, column 1$/)
})

test('prints nothing of a document, because it may be secret', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  attempt('token: !hunter2 1')()
  attempt('? [hunter2]\n: 1')()
  expect(warn).not.toHaveBeenCalled()
})
