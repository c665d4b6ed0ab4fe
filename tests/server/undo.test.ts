import { beforeAll, expect, test, vi } from 'vitest'
import { readCaller } from '../../server/identity/access/people'
import { ident, sql } from '../../server/data/db/sql'
import { createIncidentEngine } from '../../server/incidents/engine'
import { loadSample } from '../../server/sample/load'
import { createLogEngine } from '../../server/logs/engine'
import { createTopologyEngine } from '../../server/topology/engine'
import { createQueryClient } from '../../src/api/client'
import { formatCall, parseCall } from '../../src/commands/call'
import type { Kind } from '../../src/commands/command'
import { buildContext } from '../../src/commands/context'
import { allCommands } from '../../src/commands/every-command'
import { createJournal } from '../../src/commands/journal'
import type { PlaceData } from '../../src/commands/place'
import { type PerformDeps, performCall } from '../../src/commands/perform'
import { undoLastChange } from '../../src/commands/undo'
import { findCommand } from '../../src/commands/registry'
import { formatKeyFile } from '../../src/commands/stores/key-file'
import { sequenceTimeouts, keyPreferenceStore } from '../../src/commands/stores/key-preference-store'
import { pinnedCalls, callUses } from '../../src/commands/stores/palette-usage'
import { macros } from '../../src/commands/stores/macro-store'
import { prefs } from '../../src/commands/stores/preference-store'
import { lastRecording } from '../../src/commands/stores/recording'
import { triageDecisions } from '../../src/commands/stores/triage-store'
import {
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  hypothesisStatuses,
} from '../../src/lib/incidents/incidents'
import { features } from '../../src/shared/access/flags'
import { dateFormats } from '../../src/lib/format-date'
import { type Random, createRandom } from '../../src/shared/random'
import type { ResourceKind } from '../../src/shared/routing/resource'
import { loadEditor } from '../../src/resources/editor'
import { commandEffects } from '../helpers/command-effects'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'
import { silentLog } from '../helpers/health'
import { resources } from '../../src/shared/routing/registry'

// As many undos as commands, in any order, restore everything: all tables, and the browser's storage.

const SEQUENCES = 12
const LENGTH = 40

const db = await testDatabase()
const parts = { db, log: silentLog, now: () => new Date(), hostname: 'here', evaluate: evaluateHere }
const { readComponentHealth: readEvidenceHealth } = createTopologyEngine({ ...parts, logs: createLogEngine(parts) })
const { as, send } = await consoleApp(db, { engines: [createIncidentEngine({ ...parts, readEvidenceHealth })] })

/** The user who runs all commands. */
const PERSON = '5a000001-0000-4000-8000-000000000001'

beforeAll(async () => {
  await db.transaction(loadSample)
  await db.query(sql`
    insert into console.saved_views (id, name, address, created_by)
    select gen_random_uuid(), 'stored ' || n, '/catalog', ${PERSON}::uuid from generate_series(1, 3) as n`)
  as(await readCaller(db, PERSON))
})

const queries = createQueryClient({ signedOut: () => undefined })
const journal = createJournal()
const failures: string[] = []
let pages = 0
const deps: PerformDeps = {
  find: findCommand,
  // Views are saved of different pages.
  effects: { ...commandEffects(queries), here: () => `/health?query=${++pages}` },
  show: () => undefined,
  journal,
  say: () => undefined,
  toast: ({ tone, text }) => void (tone === 'wrong' && failures.push(text)),
  ask: ({ command }) => failures.push(`${command.id} asked`),
  open: ({ command }) => failures.push(`${command.id} opened its form`),
  reveal: () => undefined,
  onUsed: () => undefined,
  onKeyPressed: () => undefined,
  contextOf: () => {
    throw new Error('no macro is replayed here')
  },
  onRecorded: () => undefined,
  now: () => Date.now(),
}
const TYPES = ['Kubernetes::Pod', 'AWS::RDS::Instance', 'Helm::Release']
/** Any member: the sequences name one of the team. */
const members = [{ value: 'any', label: 'Any' }]
const place: PlaceData = {
  scope: 'app',
  choices: { types: TYPES.map((value) => ({ value, label: value })), teamMember: members },
}
const context = buildContext([{ scope: 'triage' }, place], {
  path: '/',
  roles: ['admin'],
  online: true,
  deployment: { backend: 'embedded', signIn: 'kratos' },
  nameOf: () => undefined,
})

type Args = Record<string, string>
/** Arguments with which a command can be run now; undefined when there is no target. */
type Make = (random: Random) => Promise<Args | undefined> | Args | undefined

const some = async (random: Random, rows: Promise<{ id: string }[]>) => {
  const list = await rows
  return list.length > 0 ? random.pick(list).id : undefined
}
const things = {
  incident: () => db.query<{ id: string }>(sql`select id::text from incidents order by id`),
  hypothesis: () => db.query<{ id: string }>(sql`select id::text from hypotheses order by id`),
  evidence: () => db.query<{ id: string }>(sql`select id::text from evidences order by id`),
  person: () =>
    db.query<{ id: string }>(sql`select p.id::text from people as p join identity.identities as i on i.id = p.id
      where p.deleted_at is null and p.id <> ${PERSON} order by p.id`),
  check: () => db.query<{ id: string }>(sql`select id::text from checks where deleted_at is null order by id`),
  component: () => db.query<{ id: string }>(sql`select id::text from components where deleted_at is null order by id`),
  config: () =>
    db.query<{ id: string }>(sql`select id::text from config_items where deleted_at is null order by id limit 40`),
  team: () => db.query<{ id: string }>(sql`select id::text from teams where deleted_at is null order by id`),
  silence: () =>
    db.query<{ id: string }>(sql`select id::text from notification_silences where deleted_at is null order by id`),
  property: () =>
    db.query<{ id: string }>(sql`select name as id from properties where deleted_at is null order by name`),
} satisfies Partial<Record<Kind, () => Promise<{ id: string }[]>>>
type Thing = keyof typeof things
const targetOf = async (random: Random, kind: Thing) => {
  const id = await some(random, things[kind]())
  return id === undefined ? undefined : `${kind}:${encodeURIComponent(id)}`
}
/** One or two. */
const targetsOf = async (random: Random, kind: Thing) => {
  const list = [await targetOf(random, kind), random.chance(0.3) ? await targetOf(random, kind) : undefined]
  return [...new Set(list.filter((one) => one !== undefined))].join(',') || undefined
}

const contents = (steps: string[]) => JSON.stringify({ steps, asks: [] })
const someMacro = (random: Random) => (macros.get().length > 0 ? random.pick(macros.get()).id : undefined)

const text = (random: Random) =>
  `${random.pick(['Disk', 'Queue', 'Certificate', 'Deployment'])} ${random.pick(['is full', 'was slow', 'ended'])} ${random.below(1000)}`

/** Arguments created one after the other; none when one of them is not available. */
const all =
  (slots: Record<string, (random: Random) => Promise<string | undefined> | string | undefined>): Make =>
  async (random) => {
    const made: Args = {}
    for (const [name, make] of Object.entries(slots)) {
      const value = await make(random)
      if (value === undefined) return undefined
      made[name] = value
    }
    return made
  }
const one = (kind: Thing) => (random: Random) => targetOf(random, kind)
const few = (kind: Thing) => (random: Random) => targetsOf(random, kind)
/** Arguments for a stored view. */
const savedView =
  (more: (random: Random) => Args): Make =>
  async (random) => {
    const view = await some(
      random,
      db.query<{ id: string }>(sql`select id::text from console.saved_views where deleted_at is null order by name, id`)
    )
    return view === undefined ? undefined : { view, ...more(random) }
  }

const oneOf = (values: readonly string[]) => (random: Random) => random.pick(values)

const editable = resources.filter((resource) => resource.editable).map(({ kind }) => kind)
type AnyRow = Record<string, unknown> & { id: string; name: string }
async function rowsOf(kind: ResourceKind): Promise<readonly AnyRow[]> {
  const {
    details: { rows },
    editing,
  } = await loadEditor(kind)
  const list = (await (rows.paging === 'none'
    ? queries.fetchQuery({ ...rows.query(), staleTime: 0 })
    : rows.matching({ search: '', sort: undefined, filters: {} }))) as readonly AnyRow[]
  return list.filter((row) => editing.lockedAt(row) === undefined)
}
/** The values of a resource's form for a row. */
async function valuesOf(kind: ResourceKind, { id }: AnyRow): Promise<Record<string, unknown> | undefined> {
  const { editing } = await loadEditor(kind)
  const readRow = editing.page?.one ?? editing.one
  const row = readRow
    ? await queries.fetchQuery({ ...readRow(id), staleTime: 0 })
    : (await rowsOf(kind)).find((other) => other.id === id)
  return row ? editing.toValues(row) : undefined
}
const resource = async (random: Random) => {
  const kind = random.pick(editable)
  const list = await rowsOf(kind)
  const row = list.length > 0 ? random.pick(list) : undefined
  const values = row && (await valuesOf(kind, row))
  return row && values && { kind, row, values }
}

const pair = all({ config: one('config'), component: one('component') })
const makes: Record<string, Make> = {
  'type.pin': all({ type: oneOf(TYPES) }),
  'component.relate': pair,
  'component.unrelate': async (random) => {
    const id = await some(
      random,
      db.query(
        sql`select component_id || ' ' || config_id as id from config_component_relationships where deleted_at is null order by 1`
      )
    )
    const [component, config] = id?.split(' ') ?? []
    return component && config ? { component: `component:${component}`, config: `config:${config}` } : undefined
  },
  'detail.follow': () => ({}),
  'incident.create': all({
    title: text,
    type: oneOf(incidentTypes),
    severity: oneOf(incidentSeverities),
    description: text,
  }),
  'incident.edit': all({ incident: one('incident'), title: text, description: text }),
  'incident.status': all({ incidents: few('incident'), status: oneOf(incidentStatuses) }),
  'incident.severity': all({ incidents: few('incident'), severity: oneOf(incidentSeverities) }),
  'incident.type': all({ incidents: few('incident'), type: oneOf(incidentTypes) }),
  'incident.take': all({ incidents: few('incident') }),
  'incident.commander': all({ incident: one('incident'), person: one('person') }),
  'incident.communicator': all({ incident: one('incident'), person: one('person') }),
  'responder.add': async (random) => {
    const team = await some(random, db.query(sql`select id::text from teams where deleted_at is null order by id`))
    const [incident, person] = [await targetOf(random, 'incident'), await targetOf(random, 'person')]
    const responder = random.chance(0.5) && team ? `team:${team}` : person
    return incident && responder ? { incident, responder } : undefined
  },
  'responder.remove': async (random) => {
    const id = await some(random, db.query(sql`select id::text from responders where deleted_at is null order by id`))
    return id ? { responder: `responder:${id}` } : undefined
  },
  'comment.add': all({
    about: (random) => targetOf(random, random.pick(['incident', 'hypothesis', 'evidence'])),
    text,
  }),
  'hypothesis.create': all({
    above: (random) => targetOf(random, random.pick(['incident', 'hypothesis'])),
    title: text,
  }),
  'hypothesis.rename': all({ hypothesis: one('hypothesis'), title: text }),
  'hypothesis.status': all({ hypotheses: few('hypothesis'), status: oneOf(hypothesisStatuses) }),
  'hypothesis.accept': async (random) => {
    const weighed = sql`select hypothesis_id::text as id from evidences where properties->>'weighs' is not null order by 1`
    const id = await some(random, db.query(weighed))
    return id === undefined ? undefined : { hypothesis: `hypothesis:${id}` }
  },
  'evidence.weigh': all({ evidences: few('evidence'), weight: oneOf(['supports', 'contradicts', 'neither']) }),
  'evidence.done': all({ evidences: few('evidence') }),
  'evidence.definition': all({ evidences: few('evidence') }),
  'evidence.script': all({ evidence: one('evidence'), script: oneOf(['', "check.status == 'healthy'"]) }),
  'evidence.link': async (random) => {
    const sources = await targetsOf(random, random.pick(['check', 'component', 'config']))
    if (sources === undefined) return undefined
    const title = text(random)
    const incident = random.chance(0.7) ? await some(random, things.incident()) : undefined
    return incident === undefined
      ? { sources, title, type: random.pick(incidentTypes), severity: random.pick(incidentSeverities) }
      : { sources, title, incident, hypothesisTitle: text(random) }
  },
  'team.addMembers': async (random) => {
    const [team, person] = [await targetOf(random, 'team'), await some(random, things.person())]
    return team && person ? { team, members: JSON.stringify([person]) } : undefined
  },
  'team.removeMember': async (random) => {
    const row = sql`select team_id || ' ' || person_id as id from team_members
      join teams on teams.id = team_id and teams.deleted_at is null order by 1`
    const [team, person] = (await some(random, db.query(row)))?.split(' ') ?? []
    return team && person ? { team: `team:${team}`, person } : undefined
  },
  'silence.create': all({
    things: (random) => targetsOf(random, random.pick(['check', 'component', 'config'])),
    until: oneOf(['2h', 'indefinitely']),
  }),
  'silence.end': all({ silences: few('silence') }),
  'silence.extend': all({ silences: few('silence'), by: oneOf(['2h', '30m']) }),
  'notification.markRead': all({}),
  'notification.preferences': all({
    preferences: (random) =>
      JSON.stringify({
        connectionId: null,
        quietHours: random.chance(0.5)
          ? { from: '22:00', to: '07:00', days: ['mon', 'sun'], timeZone: 'Europe/Berlin' }
          : null,
        waits: random.pick(['notCritical', 'all']),
        digestMinutes: random.chance(0.5) ? 30 : null,
      }),
  }),
  'triage.skip': all({ item: one('check'), reason: text }),
  'done.add': all({ incident: one('incident'), text }),
  'done.automate': async (random) => {
    const row = await db.query<{ incident: string; evidence: string }>(sql`
      select h.incident_id::text as incident, e.id::text as evidence from evidences as e join hypotheses as h on h.id = e.hypothesis_id
      where e.type in ('check', 'component') order by e.id`)
    if (row.length === 0) return undefined
    const { incident, evidence } = random.pick(row)
    return { incident: `incident:${incident}`, evidence: `evidence:${evidence}`, script: "check.status == 'healthy'" }
  },
  'person.edit': async (random) => {
    const person = await targetOf(random, 'person')
    return person === undefined
      ? undefined
      : {
          person,
          firstName: text(random),
          lastName: 'Doe',
          email: `a${random.below(10_000)}@shop.example`,
          role: random.pick(['', 'viewer', 'editor']),
        }
  },
  'person.enable': all({ people: few('person') }),
  'person.disable': all({ people: few('person') }),
  'property.add': all({ name: (random) => `shop.limit${random.below(10_000)}`, value: text }),
  'property.edit': all({ property: one('property'), value: text }),
  'property.delete': all({ properties: few('property') }),
  'feature.turnOff': all({ feature: oneOf(features) }),
  'feature.turnOn': async (random) => {
    const off = sql`select replace(name, '.disable', '') as id from properties where name like '%.disable' and value = 'true' order by 1`
    const feature = await some(random, db.query(off))
    return feature === undefined ? undefined : { feature }
  },
  'resource.create': async (random) => {
    const like = await resource(random)
    return (
      like && { type: like.kind, values: JSON.stringify({ ...like.values, name: `copy-${random.below(1_000_000)}` }) }
    )
  },
  'resource.edit': async (random) => {
    const found = await resource(random)
    return (
      found && {
        resource: `${found.kind}:${found.row.id}`,
        values: JSON.stringify({ ...found.values, name: `new-${random.below(1_000_000)}` }),
      }
    )
  },
  'resource.import': (random) => ({
    text: `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: ${random.pick(['imported', `imported-${random.below(1_000_000)}`])}, namespace: shop }
spec: { schedule: '@every ${random.below(50) + 10}m', http: [{ name: home, url: 'http://127.0.0.1:9/' }] }
`,
  }),
  'resource.delete': async (random) => {
    const found = await resource(random)
    return found && { resources: `${found.kind}:${found.row.id}` }
  },
  'view.save': (random) => ({
    name: `view ${random.below(1000)}`,
    visibility: random.pick(['me', 'all']),
  }),
  'view.update': savedView(() => ({})),
  'view.rename': savedView((random) => ({ name: `renamed ${random.below(1000)}` })),
  'view.share': savedView((random) => ({ visibility: random.pick(['me', 'all']) })),
  'view.delete': savedView(() => ({})),
  'prefs.theme': all({ theme: oneOf(['light', 'dark', 'system']) }),
  'prefs.dates': all({ format: oneOf(dateFormats) }),
  'prefs.timezone': all({ zone: oneOf(['UTC', 'Europe/Lisbon', 'Asia/Tokyo']) }),
  'prefs.deleted': all({ show: oneOf(['yes', 'no']) }),
  'prefs.refreshRate': all({ rate: oneOf(['10s', '1m', 'None']) }),
  'prefs.speech': all({ level: oneOf(['off', 'critical', 'all']) }),
  'prefs.density': all({ density: oneOf(['compact', 'comfortable']) }),
  'prefs.keys': all({ mode: oneOf(['on', 'leader', 'off']) }),
  'palette.forget': () => {
    callUses.set({ 'go.health': Date.now() })
    return {}
  },
  'palette.unpin': () => {
    pinnedCalls.set(['go.health'])
    return {}
  },
  'macro.save': (random) => {
    lastRecording.set(['check.run', 'incident.take'])
    return { name: text(random), contents: contents(['check.run']) }
  },
  'macro.edit': (random) => {
    const id = someMacro(random)
    return id === undefined ? undefined : { macro: id, name: text(random), contents: contents(['incident.take']) }
  },
  'macro.remove': (random) => {
    const id = someMacro(random)
    return id === undefined ? undefined : { macro: id }
  },
  'keys.change': all({
    command: oneOf(['check.run on check', 'evidence.link on check']),
    keys: (random) => `g ${random.pick(['1', '2', '3'])}`,
  }),
  'keys.import': (random) => ({
    file: formatKeyFile({ ...keyPreferenceStore.get(), forget: random.pick(sequenceTimeouts) }),
  }),
  'keys.reset': () => ({}),
  'keys.forget': all({ after: oneOf(['0', '1', '5']) }),
}

/** A proposal results from several weights. */
const often = ['evidence.weigh', 'hypothesis.accept']
const reversible = allCommands.filter(({ undo }) => undo === 'inverse').map(({ id }) => id)
const mixed = [...reversible, ...often, ...often, ...often]

test('includes every command that can be undone', () => {
  expect(reversible.filter((id) => makes[id] === undefined)).toEqual([])
})

/** Columns that only record who changed a row, or when. */
const audit = new Set(['public.incident_histories', 'public.event_queue', 'public.job_history', 'identity.audit'])
const traces = new Set(['created_at', 'created_by', 'updated_at', 'updated_by', 'inserted_at', 'state_changed_at'])
/** E-mail addresses of users and their roles are replaced when they change; nothing refers to their ids. */
const remade = new Set(['identity.addresses', 'public.casbin_rule'])

/** Every row that is not deleted, of every table, and the browser's storage. */
async function everything(): Promise<Record<string, unknown>> {
  const tables = await db.query<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where (table_schema in ('public', 'identity') or table_name = 'saved_views') and table_type = 'BASE TABLE' order by 1, 2`)
  const found: Record<string, unknown> = {
    browser: [prefs.get(), keyPreferenceStore.get(), triageDecisions.get(), macros.get()],
  }
  for (const { schema, name } of tables) {
    const table = `${schema}.${name}`
    if (audit.has(table)) continue
    const rows = await db.query<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(t) as row from ${ident(schema)}.${ident(name)} as t`
    )
    const isCompared = (column: string) => !traces.has(column) && !(column === 'id' && remade.has(table))
    found[table] = rows
      .filter(({ row }) => (row['deleted_at'] ?? null) === null)
      .map(({ row }) =>
        JSON.stringify(Object.fromEntries(Object.entries(row).filter(([column]) => isCompared(column))))
      )
      .toSorted()
  }
  return found
}

test(`restores everything in ${SEQUENCES} random sequences of ${LENGTH} commands and as many undos`, async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(path, init))
  vi.stubGlobal('navigator', { onLine: true })
  const covered = new Map<string, number>()
  for (let seed = 1; seed <= SEQUENCES; seed++) {
    const random = createRandom(seed)
    const before = await everything()
    journal.forget()
    const done: string[] = []
    for (let tries = 0; done.length < LENGTH && tries < LENGTH * 5; tries++) {
      // Commands that have not run yet come first, however many there are.
      const missing = reversible.filter((name) => !covered.has(name))
      const id = random.pick(missing.length > 0 && random.chance(0.3) ? missing : mixed)
      const args = await makes[id]?.(random)
      if (!args) continue
      const { call } = parseCall({ id, args }, findCommand)
      const undos = journal.undoable.get().size
      await performCall({ call, origin: 'form' }, context, deps)
      if (journal.undoable.get().size === undos) continue
      covered.set(id, (covered.get(id) ?? 0) + 1)
      done.push(formatCall(call, findCommand))
    }
    expect(done).toHaveLength(LENGTH)
    for (let undo = 0; undo < LENGTH; undo++) await undoLastChange(deps)
    expect(failures, `undo of sequence ${seed}`).toEqual([])
    const after = await everything()
    for (const [table, rows] of Object.entries(before))
      expect.soft(after[table], `${table}, sequence ${seed}:\n${done.join('\n')}`).toEqual(rows)
  }
  expect(reversible.filter((id) => !covered.has(id))).toEqual([])
  // About 20 seconds on a quiet machine.
}, 240_000)
