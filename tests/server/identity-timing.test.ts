import { parseOptions, verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import type { Db, Queryable } from '../../server/db/db'
import type { Sql } from '../../server/db/sql'
import { defaultConfig } from '../../server/identity/config'
import { createPasswords } from '../../server/identity/credentials/passwords'
import { testDatabase } from '../helpers/database'
import { account, Browser, testService } from '../helpers/identity'

const db = await testDatabase()

/** The same database, which writes down what it is asked. */
function listening(inner: Db) {
  const asked: string[] = []
  const heard = <Q extends Queryable>(one: Q): Q => ({
    ...one,
    query: (statement: Sql) => (asked.push(statement.render().text), one.query(statement)),
    run: (statement: Sql) => (asked.push(statement.render().text), one.run(statement)),
  })
  return { db: { ...heard(inner), transaction: (work) => inner.transaction((tx) => work(heard(tx))) } as Db, asked }
}

// How long it takes is `npm run bench -- sign-in`: a machine is too busy for a test of that. Here the same is done.
test('abuse 10: an unknown name costs the same work as a wrong password, and gets the same answer', async () => {
  const heard = listening(db)
  const hashes: unknown[] = []
  const passwords = await createPasswords(defaultConfig.argon2, undefined, (hashed, password) => {
    // The length of the hash, and what it names as its cost, are all that its verification depends on.
    hashes.push([hashed.length, parseOptions(hashed), password])
    return verify(hashed, password)
  })
  const service = { ...(await testService(heard.db)), passwords }
  const { email } = await account(service)
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
