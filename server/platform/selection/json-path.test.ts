import { expect, test } from 'vitest'
import { JsonPathError, parseJsonPath, readJsonPath } from './json-path'

const document = { status: 'ok', items: [{ id: 1 }, { id: 2 }], 'odd key': { a: null }, deep: { x: { y: [[7]] } } }

test.each([
  ['$.status', ['ok']],
  ['status', ['ok']],
  ['{.status}', ['ok']],
  ['$', [document]],
  ['$.items[0].id', [1]],
  ['$.items[-1].id', [2]],
  ['$.items[*].id', [1, 2]],
  ["$['odd key'].a", [null]],
  ['$["odd key"]["a"]', [null]],
  ['$.deep.x.y[0][0]', [7]],
  ['$.deep.*.y[0]', [[7]]],
  ['$.missing.further', []],
  ['$.items[9]', []],
  ['$.status.length', []],
  ['$.toString', []],
])('%s finds %j', (path, found) => expect(readJsonPath(document, parseJsonPath(path))).toEqual(found))

test.each(['$..id', '$.items[?(@.id==1)]', '$.items[0:2]', '$.items[', '$ .a', '$.'])('refuses %s', (path) =>
  expect(() => parseJsonPath(path)).toThrow(JsonPathError)
)
