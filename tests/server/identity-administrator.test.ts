import { beforeEach, describe, expect, test } from 'vitest'
import { ensureAdministrator } from '../../server/identity/access/people'
import type { Db } from '../../server/data/db/db'
import { sql } from '../../server/data/db/sql'
import {
  createAdministratorLink,
  hasAdministrator,
  formatLinkPath,
  resetAdministrator,
  setFirstPassword,
} from '../../server/identity/accounts/administrator'
import { savePassword, saveTotp } from '../../server/identity/credentials/credentials'
import type { SignInLink } from '../../server/identity/accounts/sign-in-link'
import { testDatabase } from '../helpers/database'
import {
  createTestAccount,
  Browser,
  readShownFlow,
  readMessageIds,
  readInputNames,
  PASSWORD,
  describeRefusal,
  testService,
} from '../helpers/identity'

// Access for the owner of the machine: the link printed at the terminal.

const db = await testDatabase()
const service = await testService(db)
const person = { ...(await ensureAdministrator(db)), email: 'admin@local' }
// Another person has the role but no password: otherwise the last administrator could not be disabled.
const { id: colleague } = await createTestAccount(service)
await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${colleague}, 'admin')`)

// The last administrator cannot be removed. This one has an account, but no credential.
const [spare] = await db.query<{ id: string; name: string; email: string }>(
  sql`insert into people (name, email) values ('Ada Spare', 'spare@local') returning id, name, email`
)
if (!spare) throw new Error('the second administrator was not made')
await createAdministratorLink(service, spare)
await db.run(sql`insert into casbin_rule (ptype, v0, v1) values ('g', ${spare.id}, 'admin')`)

beforeEach(() =>
  db.script(`delete from identity.credentials; delete from identity.sessions; delete from identity.flows`)
)

const open = (browser: Browser, { flowId }: SignInLink) => browser.send(`/self-service/recovery/flows?id=${flowId}`)

/** Opens the page of a link and submits the code. */
async function follow(link: SignInLink, browser = new Browser(service)) {
  const flow = await readShownFlow(await open(browser, link))
  return { browser, flow, answer: await browser.submit('recovery', flow, { method: 'code', code: link.code }) }
}

test('creates an account without a password for the first link, which signs in', async () => {
  expect(await hasAdministrator(service)).toBe(false)
  const link = await createAdministratorLink(service, person)
  expect(formatLinkPath(link)).toMatch(/^\/recovery\?flow=[0-9a-f-]{36}#code=\d{6}$/)
  const { browser, flow, answer } = await follow(link)
  expect(readInputNames(flow)).not.toContain('email')
  expect(await describeRefusal(answer.clone())).toBe('422 browser_location_change_required')
  expect(await (await browser.whoami()).json()).toMatchObject({
    authentication_methods: [{ method: 'code_recovery', aal: 'aal1' }],
    identity: { id: person.id, traits: { email: 'admin@local' } },
  })
  // No user can sign in with a password yet.
  expect(await hasAdministrator(service)).toBe(false)

  const { redirect_browser_to: page } = (await answer.json()) as { redirect_browser_to: string }
  const id = new URL(page).searchParams.get('flow') ?? ''
  const settings = await readShownFlow(await browser.send(`/self-service/settings/flows?id=${id}`))
  expect((await browser.submit('settings', settings, { method: 'password', password: PASSWORD })).status).toBe(200)
  expect(await hasAdministrator(service)).toBe(true)
  expect((await new Browser(service).signIn('Admin@Local', PASSWORD)).status).toBe(200)
})

test('abuse 46: accepts a link once, and no guesses', async () => {
  const link = await createAdministratorLink(service, person)
  const { answer } = await follow(link)
  expect(answer.status).toBe(422)
  expect(await describeRefusal(await open(new Browser(service), link))).toBe('403 security_csrf_violation')

  const other = await createAdministratorLink(service, person)
  const guesser = new Browser(service)
  const flow = await readShownFlow(await open(guesser, other))
  const wrong = other.code === '000000' ? '111111' : '000000'
  for (let guess = 0; guess < 5; guess++) {
    const refused = await guesser.submit('recovery', flow, { method: 'code', code: wrong })
    expect(readMessageIds(await readShownFlow(refused))).toEqual([4060006])
  }
  expect((await guesser.submit('recovery', flow, { method: 'code', code: other.code })).status).toBe(303)
  expect(guesser.session).toBeUndefined()
})

test('binds a link to the first browser, and ends it after a day or with the next link', async () => {
  const first = await createAdministratorLink(service, person)
  await open(new Browser(service), first)
  expect(await describeRefusal(await open(new Browser(service), first))).toBe('403 security_csrf_violation')

  const second = await createAdministratorLink(service, person)
  const third = await createAdministratorLink(service, person)
  expect(await describeRefusal(await open(new Browser(service), second))).toBe('404')
  service.pass(24 * 3_600_000)
  expect((await open(new Browser(service), third)).status).not.toBe(200)
})

test('removes all credentials at a reset', async () => {
  const { browser } = await follow(await createAdministratorLink(service, person))
  await savePassword(service, db, person.id, await service.passwords.hash(PASSWORD))
  await saveTotp(service, db, person.id, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', lastStep: null })
  await db.run(sql`update identity.identities set state = 'inactive' where id = ${person.id}`)
  expect(await hasAdministrator(service)).toBe(false)

  await resetAdministrator(service, person.id)
  expect((await browser.whoami()).status).toBe(401)
  expect((await new Browser(service).signIn('admin@local')).status).toBe(400)
  const { browser: anew } = await follow(await createAdministratorLink(service, person))
  expect((await anew.whoami()).status).toBe(200)
})

test.each([
  [
    'disabled',
    sql`update identity.identities set state = 'inactive' where id = ${person.id}`,
    sql`update identity.identities set state = 'active' where id = ${person.id}`,
  ],
  [
    'deleted as a person',
    sql`update people set deleted_at = now() where id = ${person.id}`,
    sql`update people set deleted_at = null where id = ${person.id}`,
  ],
  [
    'no longer an administrator',
    sql`update casbin_rule set v1 = 'viewer' where v0 = ${person.id}`,
    sql`update casbin_rule set v1 = 'admin' where v0 = ${person.id}`,
  ],
])('does not count an account that is %s as administrator', async (_name, change, undo) => {
  await createAdministratorLink(service, person)
  await savePassword(service, db, person.id, await service.passwords.hash(PASSWORD))
  await db.run(change)
  const during = await hasAdministrator(service)
  await db.run(undo)
  expect([during, await hasAdministrator(service)]).toEqual([false, true])
})

describe('the first password, from the environment', () => {
  test('creates the account and signs in', async () => {
    expect(await setFirstPassword(service, person, PASSWORD)).toBeUndefined()
    expect(await hasAdministrator(service)).toBe(true)
    expect((await new Browser(service).signIn('admin@local')).status).toBe(200)
  })

  test.each([
    ['too short', 'short', /too short/],
    ['like the address', 'admin@local', /too similar to/],
    ['a common password', 'Summer2026!', /too common/],
  ])('%s: refused by the password rules', async (_name, password, why) => {
    expect(await setFirstPassword(service, person, password)).toMatch(why)
    expect(await hasAdministrator(service)).toBe(false)
  })
})

const own = async (empty: Db) => (await ensureAdministrator(empty)).id

const fresh = await testDatabase()

describe('the owner of the machine acts as', () => {
  beforeEach(() => fresh.script('truncate people, casbin_rule cascade'))

  test('the built-in administrator, created once', async () => {
    const first = await own(fresh)
    expect(await own(fresh)).toBe(first)
    expect(await fresh.query(sql`select name, email from people where email is not null`)).toEqual([
      { name: 'Admin', email: 'admin@local' },
    ])
  })

  test('the same person after a change of address', async () => {
    const first = await own(fresh)
    await fresh.run(sql`update people set email = 'ops@shop.example' where id = ${first}`)
    expect(await own(fresh)).toBe(first)
  })

  test('the existing administrator with the oldest role', async () => {
    await fresh.script(`
      insert into people (name, email) values ('Ada', 'ada@shop.example'), ('Bo', 'bo@shop.example');
      insert into casbin_rule (ptype, v0, v1) select 'g', id::text, 'viewer' from people where name = 'Ada';
      insert into casbin_rule (ptype, v0, v1) select 'g', id::text, 'admin' from people where name = 'Bo'`)
    expect((await ensureAdministrator(fresh)).name).toBe('Bo')
  })

  test.each([
    ['deleted', `update people set deleted_at = now()`],
    ['an agent', `update people set type = 'agent'`],
  ])('no person who is %s', async (_name, change) => {
    await fresh.script(`
      insert into people (name, email) values ('Ada', 'ada@shop.example');
      insert into casbin_rule (ptype, v0, v1) select 'g', id::text, 'admin' from people;
      alter table people disable trigger user; ${change}; alter table people enable trigger user`)
    expect((await ensureAdministrator(fresh)).name).toBe('Admin')
  })
})
