import { expect, test } from 'vitest'
import { type CodeLanguage, tokenize } from './tokens'

const parts = (code: string, language: CodeLanguage) =>
  tokenize(code, language).flatMap(({ text, is }) => (is ? [`${is} ${text}`] : []))

test.each<[CodeLanguage, string, string[]]>([
  [
    'json',
    '{"a": "b", "n": -1.5e3, "t": true}',
    ['key "a"', 'string "b"', 'key "n"', 'value -1.5e3', 'key "t"', 'value true'],
  ],
  ['json', String.raw`{"a\"b": "c: \"d\""}`, [String.raw`key "a\"b"`, String.raw`string "c: \"d\""`]],
  [
    'yaml',
    'a: 1 # one\n- b-c: "x"\n  d: it is\n',
    ['key a', 'value 1', 'comment # one', 'key b-c', 'string "x"', 'key d'],
  ],
  ['yaml', 'at: http://host:80/a#b\n', ['key at']],
  ['yaml', 'on: { x: no, y: 2 }', ['key on', 'key x', 'key y', 'value 2']],
  [
    'shell',
    '# get\nkubectl get $POD | grep "a b"',
    ['comment # get', 'key kubectl', 'value $POD', 'key grep', 'string "a b"'],
  ],
  ['shell', '', []],
])('%s %j', (language, code, expected) => {
  expect(parts(code, language)).toEqual(expected)
  expect(
    tokenize(code, language)
      .map(({ text }) => text)
      .join('')
  ).toBe(code)
})

test('long code is not coloured, because time grows with the square of the line length', () => {
  const code = `a: ${' '.repeat(100_000)}x\n`
  for (const language of ['yaml', 'json', 'shell'] as const)
    expect(tokenize(code, language)).toEqual([{ text: code, at: 0 }])
})
