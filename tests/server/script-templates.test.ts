import { expect, test } from 'vitest'
import { describeTemplateInScript } from '@/shared/playbooks/script-templates'
import { sql } from '../../server/data/db/sql'
import { ensureAdministrator, readCaller } from '../../server/identity/access/people'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { addPerson, addPlaybook, playbookApp, readRunActions, startRunner, untilRunStatus } from '../helpers/playbooks'
import { scriptsWithoutTemplates, scriptsWithTemplates } from '../helpers/script-templates'

// No path stores or runs a playbook with a template in the text of a program.

const db = await testDatabase()
const { write, send, as } = await consoleApp(db)
as(await readCaller(db, (await ensureAdministrator(db)).id))
const ada = await addPerson(db, 'Nour')

test.each(scriptsWithTemplates)('the database finds the same template as the console: %j', async (script) => {
  expect(await db.query(sql`select console.template_in('script', ${script}) as why`)).toEqual([
    { why: describeTemplateInScript('script', script) },
  ])
})

test.each(scriptsWithoutTemplates)('the database accepts %j', async (script) =>
  expect(await db.query(sql`select console.template_in('script', ${script}) as why`)).toEqual([{ why: null }])
)

const playbook = (exec: unknown, more: object = {}) => ({
  title: 'It',
  actions: [
    { name: 'first', exec: { script: 'date' } },
    { name: 'it', exec },
  ],
  ...more,
})
const T = '{{.params.x}}'
const refused = { exec: { script: `set -eu\ntimeout 5 ${T}` }, why: 'Line 2 of the script' }
const row = (name: string, spec: unknown) => ({ name, namespace: 'shop', category: '', source: 'UI', spec })

test.each([
  refused,
  { exec: { command: [T] }, why: 'Line 1 of the command' },
  { exec: { command: ['timeout', 5, T] }, why: 'Line 1 of the command' },
  { exec: { command: ['sh', '-c', `echo ${T}`] }, why: 'Line 1 of the command' },
])('refuses to save a template in %j, however it is written', async ({ exec, why }) => {
  const refusal = {
    code: '23514',
    message: expect.stringContaining(`Action “it”: ${why} contains the template ${T}. Values reach`),
    details: null,
    hint: null,
  }
  const whole = { Prefer: 'return=representation' }
  const stored = row('it', playbook({ script: 'date' }))
  const [{ id = '' } = {}] = (await (await write('POST', '/api/db/playbooks?select=id', stored, whole)).json()) as {
    id?: string
  }[]
  const wrong = row('wrong', playbook(exec))
  for (const answer of [
    await write('POST', '/api/db/playbooks', wrong),
    await write('POST', '/api/db/playbooks', [row('another', playbook({ script: 'date' })), wrong]),
    await write('PATCH', `/api/db/playbooks?id=eq.${id}`, { spec: playbook(exec) }),
    await write('PATCH', '/api/db/playbooks?name=neq.x', { spec: playbook(exec) }),
    await write(
      'POST',
      '/api/db/playbooks?on_conflict=id',
      { id, ...wrong },
      { Prefer: 'resolution=merge-duplicates' }
    ),
  ])
    expect([answer.status, await answer.json()]).toEqual([400, refusal])
  expect(await (await send('/api/db/playbooks?select=name,spec')).json()).toEqual([{ name: 'it', spec: stored.spec }])
  await db.script('delete from playbooks')
})

test.each([null, [], {}, 'x', { actions: null }, { actions: ['x', null, { exec: 'x' }, { exec: { script: 1 } }] }])(
  'leaves a document without scripts to other checks: %j',
  async (spec) =>
    expect(
      await db.query(sql`select console.playbook_error(${spec === null ? null : JSON.stringify(spec)}::jsonb) as why`)
    ).toEqual([{ why: null }])
)

/** As a playbook written before templates in scripts were refused. */
async function addOld(exec: object) {
  await db.script('alter table playbooks disable trigger refuse_script_templates')
  const id = await addPlaybook(db, { parameters: [{ name: 'x' }], actions: [{ name: 'it', exec }] })
  await db.script('alter table playbooks enable trigger refuse_script_templates')
  return id
}

test('refuses to run a stored playbook with a template in its script, with the same sentence, and keeps the rest of it', async () => {
  const id = await addOld(refused.exec)
  const ask = playbookApp(await startRunner(db, { allowExec: true }), db, ada)
  const { body } = await ask('/run', { id, params: { x: 'touch /tmp/injected' } })
  await untilRunStatus(db, body['run_id'], 'failed')
  expect(await readRunActions(db, body['run_id'])).toMatchObject([
    { error: describeTemplateInScript('script', refused.exec.script) },
  ])
  expect((await write('PATCH', `/api/db/playbooks?id=eq.${id}`, { category: 'Old' })).status).toBe(204)
})

/** Values that some place of a script would take for more than a value. */
const hostile = ['; echo INJECTED', '$(echo INJECTED)', '`echo INJECTED`', '"; echo INJECTED; "', "'", '\n', 'a[$(id)]']

test('passes any value to a script as a variable', async () => {
  const ask = playbookApp(await startRunner(db, { allowExec: true }), db, ada)
  for (const x of hostile)
    for (const script of ['printf %s "$X"', `#!${process.execPath}\nprocess.stdout.write(process.env.X)`]) {
      const exec = { script, env: [{ name: 'X', value: T }] }
      const id = await addPlaybook(db, { parameters: [{ name: 'x' }], actions: [{ name: 'it', exec }] })
      const { body } = await ask('/run', { id, params: { x } })
      await untilRunStatus(db, body['run_id'], 'completed')
      expect(await readRunActions(db, body['run_id'])).toMatchObject([{ result: { stdout: x } }])
    }
})
