import { expect, test } from 'vitest'
import { DatabaseError, DatabaseUnavailableError } from '../db/db'
import { errorResponse, QueryError } from './errors'

test.each([
  ['23503', 409],
  ['23505', 409],
  ['23502', 400],
  ['23514', 400],
  ['22P02', 400],
  ['22021', 400],
  ['25006', 405],
  ['42501', 403],
  ['42P01', 404],
  ['42703', 400],
  ['42804', 400],
  ['54001', 400],
  ['55000', 400],
  ['57014', 504],
  ['P0001', 400],
])('SQLSTATE %s is status %i', async (code, status) => {
  const response = errorResponse(new DatabaseError('words', code, 'detail', 'hint'))
  expect(response?.status).toBe(status)
  expect(await response?.json()).toEqual({ code, message: 'words', details: 'detail', hint: 'hint' })
})

test('an unknown function is not found, an unknown operator is a bad request', () => {
  expect(errorResponse(new DatabaseError('function f() does not exist', '42883'))?.status).toBe(404)
  expect(errorResponse(new DatabaseError('operator does not exist: uuid ~~ unknown', '42883'))?.status).toBe(400)
})

test('a refusal of ours has the same members', async () => {
  const response = errorResponse(new QueryError('PGRST200', 'words', 400))
  expect(await response?.json()).toEqual({ code: 'PGRST200', message: 'words', details: null, hint: null })
})

test('a database that is not there is no refusal of anything', async () => {
  const response = errorResponse(new DatabaseUnavailableError('The database does not answer.'))
  expect(response?.status).toBe(503)
  expect(await response?.json()).toMatchObject({ code: 'PGRST001', message: 'The database does not answer.' })
})

test.each([
  ['a defect of ours', new TypeError('x is undefined')],
  ['a database that is gone', new DatabaseError('terminating connection', '57P01')],
  ['a defect of the database', new DatabaseError('cache lookup failed', 'XX000')],
])('%s is nobody’s refusal', (_name, error) => expect(errorResponse(error)).toBeUndefined())
