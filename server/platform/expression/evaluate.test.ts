import { expect, test } from 'vitest'
import { evaluateExpression } from './evaluate'

const variables = {
  code: 200n,
  content: 'aaa',
  headers: { a: 'b' },
  json: { a: 2, list: [{ x: 1 }, { x: 3 }], constructor: 'own' },
  at: new Date('2026-01-01T00:00:00Z'),
  raw: Buffer.from([255, 0]),
}
const durationsMs = { sslAge: 3 * 86_400_000, elapsed: 12.5 }
const now = () => new Date('2026-01-02T01:00:00Z')
const answerTo = (expression: string) =>
  evaluateExpression({ expression, variables, durationsMs, unsupported: ['outputs'] }, now)

test.each<[string, unknown]>([
  // The language.
  ['code in [200, 201] && sslAge < Duration("7d")', true],
  ['code == 200 ? "fine" : code', 'fine'],
  ['json.a == 2 && json.a in [1, 2]', true],
  ['json.list.map(one, one.x)', [1, 3]],
  ['json.?nope.orValue(3)', 3],
  ['json.?nope', null],
  ['has(json.a) && !has(json.nope)', true],
  ['string(json.a)', '2'],
  ['json.constructor', 'own'],
  ['base64.encode(raw) == "/wA=" && size(raw) == 2', true],
  // Functions.
  ['{"a": 1}.toJSON()', '{"a":1}'],
  ['json.list.toJSON()', '[{"x":1},{"x":3}]'],
  [`'{"a": [1]}'.JSON().a[0]`, 1],
  ['"[7]".JSONArray()[0]', 7],
  ['content.matches("^a+$")', true],
  ['["b", "a"].all(one, one.matches("[ab]"))', true],
  ['duration("1d") > duration("3h")', true],
  ['elapsed.getMilliseconds() < 3000', true],
  ['string(elapsed)', '12.5ms'],
  ['HumanDuration(sslAge)', '3d0h'],
  ['humanSize(1536)', '1.5K'],
  ['age(at) == duration("25h")', true],
  ['time.Since(at) > duration("1d")', true],
  ['headers.keys()', ['a']],
  ['headers.values()', ['b']],
  ['dyn({"a": 1}).merge({"b": 2})', { a: 1, b: 2 }],
  ['{"a": 1, "b": 2}.omit(["a"])', { b: 2 }],
  ['[3, 1, 2].sort()', [1, 2, 3]],
  ['["b", "a"].reverse()', ['a', 'b']],
  ['[1, 1, 2].uniq()', [1, 2]],
  ['[[1], [2, [3]]].flatten()', [1, 2, 3]],
  ['[1, 2, 3, 4].slice(1, 3)', [2, 3]],
  ['range(0, 10, 4)', [0, 4, 8]],
  ['sets.contains([1, 2, 3], [2, 3])', true],
  ['math.Add([1, 2, 3])', 6],
  ['math.greatest([1, 2.5])', 2.5],
  ['math.Round(2.7)', 3],
  ['k8s.cpuAsMillicores("0.5") + k8s.cpuAsMillicores("10m")', 510],
  ['k8s.memoryAsBytes("10Ki")', 10240],
  ['base64.encode("hello")', 'aGVsbG8='],
  ['urldecode(urlencode("hello world ?"))', 'hello world ?'],
  ['"hello world".trimPrefix("hello ").upperAscii().replace("O", "0")', 'W0RLD'],
  ['"hello world".title()', 'Hello World'],
])('%s', (expression, value) => expect(answerTo(expression)).toMatchObject({ kind: 'value', value }))

test('reports the variables that an expression reads, shortened', () => {
  expect(answerTo('code == 404 && sslAge > elapsed && size(json) > 1')).toMatchObject({
    read: { code: '200', sslAge: '72h0m0s', elapsed: '12.5ms', json: '{3}' },
  })
})

test.each([
  ['code ==', 'Unexpected token: EOF (column 8)'],
  ['nope > 1', 'Unknown variable: nope (column 1)'],
  ['code == 200 &&\n  json.nope', 'No such key: nope (line 2, column 8)'],
  ['json.a + 1', 'no such overload: dyn<double> + int (column 1)'],
  ['"x".JSON()', 'JSON(): the text is not JSON (column 1)'],
  ['content.matches("(?=a)")', 'is not a valid RE2 expression'],
  ['range(1000000)', 'more than 10000 numbers'],
  ['"a".repeat(2000000)', 'the text is too long'],
  ['1'.repeat(10_001), 'at most 10000 characters'],
  [`${'('.repeat(100)}1${')'.repeat(100)}`, 'maxDepth'],
])('%s fails: %s', (expression, message) =>
  expect(answerTo(expression)).toMatchObject({ kind: 'failed', message: expect.stringContaining(message) })
)

test.each([
  ['json.nope', 'nope'],
  ['headers["a-b"] == "x"', 'a-b'],
  ['json.?nope.orValue({}).deep', 'deep'],
  ['nope > 1', undefined],
  ['code ==', undefined],
  ['json.a + 1', undefined],
])('%s names the absent key %s', (expression, absentKey) => {
  const answer = answerTo(expression)
  expect(answer.kind === 'failed' && answer.absentKey).toBe(absentKey)
})

test.each([
  ['k8s.getHealth(json) == "x"', 'the function k8s.getHealth (column 1)'],
  ['code == 200 && jq(".a", json) == 2', 'the function jq (column 16)'],
  ['[1].fold(e, acc, acc + e)', 'the function fold (column 1)'],
  ['outputs.login.code == 200', 'the variable outputs'],
])('%s has no result: %s', (expression, message) =>
  expect(answerTo(expression)).toEqual({ kind: 'undecided', message })
)

const inherited = [
  'constructor',
  '__proto__',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  '__defineGetter__',
  '__lookupGetter__',
  'length',
  'call',
  'apply',
  'bind',
  'caller',
  'arguments',
  'globalThis',
  'process',
  'require',
  'Function',
  'eval',
  'then',
]
const attacks = inherited.flatMap((name) => [
  name,
  `headers.${name}`,
  `headers["${name}"]`,
  `headers[?"${name}"].value()`,
  `content.${name}`,
  `content["${name}"]`,
  `code.${name}`,
  `json.list.${name}`,
  `json.list["${name}"]`,
  `sslAge.${name}`,
  `at.${name}`,
  `at["${name}"]`,
  `sslAge["${name}"]`,
  `math.${name}`,
  `{"a": 1}.${name}`,
  `{"a": 1}["${name}"]`,
  `cel.${name}`,
  `headers.${name}()`,
  `content.${name}()`,
  `${name}("1")`,
  `headers.a.${name}.${name}("return 1")()`,
  `has(headers.${name}) ? 1 : headers.nope`,
])

test('gives no access to names of JavaScript', () => {
  // As the worker does.
  const own = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__')
  Reflect.deleteProperty(Object.prototype, '__proto__')
  const reached = attacks.filter((attack) => answerTo(attack).kind === 'value')
  if (own) Reflect.defineProperty(Object.prototype, '__proto__', own)
  expect(attacks.length).toBeGreaterThan(400)
  expect(reached).toEqual([])
})

test.each(['__proto__', 'constructor', 'toString'])('treats the key %s in data as an ordinary key', (name) => {
  const json = JSON.parse(`{"${name}": {"polluted": true}}`) as unknown
  const answer = evaluateExpression({ expression: `json["${name}"].polluted`, variables: { json } })
  expect(answer).toMatchObject({ kind: 'value', value: true })
  const whole = evaluateExpression({ expression: 'json', variables: { json } })
  expect(whole).toMatchObject({ kind: 'value', text: `{"${name}":{"polluted":true}}` })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
