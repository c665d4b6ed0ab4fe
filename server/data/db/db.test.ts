import { expect, test } from 'vitest'
import { type DatabaseConnection, DatabaseError, createQueuedDb } from './db'
import { sql } from './sql'

test('applies separate time limits to reads and writes of requests', async () => {
  const seen: string[] = []
  const connection: DatabaseConnection = {
    query: async (text, _values, limitMs) => {
      seen.push(`${text}: ${limitMs}`)
      return { rows: [], affected: 0 }
    },
    script: async () => {},
    close: async () => {},
  }
  const db = createQueuedDb(connection, { readMs: 1, writeMs: 2 })
  await db.requests.query(sql`a`)
  await db.requests.run(sql`b`)
  await db.requests.transaction((tx) => tx.run(sql`c`))
  await db.requests.transaction((tx) => tx.query(sql`r`), { isReadOnly: true })
  await db.query(sql`d`)
  await db.transaction((tx) => tx.query(sql`e`))
  expect(seen).toEqual(['a: 1', 'b: 2', 'c: 2', 'r: 1', 'd: undefined', 'e: undefined'])
})

test('ends a read-only transaction with a rollback, so that its changes are undone', async () => {
  const scripts: string[] = []
  const connection: DatabaseConnection = {
    query: async () => ({ rows: [{ is: 1 }], affected: 0 }),
    script: async (text) => void scripts.push(text),
    close: async () => {},
  }
  const db = createQueuedDb(connection)
  expect(await db.transaction((tx) => tx.query(sql`a`), { isReadOnly: true })).toEqual([{ is: 1 }])
  expect(await db.transaction((tx) => tx.query(sql`a`))).toEqual([{ is: 1 }])
  await expect(db.transaction(() => Promise.reject(new Error('no')), { isReadOnly: true })).rejects.toThrow('no')
  expect(scripts).toEqual(['begin read only', 'rollback', 'begin', 'commit', 'begin read only', 'rollback'])
})

test('remembers that a statement failed because the disk was full, and names no file in the error', async () => {
  const connection: DatabaseConnection = {
    query: () => Promise.reject(new DatabaseError('could not extend file "base/5/16904"', '53100')),
    script: async () => {},
    close: async () => {},
  }
  const db = createQueuedDb(connection)
  expect(db.diskFullAtMs()).toBeUndefined()
  const before = Date.now()
  await expect(db.requests.run(sql`a`)).rejects.toThrow('The disk of the database is full. Nothing was saved.')
  expect(db.diskFullAtMs()).toBeGreaterThanOrEqual(before)
})
