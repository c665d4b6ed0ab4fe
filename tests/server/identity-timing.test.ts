import { parseOptions, verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import type { Db, Queryable } from '../../server/data/db/db'
import type { Sql } from '../../server/data/db/sql'
import { defaultConfig } from '../../server/identity/config'
import { createPasswords } from '../../server/identity/credentials/passwords'
import { testDatabase } from '../helpers/database'
import { createTestAccount, Browser, testService } from '../helpers/identity'

const db = await testDatabase()

/** The same database, which records its queries. */
function listening(inner: Db) {
  const asked: string[] = []
  const heard = <Q extends Queryable>(one: Q): Q => ({
    ...one,
    query: (statement: Sql) => (asked.push(statement.render().text), one.query(statement)),
    run: (statement: Sql) => (asked.push(statement.render().text), one.run(statement)),
  })
  return { db: { ...heard(inner), transaction: (work) => inner.transaction((tx) => work(heard(tx))) } as Db, asked }
}

// The duration is measured by `npm run bench -- sign-in`, because a machine is too busy for such a test. This test
// compares the work.
test('abuse 10: does the same work and returns the same response for an unknown name and a wrong password', async () => {
  const heard = listening(db)
  const hashes: unknown[] = []
  const passwords = await createPasswords(defaultConfig.argon2, undefined, (hashed, password) => {
    // Verification depends only on the length of the hash and the cost in it.
    hashes.push([hashed.length, parseOptions(hashed), password])
    return verify(hashed, password)
  })
  const service = { ...(await testService(heard.db)), passwords }
  const { email } = await createTestAccount(service)
  const signInAs = async (identifier: string) => {
    const browser = new Browser(service)
    const flow = await browser.begin('login')
    heard.asked.length = 0
    hashes.length = 0
    const answer = await browser.submit('login', flow, { method: 'password', identifier, password: 'wrong-password' })
    const text = (await answer.text()).replaceAll(flow.id, 'FLOW').replaceAll(identifier, 'NAME')
    return {
      answer: `${answer.status} ${text.replace(/"value":"[A-Za-z0-9+/=]{88}"/, '"value":"TOKEN"')}`,
      hashes: [...hashes],
      asked: [...heard.asked],
    }
  }
  const known = await signInAs(email)
  const unknown = await signInAs('x'.repeat(email.indexOf('@')) + email.slice(email.indexOf('@')))
  expect(unknown).toEqual(known)
  const { memoryCost, timeCost, parallelism } = defaultConfig.argon2
  expect(known.hashes).toEqual([
    [expect.any(Number), expect.objectContaining({ memoryCost, timeCost, parallelism }), 'wrong-password'],
  ])
  expect(known.asked.length).toBeGreaterThan(1)
})
