import { beforeEach, expect, test } from 'vitest'
import type { QueuedEvent } from '../../server/platform/jobs/event-queue'
import type { Evaluate } from '../../server/platform/expression/evaluator'
import { sql, toJsonText } from '../../server/data/db/sql'
import { asServer } from '../../server/identity/access/reader'
import { readNotificationEvent } from '../../server/notifications/event'
import { findSilence, listActiveSilences, storeSilenceErrors } from '../../server/notifications/silences/match'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
await db.script(organisation)
const reader = asServer(db)
const now = new Date('2026-01-02T12:00:00Z')
beforeEach(() => db.run(sql`delete from notification_silences`))

type Row = {
  from?: string
  until?: string
  deleted_at?: string
  error?: string
  config_id?: string
  component_id?: string
  check_id?: string
  canary_id?: string
  recursive?: boolean
  filter?: string
  selectors?: unknown
}

const store = async (row: Row): Promise<string> => {
  const [stored] = await db.query<{ id: string }>(sql`
    insert into notification_silences ("from", until, deleted_at, error, config_id, component_id, check_id, canary_id,
      recursive, filter, selectors)
    values (${row.from ?? null}, ${row.until ?? null}, ${row.deleted_at ?? null}, ${row.error ?? null},
      ${row.config_id ?? null}, ${row.component_id ?? null}, ${row.check_id ?? null}, ${row.canary_id ?? null},
      ${row.recursive ?? null}, ${row.filter ?? null},
      ${row.selectors === undefined ? null : toJsonText(row.selectors)}::jsonb)
    returning id::text`)
  return stored?.id ?? ''
}

const checkFailed = { name: 'check.failed', id: id(41) }
const podUnhealthy = { name: 'config.unhealthy', id: id(11) }
const serviceUnhealthy = { name: 'component.unhealthy', id: id(31) }
const incidentCreated = { name: 'incident.created', id: id(50) }

const find = async ({ name, id: of }: { name: string; id: string }, evaluate: Evaluate = evaluateHere) => {
  const queued: QueuedEvent = { name, properties: { id: of }, createdAt: now }
  const event = await readNotificationEvent(reader, queued)
  if (!event) throw new Error(`There is no event ${name}`)
  const { silence, broken } = await findSilence(await listActiveSilences(db, now), event, evaluate)
  return { id: silence?.id, broken }
}
const covers = async (event: { name: string; id: string }) => (await find(event)).id !== undefined

test.each<[string, Row, boolean]>([
  ['without a period', {}, true],
  ['that begins now and has no end', { from: now.toISOString() }, true],
  ['that ends now', { until: now.toISOString() }, true],
  ['that begins later', { from: '2026-01-02T12:00:01Z' }, false],
  ['that has ended', { from: '2026-01-01T00:00:00Z', until: '2026-01-02T11:59:59Z' }, false],
  ['that was deleted', { deleted_at: '2026-01-01T00:00:00Z' }, false],
  ['that has an error', { error: 'The filter is broken.' }, false],
])('applies a silence %s: %o is %s', async (_what, row, isActive) => {
  await store({ ...row, check_id: id(41) })
  expect(await covers(checkFailed)).toBe(isActive)
})

test.each<[string, Row, { name: string; id: string }, boolean]>([
  ['its check', { check_id: id(41) }, checkFailed, true],
  ['the checks of its canary', { canary_id: id(40) }, checkFailed, true],
  ['its config item', { config_id: id(11) }, podUnhealthy, true],
  ['its component', { component_id: id(31) }, serviceUnhealthy, true],
  ['no other resource', { config_id: id(11) }, serviceUnhealthy, false],
  ['no child', { config_id: id(10) }, podUnhealthy, false],
  ['the children of its config item, when it is recursive', { config_id: id(10), recursive: true }, podUnhealthy, true],
  ['no parent, when it is recursive', { config_id: id(11), recursive: true }, { ...podUnhealthy, id: id(10) }, false],
  ['no incident', { config_id: id(11) }, incidentCreated, false],
])('covers %s', async (_what, row, event, isCovered) => {
  await store(row)
  expect(await covers(event)).toBe(isCovered)
})

test.each<[Row, { name: string; id: string }, boolean]>([
  [{ filter: 'check.type == "http"' }, checkFailed, true],
  [{ filter: 'check.type == "dns"' }, checkFailed, false],
  // Only without a filter and selectors does a silence cover its named resource.
  [{ filter: 'check.type == "dns"', check_id: id(41) }, checkFailed, false],
  [{ selectors: [{ name: 'other' }], check_id: id(41) }, checkFailed, false],
  [{ selectors: [{ types: ['Kubernetes::Pod'] }] }, podUnhealthy, true],
  [{ selectors: [{ name: 'other' }, { tagSelector: 'namespace=shop' }] }, podUnhealthy, true],
  [{ selectors: [{}] }, podUnhealthy, false],
  [{ selectors: [{ agent: 'all' }] }, podUnhealthy, false],
  [{ selectors: [{ name: '*' }] }, podUnhealthy, true],
  // Either of both is enough.
  [{ selectors: [{ name: 'other' }], filter: 'config.name == "api"' }, podUnhealthy, true],
  [{ selectors: [{ name: 'api' }], filter: 'config.name == "other"' }, podUnhealthy, true],
  [{ filter: 'incident.severity == "High"' }, incidentCreated, true],
  [{ filter: 'event.name == "check.failed" && canary.name == "web"' }, checkFailed, true],
  // Other kinds of resources neither match nor break the silence.
  [{ filter: 'config.type == "Kubernetes::Pod"' }, checkFailed, false],
  [{ filter: 'config.labels.app == "x" || check.type == "http"' }, checkFailed, true],
  [{ filter: '!has(config.type)' }, checkFailed, true],
  // A label that the resource does not have.
  [{ filter: 'check.labels.tier == "gold"' }, checkFailed, false],
])('matches filter and selectors: %o and %o: %s', async (row, event, isCovered) => {
  await store(row)
  const { id: silence, broken } = await find(event)
  expect([silence !== undefined, broken]).toEqual([isCovered, []])
})

test.each<[string, Row, string]>([
  ['is invalid', { filter: 'check.type ==' }, 'The filter check.type == cannot be evaluated: '],
  ['reads a missing member', { filter: 'check.tier == "gold"' }, 'cannot be evaluated: No such key: tier'],
  ['returns a text', { filter: 'check.name' }, 'The filter check.name returns homepage, not true or false.'],
  ['needs an unsupported function', { filter: 'k8s.isHealthy(check)' }, 'needs the function k8s.isHealthy'],
  ['is no list of selectors', { selectors: { name: 'x' } }, 'The selectors cannot be read: '],
  ['has an invalid selector', { selectors: [{ name: 7 }] }, 'The selectors cannot be read: 0.name: '],
])('disables a silence that %s, until it is changed', async (_what, row, error) => {
  const silence = await store(row)
  const { broken } = await find(checkFailed)
  expect(broken).toEqual([{ id: silence, filter: row.filter ?? null, error: expect.stringContaining(error) }])
  await storeSilenceErrors(db, broken)
  expect(await listActiveSilences(db, now)).toEqual([])
  await db.run(sql`update notification_silences set filter = 'true'`)
  expect(await listActiveSilences(db, now)).toHaveLength(1)
})

test('stores no error of a filter that was changed meanwhile', async () => {
  await store({ filter: 'check.name' })
  const { broken } = await find(checkFailed)
  await db.run(sql`update notification_silences set filter = 'true'`)
  await storeSilenceErrors(db, broken)
  expect(await listActiveSilences(db, now)).toHaveLength(1)
})

test('finds another silence when one is broken, and reports the broken one', async () => {
  const broken = await store({ filter: 'check.name' })
  // Silences of the same millisecond have no fixed order.
  await db.run(sql`update notification_silences set created_at = created_at - interval '1 second' where id = ${broken}`)
  const silence = await store({ filter: 'check.type == "http"' })
  expect(await find(checkFailed)).toMatchObject({ id: silence, broken: [{ id: broken }] })
})

const answer =
  (more: object): Evaluate =>
  async () => ({ kind: 'undecided', message: 'x', ...more })

test('disables a costly filter, but none without time at the moment', async () => {
  await store({ filter: 'true' })
  expect(await find(checkFailed, answer({ isTemporary: true }))).toEqual({ id: undefined, broken: [] })
  expect(await find(checkFailed, answer({ isCostly: true }))).toMatchObject({
    broken: [{ error: 'The filter true needs too much time or memory: x.' }],
  })
})

test('evaluates a filter in the time of its silence', async () => {
  const silence = await store({ filter: 'true' })
  const owners: unknown[] = []
  await find(checkFailed, async (question, owner) => {
    owners.push(owner)
    return evaluateHere(question)
  })
  expect(owners).toEqual([`silence ${silence}`])
})

test('tries a silence again after its selectors were changed', async () => {
  const silence = await store({ selectors: 'x', error: 'unreadable' })
  const error = async () =>
    (await db.query(sql`select error from notification_silences where id = ${silence}`))[0]?.['error']
  await db.run(sql`update notification_silences set name = 'renamed' where id = ${silence}`)
  expect(await error()).toBe('unreadable')
  await db.run(sql`update notification_silences set selectors = '[{"name": "api"}]' where id = ${silence}`)
  expect(await error()).toBeNull()
})
