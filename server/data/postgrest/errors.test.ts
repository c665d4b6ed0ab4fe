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
  ['57014', 503],
  ['53100', 507],
  ['P0001', 400],
])('maps SQLSTATE %s to status %i', async (code, status) => {
  const response = errorResponse(new DatabaseError('words', code, 'detail', 'hint'))
  expect(response?.status).toBe(status)
  expect(await response?.json()).toEqual({ code, message: 'words', details: 'detail', hint: 'hint' })
})

test('reports an unknown function as 404 and an unknown operator as 400', () => {
  expect(errorResponse(new DatabaseError('function f() does not exist', '42883'))?.status).toBe(404)
  expect(errorResponse(new DatabaseError('operator does not exist: uuid ~~ unknown', '42883'))?.status).toBe(400)
})

test('uses the same members for errors of this server', async () => {
  const response = errorResponse(new QueryError('PGRST200', 'words', 400))
  expect(await response?.json()).toEqual({ code: 'PGRST200', message: 'words', details: null, hint: null })
})

test('reports an unavailable database as 503', async () => {
  const response = errorResponse(new DatabaseUnavailableError('The database does not respond.'))
  expect(response?.status).toBe(503)
  expect(await response?.json()).toMatchObject({ code: 'PGRST001', message: 'The database does not respond.' })
})

test.each([
  ['a bug in this server', new TypeError('x is undefined')],
  ['a lost database connection', new DatabaseError('terminating connection', '57P01')],
  ['an internal database error', new DatabaseError('cache lookup failed', 'XX000')],
])('does not convert %s to a response', (_name, error) => expect(errorResponse(error)).toBeUndefined())
