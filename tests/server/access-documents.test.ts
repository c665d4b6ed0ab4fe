import { beforeEach, expect, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { readCaller } from '../../server/identity/access/people'
import { createIncidentEngine } from '../../server/incidents/engine'
import { createLogEngine } from '../../server/logs/engine'
import { createEventQueue } from '../../server/platform/jobs/event-queue'
import { createPlaybookEvents } from '../../server/playbooks/triggers/events'
import { createRunSecrets } from '../../server/playbooks/run-secrets'
import { createTopologyEngine } from '../../server/topology/engine'
import type { AccessObject } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { id, organisation } from '../helpers/organisation'
import { readRunActions, startRunner, untilRunStatus } from '../helpers/playbooks'
import { testKeys } from '../helpers/vault'

// Engines read for a document as its last author, or as the person who started a run: a stored denial of
// that person holds there, too.

const SECRET = 'only-in-the-catalog'
const [administrator, editor, responder] = [id(1), id(5), id(6)]
const [item, component, check] = [id(11), id(31), id(41)]

const db = await testDatabase()
await db.script(organisation)
await db.script(`
  insert into people (id, name, email) values ('${editor}', 'Eve', 'eve@shop.example'), ('${responder}', 'Rex', 'rex@shop.example');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${editor}', 'editor'), ('g', '${responder}', 'responder');
  update config_items set config = '{"secret": "${SECRET}"}';
  update checks set status = 'unhealthy'; delete from incident_rules;
`)
const parts = { db, log: silentLog, now: () => new Date(), hostname: 'here', evaluate: evaluateHere }
const topology = createTopologyEngine({ ...parts, logs: createLogEngine(parts) })
const incidents = createIncidentEngine({ ...parts, readEvidenceHealth: topology.readComponentHealth })
const queue = createEventQueue({
  ...parts,
  handlers: [createPlaybookEvents({ ...parts, secrets: createRunSecrets(testKeys), wake: () => {} })],
})
const { as, write } = await consoleApp(db, { engines: [topology, incidents] })

beforeEach(async () => {
  await db.script('delete from permissions; delete from job_history; delete from event_queue')
})

const deny = (person: string, object: AccessObject) =>
  db.run(sql`
    insert into permissions (subject_type, subject, person_id, object, action, deny)
    values ('person', ${person}, ${person}, ${object}, 'read', true)`)

/** Sends a write of the relational API as a person. @returns the id of the row. */
async function save(person: string, method: 'POST' | 'PATCH', path: string, row: object): Promise<string> {
  as(await readCaller(db, person))
  const response = await write(method, `/api/db/${path}`, row, { Prefer: 'return=representation' })
  const [saved] = (await response.json()) as { id: string }[]
  if (!response.ok || !saved) throw new Error(`${path}: ${response.status}`)
  return saved.id
}

async function runJob(name: string): Promise<string[]> {
  const failed: string[] = []
  const report = {
    succeeded: () => {},
    failed: (why: string) => void failed.push(why),
    warned: () => {},
    addDetails: () => {},
  }
  await incidents.jobs.find((job) => job.name === name)?.run(report, new AbortController().signal)
  return failed
}

const script = { hypothesis_id: id(51), type: 'config', description: '', definition_of_done: true }
async function resultOf(evidence: string): Promise<string | null> {
  await runJob('Evaluate Evidence')
  const [row] = await db.query<{ script_result: string | null }>(
    sql`select script_result from evidences where id = ${evidence}`
  )
  return row?.script_result ?? null
}

test('shows a responder no document that he is denied by a script of evidence', async () => {
  const own = await save(responder, 'POST', 'evidences', { ...script, config_id: item, script: 'config.config.secret' })
  expect(await resultOf(own)).toContain(SECRET)
  await deny(responder, 'catalog')
  expect(await resultOf(own)).toBe('The author of this script may not read catalog')
  // The author is the person who changed it last, not the one who created it.
  const ofOther = await save(administrator, 'POST', 'evidences', { ...script, config_id: item, script: 'true' })
  await save(responder, 'PATCH', `evidences?id=eq.${ofOther}`, { script: 'config.config.secret' })
  expect(await resultOf(ofOther)).toBe('The author of this script may not read catalog')
  const moved = await save(administrator, 'POST', 'evidences', { ...script, script: 'config.config.secret' })
  await save(responder, 'PATCH', `evidences?id=eq.${moved}`, { config_id: item })
  expect(await resultOf(moved)).toBe('The author of this script may not read catalog')
  // Ticking an item off makes nobody its author.
  const kept = await save(administrator, 'POST', 'evidences', {
    ...script,
    config_id: item,
    script: 'config.config.secret',
  })
  await save(responder, 'PATCH', `evidences?id=eq.${kept}`, { done: true })
  expect(await resultOf(kept)).toContain(SECRET)
})

test.each([
  ['canaries', { check_id: check, script: 'check.name' }],
  ['topology', { component_id: component, script: 'component.name' }],
  ['catalog', { config_change_id: id(20), script: 'change.summary' }],
  ['catalog', { config_analysis_id: id(22), script: 'analysis.analyzer' }],
] as const)('evaluates no script about %s for an author who is denied it', async (object, row) => {
  await deny(responder, object)
  const evidence = await save(responder, 'POST', 'evidences', { ...script, ...row })
  expect(await resultOf(evidence)).toBe(`The author of this script may not read ${object}`)
})

const lookup = {
  components: [
    {
      name: 'found',
      type: 'Service',
      lookup: {
        catalog: [
          {
            selector: [{ types: ['Kubernetes::Pod'] }],
            display: { expr: "results.map(r, {'name': r.config.secret})" },
          },
        ],
      },
    },
  ],
}
const copied = async () => {
  const rows = await db.query(sql`select from components where name = ${SECRET} and deleted_at is null`)
  return rows.length
}
const sync = async (topologyId: string) => {
  as(await readCaller(db, administrator))
  const response = await write('POST', `/api/canary/run/topology/${topologyId}`, {})
  return [response.status, (await response.text()).includes('its last author may not read')]
}

test('copies no document into components for an editor who is denied the catalog', async () => {
  await deny(editor, 'catalog')
  const own = await save(editor, 'POST', 'topologies', { name: 'own', namespace: 'default', spec: lookup })
  expect(await sync(own)).toEqual([422, true])
  expect(await copied()).toBe(0)
  const ofOther = await save(administrator, 'POST', 'topologies', { name: 'other', namespace: 'default', spec: lookup })
  expect(await sync(ofOther)).toEqual([200, false])
  expect(await copied()).toBe(1)
  await save(editor, 'PATCH', `topologies?id=eq.${ofOther}`, { spec: { ...lookup, text: 'changed' } })
  // The components stay: a lookup that may not read is not one that finds nothing.
  expect([await sync(ofOther), await copied()]).toEqual([[422, true], 1])
  await db.script('delete from permissions')
  expect(await sync(own)).toEqual([200, false])
})

test('reads for the server itself, and for the documents of a person who was removed, except for denials', async () => {
  const [row] = await db.query<{ id: string }>(sql`
    insert into topologies (name, namespace, spec) values ('file', 'default', ${toJsonText(lookup)}::jsonb) returning id::text`)
  await db.run(sql`
    insert into permissions (subject_type, subject, object, action, deny) values ('group', 'everyone', 'catalog', 'read', true)`)
  expect(await sync(row?.id ?? '')).toEqual([200, false])
  await db.script(`delete from permissions; insert into people (id, name) values ('${id(8)}', 'Gone');`)
  await db.run(sql`
    insert into console.document_writers (relation, document_id, person_id) values ('topologies', ${row?.id ?? ''}, ${id(8)})`)
  await db.run(sql`update people set deleted_at = now() where id = ${id(8)}`)
  expect(await sync(row?.id ?? '')).toEqual([200, false])
  await deny(id(8), 'catalog')
  expect(await sync(row?.id ?? '')).toEqual([422, true])
})

test.each([
  ['topology', { components: [{ name: '*' }], filter: { status: ['healthy', 'unhealthy'] } }],
  ['canaries', { checks: [{ name: '*' }], filter: { status: ['healthy', 'unhealthy'] } }],
] as const)('opens no incident about %s by a rule of an editor who is denied it', async (object, spec) => {
  await deny(editor, object)
  const rule = await save(editor, 'POST', 'incident_rules', { name: `about ${object}`, spec })
  expect(await runJob('IncidentRules')).toEqual([
    `about ${object}: it reads ${object}, which its last author may not read`,
  ])
  const opened = await db.query(sql`select from incidents where incident_rule_id = ${rule}`)
  expect(opened).toHaveLength(0)
  await db.run(sql`delete from incident_rules where id = ${rule}`)
})

const playbook = (more: object = {}) => ({
  name: `playbook ${Math.random()}`,
  title: 'Copy',
  source: 'UI',
  spec: {
    configs: [{ types: ['Kubernetes::Pod'] }],
    actions: [{ name: 'copy', http: { url: 'http://127.0.0.1:1/{{.config.config.secret}}' } }],
    ...more,
  },
})

const becomeUnhealthy = () =>
  db.script(`
    update config_items set health = 'healthy' where id = '${item}';
    update config_items set health = 'unhealthy' where id = '${item}'`)

test('starts no playbook on an event of an item for an author who is denied the catalog', async () => {
  const made = await save(editor, 'POST', 'playbooks', playbook({ on: { config: [{ event: 'unhealthy' }] } }))
  const runs = async () => (await db.query(sql`select from playbook_runs where playbook_id = ${made}`)).length
  await deny(editor, 'catalog')
  await becomeUnhealthy()
  await queue.poll()
  expect(await runs()).toBe(0)
  const [job] = await db.query<{ details: unknown }>(
    sql`select details from job_history where name = 'SavePlaybookRun'`
  )
  expect(JSON.stringify(job)).toContain('The last author of the playbook may not read catalog')
  await db.script('delete from permissions')
  await becomeUnhealthy()
  await queue.poll()
  expect(await runs()).toBe(1)
  await db.run(sql`update playbooks set deleted_at = now() where id = ${made}`)
})

test('reads the item of a run as the person who started it, at the moment of the run', async () => {
  const made = await save(administrator, 'POST', 'playbooks', playbook())
  as(await readCaller(db, editor))
  const begin = async () => {
    const response = await write('POST', '/api/playbook/run', { id: made, config_id: item })
    return [response.status, ((await response.json()) as { run_id?: string }).run_id] as const
  }
  const [status, run] = await begin()
  expect(status).toBe(201)
  await deny(editor, 'catalog')
  await startRunner(db)
  expect((await untilRunStatus(db, run, 'failed')).error).toBe(
    'The person who started the run may not read its config.'
  )
  expect(await readRunActions(db, run)).toEqual([])
  expect((await begin())[0]).toBe(404)
})
