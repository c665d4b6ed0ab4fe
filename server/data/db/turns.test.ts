import { expect, test } from 'vitest'
import { deferred } from '@/lib/deferred'
import { testClock } from '../../../tests/helpers/clock'
import { createQueuedDb, type DatabaseConnection, DatabaseError, type Transaction } from './db'
import { ident } from './sql'
import { actFor, createTurns, DatabaseBusyError, UNIDENTIFIED } from './turns'

// Who gets the only connection of the embedded database next. No test measures time: its clock stands still.

/** A database whose statements end when the test ends them, or when they are cancelled. */
function slowDatabase() {
  const { advance, ...clock } = testClock(0)
  const events: string[] = []
  let end: ((error?: Error) => void) | undefined
  const connection: DatabaseConnection = {
    query: async (text) => {
      const name = text.replaceAll('"', '')
      events.push(name)
      const { promise, resolve } = deferred<Error | undefined>()
      end = resolve
      const error = await promise
      if (error) {
        events.push(`${name} cancelled`)
        throw error
      }
      return { rows: [{ name }], affected: 1 }
    },
    script: async (text) => void events.push(text),
    cancel: () => end?.(new DatabaseError('canceled', '57014')),
    close: async () => {},
  }
  const db = createQueuedDb(connection, { readMs: 3000, writeMs: 3000 }, clock)
  return {
    db,
    events,
    advance,
    reads: (owner: string, name: string) => actFor(owner, () => db.requests.query(ident(name))),
    /** Ends the running statement, some time later. */
    answer: async (afterMs = 0) => {
      await advance(afterMs)
      end?.()
      await advance(0)
    },
    end: async () => end?.(),
  }
}

test('the next turn belongs to the owner who used the database least, whatever the order of requests', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  void reads('ada', 'a1')
  await answer(900)
  for (const name of ['a2', 'a3']) void reads('ada', name)
  void reads('bo', 'b1')
  void reads('cy', 'c1')
  await answer(300)
  expect(events).toEqual(['a1', 'a2', 'b1'])
  await answer(10)
  expect(events).toEqual(['a1', 'a2', 'b1', 'c1'])
  await answer(10)
  await advance(10)
  expect(events).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'])
})

test('after a short statement, the connection stays free for the next one of the same request', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  void reads('ada', 'a1')
  await answer(390)
  void reads('ada', 'a2')
  void reads('bo', 'b1')
  await answer(390)
  expect(events.at(-1)).toBe('b1')
  void reads('ada', 'a3')
  await answer(1)
  expect(events.at(-1)).toBe('b1')
  await advance(9)
  void reads('bo', 'b2')
  await advance(0)
  expect(events.at(-1)).toBe('b2')
  await answer(1)
  await advance(9)
  expect(events.at(-1)).toBe('b2')
  await advance(1)
  expect(events.at(-1)).toBe('a3')
})

test('a long read gives way to another person after 400 ms, and is repeated', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  const long = reads('ada', 'long')
  await advance(100)
  const short = reads('bo', 'short')
  await advance(299)
  expect(events).toEqual(['long'])
  await advance(1)
  expect(events).toEqual(['long', 'long cancelled', 'short'])
  await answer(1)
  expect(await short).toEqual([{ name: 'short' }])
  await advance(10)
  await answer(2000)
  expect(events).toEqual(['long', 'long cancelled', 'short', 'long'])
  expect(await long).toEqual([{ name: 'long' }])
})

test('a read that has lasted longer gives way at once', async () => {
  const { events, reads, advance } = slowDatabase()
  void reads('ada', 'long')
  await advance(2000)
  expect(events).toEqual(['long'])
  void reads('bo', 'short')
  await advance(0)
  expect(events).toEqual(['long', 'long cancelled', 'short'])
})

test('a read does not give way to the same person, to the server, or to a person who used as much', async () => {
  const { db, events, reads, answer, advance } = slowDatabase()
  void reads('bo', 'b1')
  await answer(1500)
  void reads('ada', 'a1')
  await advance(10)
  void reads('ada', 'a2')
  void reads('bo', 'b2')
  void db.query(ident('own'))
  await advance(2000)
  expect(events).toEqual(['b1', 'a1'])
  // By now Ada has used more than twice as much as Bo.
  await advance(600)
  expect(events).toEqual(['b1', 'a1', 'a1 cancelled', 'own'])
})

test('a read gives way to a person with many brief statements', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  for (let n = 0; n < 30; n++) {
    void reads('bo', 'brief')
    await answer(90)
  }
  void reads('ada', 'long')
  await advance(10)
  void reads('bo', 'brief')
  await advance(1400)
  expect(events.slice(-3)).toEqual(['long', 'long cancelled', 'brief'])
})

test('a read gives way to the identification of a caller, however many requests were identified', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  for (let n = 0; n < 100; n++) {
    void reads(UNIDENTIFIED, 'who')
    await answer(90)
  }
  void reads('ada', 'long')
  await advance(10)
  void reads(UNIDENTIFIED, 'who')
  await advance(400)
  expect(events.slice(-3)).toEqual(['long', 'long cancelled', 'who'])
})

test('many identifications leave every other turn to somebody else', async () => {
  const { events, reads, answer } = slowDatabase()
  for (let n = 0; n < 4; n++) void reads(UNIDENTIFIED, 'who')
  for (let n = 0; n < 2; n++) void reads('ada', 'a')
  for (let n = 0; n < 5; n++) await answer(1)
  expect(events).toEqual(['who', 'a', 'who', 'a', 'who', 'who'])
})

test('two people with reads of a second interrupt each other seldom, and both are answered', async () => {
  const { events, reads, advance, end } = slowDatabase()
  const all = [reads('ada', 'a'), reads('bo', 'b')]
  for (let ms = 0, lasted = 0, before = ''; ms < 10_000; ms += 10) {
    await advance(10)
    const last = `${events.length} ${events.at(-1)}`
    lasted = last === before ? lasted + 10 : 0
    before = last
    if (lasted >= 1000) await end()
  }
  expect((await Promise.all(all)).flat()).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(events.filter((one) => one.endsWith('cancelled')).length).toBeLessThanOrEqual(3)
})

const twoStatements = async (tx: Transaction) => {
  await tx.query(ident('first'))
  return tx.query(ident('second'))
}

test('a read-only or repeatable transaction is repeated as a whole; others are not interrupted', async () => {
  for (const [options, begin, end] of [
    [{ isReadOnly: true }, 'begin read only', 'rollback'],
    [{ isRepeatable: true }, 'begin', 'commit'],
  ] as const) {
    const { db, events, reads, answer, advance } = slowDatabase()
    const done = actFor('ada', () => db.requests.transaction(twoStatements, options))
    await advance(0)
    await answer(10)
    void reads('bo', 'short')
    await advance(400)
    await answer(1)
    await advance(10)
    await answer()
    await answer()
    expect(await done).toEqual([{ name: 'second' }])
    const interrupted = [begin, 'first', 'second', 'second cancelled', 'rollback']
    expect(events).toEqual([...interrupted, 'short', begin, 'first', 'second', end])
  }

  const { db, events, reads, advance } = slowDatabase()
  void actFor('ada', () => db.requests.transaction((tx) => tx.run(ident('write'))))
  await advance(10)
  void reads('bo', 'waiting')
  await advance(2900)
  expect(events.at(-1)).toBe('write')
})

test('a request that waits too long is refused, and takes no turn', async () => {
  const { db, events, reads, answer, advance } = slowDatabase()
  void db.query(ident('own'))
  const refused = reads('ada', 'late').catch((error: unknown) => error)
  await advance(10_000)
  expect(await refused).toBeInstanceOf(DatabaseBusyError)
  void reads('bo', 'next')
  await answer()
  expect(events).toEqual(['own', 'next'])
})

test('a read has twice the time after it gave way, so that it ends although others always wait', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  const done = reads('ada', 'long')
  for (const [name, afterMs] of [
    ['first', 400],
    ['second', 800],
  ] as const) {
    await advance(10)
    void reads(UNIDENTIFIED, name)
    await advance(afterMs - 30)
    expect(events.at(-1)).toBe('long')
    await advance(30)
    await answer(1)
  }
  await advance(10)
  void reads(UNIDENTIFIED, 'third')
  await advance(1500)
  expect(events.slice(-2)).toEqual(['second', 'long'])
  await answer()
  expect(await done).toEqual([{ name: 'long' }])
})

test('a read of an owner who used much keeps giving way, and is refused after ten seconds', async () => {
  const { events, reads, answer, advance } = slowDatabase()
  for (let n = 0; n < 3; n++) {
    void reads('ada', 'before')
    await answer(2900)
  }
  const refused = reads('ada', 'long').catch((error: unknown) => error)
  for (let n = 0; n < 30; n++) {
    void reads(`person ${n}`, 'short')
    await advance(400)
    await answer(1)
    await advance(10)
  }
  expect(await refused).toBeInstanceOf(DatabaseBusyError)
  expect(events.filter((one) => one === 'long').length).toBeGreaterThan(20)
})

test('with several connections, one person uses some of them only, and one after a second of use', async () => {
  const { advance, ...clock } = testClock(0)
  const turns = createTurns(5, 2, clock)
  const started: string[] = []
  const ends: (() => void)[] = []
  const take = (owner: string) =>
    void actFor(owner, () =>
      turns.take(() => {
        started.push(owner)
        const { promise, resolve } = deferred<void>()
        ends.push(() => resolve())
        return promise
      })
    )
  for (let n = 0; n < 4; n++) take('ada')
  for (let n = 0; n < 3; n++) take('bo')
  await advance(0)
  expect(started).toEqual(['ada', 'ada', 'bo', 'bo'])
  ends[2]?.()
  await advance(600)
  expect(started).toEqual(['ada', 'ada', 'bo', 'bo', 'bo'])
  ends[0]?.()
  await advance(0)
  expect(started).toHaveLength(5)
  ends[1]?.()
  await advance(0)
  expect(started).toEqual(['ada', 'ada', 'bo', 'bo', 'bo', 'ada'])
})
