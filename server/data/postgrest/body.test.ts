import { describe, expect, test } from 'vitest'
import { readArguments, readRows } from './body'
import { parseRequest } from './request'

const known = new Map(['id', 'name', 'tonnage'].map((name) => [name, { name, type: 'text' }]))

async function rowsOf(body: string, search = '') {
  const request = new Request(`http://console.test/ships${search}`, { method: 'POST', body })
  return readRows(request, parseRequest(request, new Date(0)), 'ships', known)
}

describe('rows', () => {
  test.each([
    ['{"id":1,"name":"a"}', '[{"id":1,"name":"a"}]', ['id', 'name']],
    ['[{"id":1}]', '[{"id":1}]', ['id']],
    ['[{"id":1,"name":"a"},{"name":"b","id":2}]', '[{"id":1,"name":"a"},{"name":"b","id":2}]', ['id', 'name']],
    ['{"tonnage":9007199254740993}', '[{"tonnage":9007199254740993}]', ['tonnage']],
    ['{}', '[{}]', []],
  ])('parses %s', async (body, text, columns) => {
    expect(await rowsOf(body)).toEqual({ text, columns, isEmpty: false })
  })

  test('accepts an empty list', async () => expect(await rowsOf('[]')).toMatchObject({ isEmpty: true, columns: [] }))

  test('writes only the columns in `columns`', async () => {
    expect(await rowsOf('[{"id":1},{"name":"b","x":1}]', '?columns=id,name')).toMatchObject({ columns: ['id', 'name'] })
  })

  test.each([
    ['', 'PGRST102'],
    ['  ', 'PGRST102'],
    ['{', 'PGRST102'],
    ['null', 'PGRST102'],
    ['1', 'PGRST102'],
    ['"x"', 'PGRST102'],
    ['[1]', 'PGRST102'],
    ['[[]]', 'PGRST102'],
    ['[{"id":1},{"name":"b"}]', 'PGRST102'],
    [`{"name":${'['.repeat(200)}${']'.repeat(200)}}`, 'PGRST102'],
    ['{"colour":"red"}', 'PGRST204'],
    ['{"__proto__":1}', 'PGRST204'],
    ['{"constructor":1}', 'PGRST204'],
  ])('refuses %.40s', async (body, code) => {
    await expect(rowsOf(body)).rejects.toMatchObject({ code, status: 400 })
  })

  test('refuses unknown names in `columns`', async () => {
    await expect(rowsOf('{"id":1}', '?columns=id,nope')).rejects.toMatchObject({ code: 'PGRST204' })
  })
})

const argumentsOf = (body: string) => readArguments(new Request('http://x/', { method: 'POST', body }))

test('parses arguments as the members of one object', async () => {
  expect([...(await argumentsOf('{"a":1,"b":null,"__proto__":2}'))]).toEqual([
    ['a', 1],
    ['b', null],
    ['__proto__', 2],
  ])
  expect((await argumentsOf('')).size).toBe(0)
})

test.each(['[1]', 'null', '"x"', '{'])('refuses the arguments %s', async (body) => {
  await expect(argumentsOf(body)).rejects.toMatchObject({ code: 'PGRST102' })
})
