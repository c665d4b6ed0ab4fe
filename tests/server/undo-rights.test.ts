import { beforeEach, expect, test, vi } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { readCaller } from '../../server/identity/access/people'
import { createQueryClient } from '../../src/api/client'
import { parseCall } from '../../src/commands/call'
import { buildContext, type CommandEnvironment } from '../../src/commands/context'
import '../../src/commands/every-command'
import { createJournal } from '../../src/commands/journal'
import { type PerformDeps, performCall } from '../../src/commands/perform'
import { findCommand } from '../../src/commands/registry'
import { saveMacro, macros } from '../../src/commands/stores/macro-store'
import { undoLastChange } from '../../src/commands/undo'
import { commandEffects } from '../helpers/command-effects'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'

// An undo, a repeat and a macro never exceed what their caller may do at that moment: their requests are sent with the
// session of the person, and the server decides each of them again.

const [editor, viewer, incident] = [id(5), id(6), id(50)]
const db = await testDatabase()
await db.script(organisation)
await db.script(`
  insert into people (id, name, email) values ('${editor}', 'Eve', 'eve@shop.example'), ('${viewer}', 'Vi', 'vi@shop.example');
  insert into casbin_rule (ptype, v0, v1) values ('g', '${editor}', 'editor'), ('g', '${viewer}', 'viewer');
`)
const { as, send } = await consoleApp(db)
const queries = createQueryClient({ signedOut: () => undefined })
let journal = createJournal()
/** The rights that the console knows, which may be older than those of the server. */
let known: Partial<CommandEnvironment> = {}

const contextOf: PerformDeps['contextOf'] = (places) =>
  buildContext(places, {
    path: '/',
    roles: ['editor'],
    online: true,
    deployment: { backend: 'embedded', signIn: 'kratos' },
    nameOf: () => undefined,
    ...known,
  })
const depsNow = (): PerformDeps => ({
  find: findCommand,
  effects: commandEffects(queries),
  show: () => undefined,
  journal,
  say: () => undefined,
  toast: () => undefined,
  ask: () => undefined,
  open: () => undefined,
  reveal: () => undefined,
  onUsed: () => undefined,
  onKeyPressed: () => undefined,
  contextOf,
  onRecorded: () => undefined,
  now: () => Date.now(),
})

const be = async (person: string) => as(await readCaller(db, person))
beforeEach(async () => {
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => send(path, init))
  vi.stubGlobal('navigator', { onLine: true })
  await db.script(`delete from permissions; update incidents set severity = 'High'`)
  journal = createJournal()
  known = {}
  await be(editor)
})

const severity = async () => {
  const [row] = await db.query<{ severity: string }>(sql`select severity from incidents where id = ${incident}`)
  return row?.severity
}
const perform = (written: { id: string; args: Record<string, string> }) =>
  performCall({ call: parseCall(written, findCommand).call, origin: 'form' }, contextOf([]), depsNow())
const setSeverity = () =>
  perform({ id: 'incident.severity', args: { incidents: `incident:${incident}`, severity: 'low' } })
const lastMessage = () => journal.messages.get()[0]

test.each(['update', 'read'])(
  'undoes nothing after its author was denied %s, and undoes it once allowed',
  async (action) => {
    await setSeverity()
    expect(await severity()).toBe('low')
    await db.run(sql`
    insert into permissions (subject_type, subject, person_id, object, action, deny)
    values ('person', ${editor}, ${editor}, 'incident', ${action}, true)`)
    await be(editor)
    await undoLastChange(depsNow())
    expect([await severity(), lastMessage()?.tone]).toEqual(['low', 'wrong'])
    expect(lastMessage()?.text).toContain(`unauthorized: ${action} on incident`)
    await db.script('delete from permissions')
    await be(editor)
    await undoLastChange(depsNow())
    expect([await severity(), lastMessage()?.tone]).toEqual(['High', 'good'])
  }
)

test('undoes nothing for another person in the same tab', async () => {
  await setSeverity()
  await be(viewer)
  await undoLastChange(depsNow())
  expect([await severity(), lastMessage()?.tone]).toEqual(['low', 'wrong'])
  as(undefined)
  await undoLastChange(depsNow())
  expect(await severity()).toBe('low')
})

test.each([
  ['knows it', { roles: ['viewer'] }],
  ['does not know it yet', { roles: ['editor'] }],
])(
  'changes nothing by a macro of an editor that a viewer replays, whether or not the console %s',
  async (_is, environment) => {
    saveMacro({ id: 'calm', name: 'Calm', steps: ['incident.severity?severity=low'], asks: [] })
    await be(viewer)
    known = environment
    await perform({ id: 'macro.replay', args: { macro: 'calm', things: `incident:${incident}` } })
    expect([await severity(), lastMessage()?.text]).toEqual([
      'High',
      expect.stringMatching(/^Stopped “Calm” at .*, after 0 of 1 change: (Requires write access|unauthorized)/),
    ])
    macros.set([])
  }
)
