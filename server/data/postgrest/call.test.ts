import { describe, expect, test } from 'vitest'
import { callSql, findFunction, createArgumentTest } from './call'
import { QueryError } from './errors'
import type { FunctionArgument, SchemaCache, SqlFunction } from './schema-cache'

const made = (name: string, ...given: FunctionArgument[]): SqlFunction => ({
  name,
  arguments: given,
  returns: { kind: 'value' },
  isSet: false,
  isVolatile: false,
})
const argument = (name: string, type = 'text', isOptional = false): FunctionArgument => ({ name, type, isOptional })
const add = made('add', argument('a', 'integer'), argument('b', 'integer', true))
const byName = made('find', argument('name'))
const byId = made('find', argument('id', 'uuid'))
const unnamed = made('by_property', argument(''), argument(''))
const cache: SchemaCache = {
  relations: new Map(),
  relationships: new Map(),
  functions: new Map([
    ['add', [add]],
    ['find', [byName, byId]],
    ['by_property', [unnamed]],
    ['twice', [made('twice', argument('n', 'integer')), made('twice', argument('n', 'numeric'))]],
  ]),
  timeZones: new Set(),
  keepsMasks: true,
}

describe('function lookup', () => {
  test.each([
    ['add', ['a', 'b'], add],
    ['add', ['a'], add],
    ['find', ['name'], byName],
    ['find', ['id'], byId],
  ])('resolves %s(%j)', (name, given, expected) => expect(findFunction(cache, name, new Set(given))).toBe(expected))

  test.each([
    ['nope', []],
    ['constructor', []],
    ['add', []],
    ['add', ['b']],
    ['add', ['a', 'c']],
    ['find', []],
    ['find', ['id', 'name']],
    ['by_property', []],
  ])('does not resolve %s(%j)', (name, given) => {
    expect(() => findFunction(cache, name, new Set(given))).toThrow(
      expect.objectContaining({ code: 'PGRST202', status: 404 })
    )
  })
})

test('refuses to choose between functions with the same arguments', () => {
  expect(() => findFunction(cache, 'twice', new Set(['n']))).toThrow(
    expect.objectContaining({
      code: 'PGRST203',
      status: 300,
      message:
        'Could not choose the best candidate function between: public.twice(n => integer), public.twice(n => numeric)',
    })
  )
})

test('treats parameters that are not arguments as filters', () => {
  const isArgument = createArgumentTest(cache, 'find')
  expect(['id', 'name', 'a'].filter((name) => isArgument(name, '1'))).toEqual(['id', 'name'])
})

test.each([
  [{ a: 1 }, 'public."add"("a" => $1::integer)', ['1']],
  [{ b: '2', a: '1' }, 'public."add"("a" => $1::integer, "b" => $2::integer)', ['1', '2']],
  [{ a: null }, 'public."add"("a" => $1::integer)', [null]],
])('renders a call with %j', (given, text, values) => {
  expect(callSql(add, new Map(Object.entries(given))).render()).toEqual({ text, values })
})

test.each([
  ['text[]', ['a', 'b "c"'], '{"a","b \\"c\\""}'],
  ['text[]', '{a,b}', '{a,b}'],
  ['jsonb', { a: [1] }, '{"a":[1]}'],
  ['jsonb', [1, 2], '[1,2]'],
  ['boolean', true, 'true'],
])('converts an argument of type %s: %j', (type, value, expected) => {
  const { values } = callSql(made('f', argument('x', type)), new Map([['x', value]])).render()
  expect(values).toEqual([expected])
})

test('refuses a text with deeply nested brackets', () => {
  expect(() => callSql(made('f', argument('x', 'jsonb')), new Map([['x', '['.repeat(200)]]))).toThrow(QueryError)
})
