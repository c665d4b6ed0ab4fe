import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonReader } from '../../server/data/db/db'
import { sql } from '../../server/data/db/sql'
import { createNotificationEvents } from '../../server/notifications/dispatch/events'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { id, organisation } from '../helpers/organisation'
import { addRule } from '../helpers/notifications'
import { addRandomCatalog, randomScope, storeScope } from '../helpers/random-silences'
import { asServer } from '../../server/identity/access/reader'
import { readNotificationEvent } from '../../server/notifications/event'
import { listActiveSilences, findSilence } from '../../server/notifications/silences/match'
import { readSilenceEffect, type SilenceEffect } from '../../server/notifications/silences/effect'
import { createRandom } from '@/shared/random'

const db = await testDatabase()
const { as, send } = await consoleApp(db)
const [ADA, CHECK, POD, CLUSTER, COMPONENT, CANARY] = [id(1), id(41), id(11), id(10), id(31), id(40)]
const person = (...roles: string[]) => ({ id: ADA, name: 'Ada', email: null, roles })

beforeAll(async () => {
  await db.script(organisation)
  await db.script(`
    delete from notification_send_history;
    update config_items set health = 'unhealthy' where id = '${POD}';
    insert into notification_send_history (id, notification_id, source_event, resource_id, status, body, created_at) values
      ('${id(101)}', '${id(70)}', 'check.failed', '${CHECK}', 'sent', '', now() - interval '3 days'),
      ('${id(102)}', '${id(70)}', 'config.unhealthy', '${POD}', 'sent', '', now() - interval '2 days'),
      ('${id(103)}', '${id(70)}', 'check.failed', '${CHECK}', 'silenced', '', now() - interval '1 day')`)
})
beforeEach(() => as(person('editor')))

const ask = (query: Record<string, string>) =>
  send(`/api/notification/_silence_effect?${new URLSearchParams(query).toString()}`)
const effect = async (query: Record<string, string>) => {
  const answer = await ask(query)
  expect(answer.status).toBe(200)
  return (await answer.json()) as SilenceEffect
}
const covered = async (query: Record<string, string>) => (await effect(query)).resources.first.map((one) => one.id)

test.each<[string, Record<string, string>, string[]]>([
  ['a check', { id: CHECK, type: 'check' }, [CHECK]],
  ['the checks of a canary', { id: CANARY, type: 'canary' }, [CHECK]],
  ['a config item', { id: CLUSTER, type: 'config' }, [CLUSTER]],
  [
    'a config item and what is below it, unhealthy ones first',
    { id: CLUSTER, type: 'config', recursive: 'true' },
    [POD, CLUSTER],
  ],
  ['a component', { id: COMPONENT, type: 'component' }, [COMPONENT]],
  ['nothing that was deleted', { id: id(12), type: 'config' }, []],
  ['a filter', { filter: 'config.type == "Kubernetes::Pod" || check.type == "http"' }, [POD, CHECK]],
  ['a filter on the event of the present health', { filter: 'event.name == "config.unhealthy"' }, [POD]],
  ['selectors', { selectors: JSON.stringify([{ types: ['Kubernetes::*'] }]) }, [POD, CLUSTER]],
])('covers %s', async (_what, query, ids) => {
  expect(await covered(query)).toEqual(ids)
})

test('counts covered resources among those that the caller may read, and messages held back', async () => {
  expect(await effect({ id: CLUSTER, type: 'config', recursive: 'true' })).toEqual({
    resources: {
      covered: 2,
      unhealthy: 1,
      read: 4,
      total: 4,
      isPartial: false,
      first: [
        { kind: 'config', id: POD, name: 'api', health: 'unhealthy' },
        { kind: 'config', id: CLUSTER, name: 'cluster', health: 'healthy' },
      ],
    },
    messages: {
      count: 1,
      isPartial: false,
      first: [{ id: id(102), event: 'config.unhealthy', resourceId: POD, name: 'api', at: expect.any(String) }],
    },
  })
})

test.each<[string, Record<string, string>, number, string]>([
  ['a scope that names nothing', {}, 400, 'is required'],
  ['a filter with a syntax error', { filter: 'check.name = "x"' }, 400, 'cannot be evaluated'],
  ['a filter that returns a text', { filter: 'check.name' }, 400, 'not true or false'],
  ['a novel', { filter: 'x'.repeat(10_001) }, 400, 'filter'],
])('refuses %s with a sentence', async (_what, query, status, words) => {
  const answer = await ask(query)
  expect([answer.status, await answer.json()]).toEqual([status, { error: expect.stringContaining(words) }])
})

test('finds the mistake of a filter even if there is no resource', async () => {
  const empty = await testDatabase()
  const deps = { reader: asServer(empty), evaluate: evaluateHere, owner: 'test', now: new Date() }
  const scope = { configId: null, componentId: null, checkId: null, canaryId: null, isRecursive: false, selectors: [] }
  await expect(readSilenceEffect({ ...scope, filter: 'check.name = "x"' }, deps)).rejects.toThrow('cannot be evaluated')
  const { resources } = await readSilenceEffect({ ...scope, filter: 'check.labels.app == "x"' }, deps)
  expect(resources).toEqual({ covered: 0, unhealthy: 0, read: 0, total: 0, isPartial: false, first: [] })
})

test('says that the number is incomplete when there is no time left for expressions', async () => {
  const deps = { reader: asServer(db), owner: 'test', now: new Date() }
  const scope = { configId: null, componentId: null, checkId: null, canaryId: null, isRecursive: false, selectors: [] }
  const { resources, messages } = await readSilenceEffect(
    { ...scope, filter: 'true' },
    { ...deps, evaluate: async () => ({ kind: 'undecided', message: 'x', isTemporary: true }) }
  )
  expect([resources.isPartial, resources.covered, resources.read, messages.isPartial]).toEqual([true, 0, 0, true])
})

test('shows an effect only to those who may silence, with their rights', async () => {
  for (const role of ['commander', 'responder', 'viewer', 'guest']) {
    as(person(role))
    expect((await ask({ id: CHECK, type: 'check' })).status).toBe(403)
  }
  as(person('editor'))
  await db.run(sql`insert into permissions (person_id, object, action, deny) values (${ADA}, 'canaries', 'read', true)`)
  const { resources, messages } = await effect({ filter: 'true' })
  expect([resources.total, messages.first.map((one) => one.resourceId)]).toEqual([3, [POD]])
  await db.run(sql`delete from permissions where person_id = ${ADA}`)
})

/** Tests with many expressions, on a busy machine. */
const LONG_MS = 300_000

/** The catalog does not change, so each statement is sent once. */
const withMemory = (reader: PersonReader): PersonReader => {
  const known = new Map<string, ReturnType<PersonReader['query']>>()
  const query = ((statement) => {
    const key = JSON.stringify([statement.text, statement.values])
    const rows = known.get(key) ?? reader.query(statement)
    known.set(key, rows)
    return rows
  }) as PersonReader['query']
  return { ...reader, query }
}

test(
  'names exactly what the engine holds back, for 1,000 random silences',
  async () => {
    const random = createRandom(20_260_301)
    const world = await testDatabase()
    const resources = await addRandomCatalog(world, random)
    const reader = withMemory(asServer(world))
    const now = new Date()
    const events = await Promise.all(
      resources.map(async ({ id: of, event: name }) => {
        const event = await readNotificationEvent(reader, { name, properties: { id: of }, createdAt: now })
        if (!event) throw new Error(`There is no event ${name}`)
        return { of, event }
      })
    )
    let matches = 0
    for (let run = 0; run < 1000; run++) {
      const scope = randomScope(random, resources)
      await world.run(sql`delete from notification_silences`)
      await storeScope(world, scope)
      const silences = await listActiveSilences(world, now)
      const held: string[] = []
      for (const { of, event } of events) if ((await findSilence(silences, event, evaluateHere)).silence) held.push(of)
      const [silence] = silences
      if (!silence) throw new Error('The silence is not active')
      const { resources: found } = await readSilenceEffect(
        silence,
        { reader, evaluate: evaluateHere, owner: 'test', now },
        resources.length
      )
      expect({ scope, ids: found.first.map((one) => one.id).toSorted() }).toEqual({ scope, ids: held.toSorted() })
      expect(found).toMatchObject({ covered: held.length, read: resources.length, total: resources.length })
      if (held.length > 0) matches++
    }
    // Silences that cover nothing prove little.
    expect(matches).toBeGreaterThan(400)
  },
  LONG_MS
)

const inASecond = () => new Date(Date.now() + 1000)

test(
  'the messages that the dispatcher stores as silenced are about what the effect names',
  async () => {
    const random = createRandom(7)
    const world = await testDatabase()
    const resources = await addRandomCatalog(world, random)
    await addRule(world, {
      events: [...new Set(resources.map(({ event }) => event))],
      custom_services: [{ name: 'hook', url: 'https://hooks.example/a' }],
    })
    const { handle, activeNames } = createNotificationEvents({
      db: world,
      now: inASecond,
      evaluate: evaluateHere,
      siteUrl: 'https://console.example',
      wake: () => {},
    })
    await activeNames()
    for (let run = 0; run < 20; run++) {
      const scope = randomScope(random, resources)
      await world.script('delete from notification_silences; delete from notification_send_history')
      await storeScope(world, scope)
      for (const { id: of, event: name } of resources) {
        const act = await handle({ name, properties: { id: of }, createdAt: new Date() })
        await act?.(world)
      }
      const silenced = await world.query<{ of: string }>(sql`
      select resource_id::text as of from notification_send_history where status = 'silenced' order by 1`)
      const [silence] = await listActiveSilences(world, inASecond())
      if (!silence) throw new Error('The silence is not active')
      const deps = { reader: asServer(world), evaluate: evaluateHere, owner: 'test', now: inASecond() }
      const { resources: found } = await readSilenceEffect(silence, deps, resources.length)
      expect({ scope, ids: found.first.map((one) => one.id).toSorted() }).toEqual({
        scope,
        ids: silenced.map(({ of }) => of),
      })
    }
  },
  LONG_MS
)
