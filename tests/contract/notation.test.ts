import { expect, test } from 'vitest'
import { answerOf, idOf, LISTED, UNKNOWN_MEMBER, UNKNOWN_WORD, variations } from './answers'
import {
  measuredAnswer,
  measuredAnswers,
  measuredRelations,
  measuredRow,
  NotMeasured,
  shapeOfRequest,
} from './measured'
import { parseShape } from './notation'

const person = '{id: uuid, name: string|null, state: "on"|"off", tags?: {map: int}, of: {at: time}|null}'

const word = (text: string) => ({ is: 'word', word: text })
const value = (type: string) => ({ is: 'value', type })

test('a skeleton is read with optional members, alternatives and lists', () => {
  expect(parseShape('[{a?: int|null, b.c: "x"|"y", d: {map: [bool]}}]')).toEqual({
    is: 'list',
    of: {
      is: 'object',
      members: new Map<string, unknown>([
        ['a', { isOptional: true, shape: { is: 'either', of: [value('int'), value('null')] } }],
        ['b.c', { isOptional: false, shape: { is: 'either', of: [word('x'), word('y')] } }],
        ['d', { isOptional: false, shape: { is: 'map', of: { is: 'list', of: value('bool') } } }],
      ]),
    },
  })
})

test('the further members of an object may be unknown', () => {
  const members = new Map([['a', { isOptional: false, shape: value('int') }]])
  expect(parseShape('{a: int, …}')).toEqual({ is: 'object', members, hasMore: true })
})

test.each(['{a: text}', '{a: int', '[int', 'int int', '{a int}', '{a: int b: int}', ''])(
  'a skeleton with a mistake is refused: %s',
  (text) => expect(() => parseShape(text)).toThrow(SyntaxError)
)

test('each variation changes an answer in one way', () => {
  const shape = parseShape(`[${person}]`)
  const [full, nulls, hidden, bare, more, words, single, empty] = variations.map((one) =>
    answerOf(shape, one)
  ) as Record<string, unknown>[][]
  const at = expect.any(String)
  const whole = { id: idOf(0), name: 'text 0', state: 'on', tags: { first: 3, second: 4 }, of: { at } }
  expect(full).toHaveLength(LISTED)
  expect(full?.[0]).toEqual(whole)
  expect(full?.[1]).toMatchObject({ id: idOf(1), state: 'off' })
  expect(nulls?.[0]).toEqual({ ...whole, name: null })
  expect(hidden?.[0]).toEqual({ ...whole, name: null, of: null })
  expect(Object.keys(bare?.[0] ?? {})).toEqual(['id', 'name', 'state', 'of'])
  expect(more?.[0]).toMatchObject({ ...whole, of: { at, [UNKNOWN_MEMBER]: expect.anything() } })
  expect(more?.[0]).toHaveProperty(UNKNOWN_MEMBER)
  expect(words?.[0]).toEqual({ ...whole, state: UNKNOWN_WORD })
  expect(single).toEqual([whole])
  expect(empty).toEqual([])
})

test('the elements of a list have every type that was seen', () => {
  const list = answerOf(parseShape('[uuid|string|int]'), 'full')
  expect(list).toEqual([idOf(0), 'text 1', 5])
})

const requestOf = (select: string) => new URL(`http://console.test/api/db/playbooks?select=${select}`)
const names = (shape: ReturnType<typeof measuredRow>) => (shape.is === 'object' ? [...shape.members.keys()] : [])

test('a request selects columns, parts of JSON and related rows of the measured rows', () => {
  const rows = shapeOfRequest(
    'GET',
    requestOf('id,title,parameters:spec->parameters,playbook_runs(id),created_by(id,name)')
  )
  const row = rows.is === 'list' ? rows.of : rows
  expect(names(row)).toEqual(['id', 'title', 'parameters', 'playbook_runs', 'created_by'])
  const [runs, by] =
    row.is === 'object' ? ['playbook_runs', 'created_by'].map((one) => row.members.get(one)?.shape) : []
  expect(runs).toEqual({ is: 'list', of: measuredRow('playbook_runs', 'id') })
  // A policy may hide the person.
  expect(by).toEqual({ is: 'either', of: [measuredRow('people', 'id,name'), { is: 'value', type: 'null' }] })
  for (const query of ['id,no_such_column', 'teams(id)', 'spec->else'])
    expect(() => shapeOfRequest('GET', requestOf(query))).toThrow(NotMeasured)
})

test('finds a service by method and path, with any ids', () => {
  const url = new URL('http://console.test/api/playbook/run/approve/5a00c0de-0000-4000-8000-000000000000')
  expect(shapeOfRequest('POST', url)).toEqual(measuredAnswer('POST /playbook/run/approve/{id}'))
  expect(() => shapeOfRequest('GET', url)).toThrow(NotMeasured)
})

test('every measured shape can be read', () => {
  for (const relation of measuredRelations) expect(names(measuredRow(relation))).not.toEqual([])
  for (const call of measuredAnswers) expect(() => answerOf(measuredAnswer(call), 'full')).not.toThrow()
})
