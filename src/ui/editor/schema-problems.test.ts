import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { suggestCompletions } from './completions'
import { formatText, parseContent } from './content'
import { describeProblemCount, findNextProblem } from './problem'
import { findDocumentation, findProblems } from './schema-problems'

const http = {
  type: 'object',
  properties: { kind: { const: 'http' }, url: { type: 'string', description: 'Asked with GET' } },
  required: ['url'],
}
const tcp = { type: 'object', properties: { kind: { const: 'tcp' }, port: { type: 'integer', maximum: 65535 } } }
const schema = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 3 },
    interval: { type: 'integer', minimum: 1, description: 'Seconds between runs' },
    severity: { enum: ['critical', 'high', 'low'] },
    enabled: { type: 'boolean' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    checks: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/http' }, { $ref: '#/$defs/tcp' }] } },
    owner: { $ref: '#/$defs/owner' },
  },
  required: ['interval'],
  additionalProperties: false,
  $defs: {
    http,
    tcp,
    owner: { type: 'object', properties: { team: { type: 'string' }, next: { $ref: '#/$defs/owner' } } },
  },
}

/** Problems as `line:column message`. */
const listProblems = (text: string, language: 'yaml' | 'json' = 'yaml') =>
  findProblems(text, language, schema).map(({ line, column, message }) => `${line}:${column} ${message}`)

test.each([
  ['an empty text', '', []],
  ['only a comment', '# later\n', []],
  ['a valid text', 'interval: 5\nname: api\n', []],
  ['a wrong type', 'interval: soon\n', ['1:11 interval must be integer']],
  ['an unknown key', 'interval: 5\nintervall: 6\n', ['2:1 intervall is not a known key']],
  ['a missing key', 'name: api\n', ['1:1 the document needs interval']],
  ['a value outside an enum', 'interval: 5\nseverity: hihg\n', ['2:11 severity must be critical, high, low']],
  ['a number that is too small', 'interval: 0\n', ['1:11 interval must be 1 or more']],
  ['a text that is too short', 'interval: 1\nname: ab\n', ['2:7 name must have 3 characters or more']],
  [
    'one of several shapes, selected by its tag',
    'interval: 5\nchecks:\n  - kind: tcp\n    port: 70000\n',
    ['4:11 port must be 65535 or less'],
  ],
  [
    'five mistakes at their positions',
    'name: 7\nseverity: x\nenabled: maybe\nlabels:\n  a: 1\nextra: 1\ninterval: 2\n',
    [
      '1:7 name must be string',
      '2:11 severity must be critical, high, low',
      '3:10 enabled must be boolean',
      '5:6 a must be string',
      '6:1 extra is not a known key',
    ],
  ],
])('finds the expected problems in %s', (_name, text, expected) => {
  expect(listProblems(text)).toEqual(expected)
  expect(findProblems(text, 'yaml', schema).every(({ severity }) => severity === 'warning')).toBe(true)
})

test.each([
  ['two keys of one name', 'interval: 1\nname: api\ninterval: 2\n', '3:1 interval is defined twice, at lines 1 and 3'],
  ['a nested key', 'labels:\n  a: x\n  a: y\n', '3:3 a is defined twice, at lines 2 and 3'],
  [
    'several documents',
    'interval: 1\n---\ninterval: 2\n---\ninterval: 3\n',
    '2:1 The text has 3 documents, and only one can be saved here. The second one begins at line 2',
  ],
  [
    'a comment of another language',
    'interval: 1\n// later\nname: api\n',
    '2:1 // does not begin a comment in YAML; # does',
  ],
  [
    'an open list',
    'labels: [a, b\nname: api\n',
    '2:1 A list that begins with [ must end with ], indented more than its key',
  ],
  ['an open quote', 'name: "api\n', '2:1 A text that begins with a quote must end with the same quote'],
  ['a missing comma', 'labels: ["a" "b"]\n', '1:14 A comma is missing between two entries'],
  ['a tab', 'labels:\n\ta: x\n', '2:1 YAML is indented with spaces, not with tabs'],
])('describes %s in a sentence', (_name, text, expected) => expect(listProblems(text)).toContain(expected))

test('names an entry of a list by its position', () => {
  const list = { type: 'array', items: { type: 'object', required: ['name'] } }
  const messages = findProblems('http: [{}, 5]\n', 'yaml', { type: 'object', properties: { http: list } })
  expect(messages.map(({ message }) => message)).toEqual([
    'the first entry of http needs name',
    'the second entry of http must be object',
  ])
})

test('a document that contains itself cannot be parsed', () => {
  expect(listProblems('labels: &a\n  b: *a\n')).toEqual(['1:1 The document contains itself'])
})

test('JSON is validated with the same schema', () => {
  expect(listProblems('{\n\t"interval": "soon"\n}', 'json')).toEqual(['2:14 interval must be integer'])
})

test.each([
  ['yaml', 'a: [1, 2\nb: 3\n', 2],
  ['yaml', 'a: 1\n b: 2\n', 1],
  ['yaml', 'a: &x [*x, *missing]\n', 1],
  ['json', '{\n  "a": 1,\n}', 3],
  ['json', '{"a": 1', 1],
  ['json', 'a: 1', 1],
] as const)('unparseable %s is an error with its line: %j [EDITOR-01]', (language, text, line) => {
  const content = parseContent(text, language)
  if (content.is !== 'unparseable') throw new Error(`read as ${content.is}`)
  expect(content.problems[0]).toMatchObject({ severity: 'error', line })
})

test.each(['', '  \n', '# nothing yet\n'])('%j is empty, not a value [EDITOR-02]', (text) => {
  expect(parseContent(text, 'yaml').is).toBe('empty')
})

test('rejects aliases that expand without limit', () => {
  const rows = Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}*a${at}]`)
  expect(parseContent(`a0: &a0 [x]\n${rows.join('\n')}\n`, 'yaml').is).toBe('unparseable')
})

/** `|` is the cursor. */
const offers = (marked: string, language: 'yaml' | 'json' = 'yaml') => {
  const at = marked.indexOf('|')
  const found = suggestCompletions(marked.replace('|', ''), at, language, schema)
  return found?.options.map(({ label }) => label) ?? []
}
const all = ['interval', 'name', 'severity', 'enabled', 'labels', 'checks', 'owner']

test.each([
  ['keys, required ones first', '|', all],
  ['keys for an incomplete word', 'inte|', all],
  ['only keys that are missing', 'interval: 5\n|\nname: api\n', ['severity', 'enabled', 'labels', 'checks', 'owner']],
  ['the values of an enum', 'severity: |', ['critical', 'high', 'low']],
  ['the values of a flag', 'enabled: t|', ['true', 'false']],
  ['keys of an object', 'owner:\n  |', ['team', 'next']],
  ['keys through a schema that contains itself', 'owner:\n  next:\n    next:\n      |', ['team', 'next']],
  ['keys of a list item', 'checks:\n  - |', ['url', 'kind', 'port']],
  ['keys of an unindented list item', 'checks:\n- |', ['url', 'kind', 'port']],
  ['keys of the shape that the tag selects', 'checks:\n  - kind: tcp\n    |', ['port']],
  ['the tags of all shapes', 'checks:\n  - kind: |', ['http', 'tcp']],
  ['keys while the text above is invalid', 'name: [\nowner:\n  |', ['team', 'next']],
  ['nothing in a comment', '# |', []],
  ['nothing for free text', 'name: |', []],
])('YAML offers %s', (_name, marked, expected) => {
  expect(offers(marked)).toEqual(expected)
})

test.each([
  ['keys', '{|}', all],
  ['keys for an incomplete word', '{"in|', all],
  ['only keys that are missing', '{"interval": 5, "|"}', all.slice(1)],
  ['values', '{"severity": |', ['critical', 'high', 'low']],
  ['values within quotes', '{"severity": "|"}', ['critical', 'high', 'low']],
  ['keys of a list item', '{"checks": [{"kind": "tcp", "|', ['port']],
  ['nothing after a value', '{"owner": {"team": "a"}, "name": |', []],
])('JSON offers %s', (_name, marked, expected) => {
  expect(offers(marked, 'json')).toEqual(expected)
})

test.each([
  ['owner: |', 'yaml', []],
  ['|', 'yaml', ['interval: ', 'labels:\n  ', 'checks:\n  - ']],
  ['{"|"}', 'json', ['"interval": ', '"labels": ', '"checks": ']],
] as const)('what is put in for %j of %s has its shape', (marked, language, expected) => {
  const at = marked.indexOf('|')
  const options = suggestCompletions(marked.replace('|', ''), at, language, schema)?.options ?? []
  expect(
    options.filter(({ label }) => ['interval', 'labels', 'checks'].includes(label)).map((one) => one.insert)
  ).toEqual(expected)
})

test('quotes a value that YAML would parse as another type', () => {
  const flags = { properties: { answer: { enum: ['true', 'maybe'] } } }
  expect(suggestCompletions('answer: ', 8, 'yaml', flags)?.options.map(({ insert }) => insert)).toEqual([
    '"true"',
    'maybe',
  ])
})

test('the documentation of a key comes from its schema', () => {
  const text = 'interval: 5\nchecks:\n  - kind: http\n    url: https://x\n'
  expect(findDocumentation(text, 2, 'yaml', schema)).toEqual({
    from: 0,
    to: 8,
    name: 'interval',
    type: 'integer',
    text: 'Seconds between runs',
  })
  expect(findDocumentation(text, text.indexOf('url'), 'yaml', schema)?.text).toBe('Asked with GET')
  expect(findDocumentation(text, text.indexOf('https'), 'yaml', schema)).toBeUndefined()
})

test('supports a schema generated by zod', () => {
  const made = z.toJSONSchema(z.object({ port: z.int().check(z.lte(9)), mode: z.optional(z.enum(['a', 'b'])) }))
  expect(findProblems('port: 10\nmode: c\n', 'yaml', made).map(({ message }) => message)).toEqual([
    'port must be 9 or less',
    'mode must be a, b',
  ])
  expect(suggestCompletions('', 0, 'yaml', made)?.options.map(({ label, detail }) => `${label} ${detail}`)).toEqual([
    'port integer, required',
    'mode string',
  ])
})

test.each([
  ['yaml', 'a:   1 # one\nb: {c: 2}\n', 'a: 1 # one\nb: { c: 2 }\n'],
  ['json', '{"a":[1]}', '{\n  "a": [\n    1\n  ]\n}\n'],
  ['json', '{"a":', undefined],
  ['yaml', '', ''],
] as const)('%s %j is laid out evenly', (language, text, expected) => {
  expect(formatText(text, language)).toBe(expected)
})

test('counts problems and wraps around when moving between them', () => {
  const problems = findProblems('name: 7\ninterval: x\n', 'yaml', schema)
  expect(describeProblemCount(problems)).toBe('2 warnings')
  expect(describeProblemCount([])).toBe('No problems')
  expect(findNextProblem(problems, 0, 1)?.line).toBe(1)
  expect(findNextProblem(problems, 6, 1)?.line).toBe(2)
  expect(findNextProblem(problems, 18, 1)?.line).toBe(1)
  expect(findNextProblem(problems, 6, -1)?.line).toBe(2)
})
