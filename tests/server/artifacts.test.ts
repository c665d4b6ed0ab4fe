import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createArtifactStore } from '../../server/platform/artifacts/store'
import { sql } from '../../server/data/db/sql'
import { addImpliedRoles } from '../../src/shared/access/policy'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { id, organisation } from '../helpers/organisation'
import { readRunActions, addPerson, addPlaybook, playbookApp, untilRunStatus, startRunner } from '../helpers/playbooks'

const db = await testDatabase()
await db.script(organisation)
const ada = await addPerson(db, 'Nour')
const { as, send } = await consoleApp(db)

const actAs = (...roles: string[]) => as({ id: ada.id, name: 'Nour', email: ada.email, roles: addImpliedRoles(roles) })

type Artifact = { id: string; filename: string; content_type: string; size: number; path: string }

/** Runs a script with these artifacts. */
async function leave(script: string, paths: readonly string[], { status = 'completed', spec = {}, params = {} } = {}) {
  const runner = await startRunner(db, { allowExec: true })
  const env = Object.keys(params).map((name) => ({ name: name.toUpperCase(), value: `{{.params.${name}}}` }))
  const exec = { script, env, artifacts: paths.map((path) => ({ path })) }
  const playbook = await addPlaybook(db, { ...spec, actions: [{ name: 'leave', exec }] })
  const { body } = await playbookApp(runner, db, ada)('/run', { id: playbook, params })
  await untilRunStatus(db, body['run_id'], status)
  const left = await db.query<Artifact>(sql`
    select a.id::text, filename, content_type, size, path from artifacts a
    join playbook_run_actions on playbook_run_actions.id = playbook_run_action_id
    where playbook_run_id = ${String(body['run_id'])} order by filename`)
  const [action] = await readRunActions(db, body['run_id'])
  return { left, action }
}

const download = (artifactId: string) => send(`/api/artifacts/download/${artifactId}`)
const textOf = async (artifact: Artifact | undefined) => (await download(artifact?.id ?? '')).text()

test('stores files and output of an action completely and without secrets, for download', async () => {
  actAs('admin')
  const script = `
    mkdir -p reports/deep; echo "{\\"pin\\":\\"$PIN\\"}" | tee reports/a.json > reports/deep/b.json
    echo no > notes.txt; printf '\\377\\000%s\\376' "$PIN" > raw.bin; ln -s /etc/passwd reports/passwd.json
    seq 1 20000; echo "$PIN" >&2`
  const { left, action } = await leave(script, ['reports/**/*.json', 'raw.bin', '/dev/stdout', '/dev/stderr'], {
    spec: { parameters: [{ name: 'pin', type: 'secret' }] },
    params: { pin: 'simsalabim' },
  })
  expect(left.map(({ filename, content_type }) => [filename, content_type])).toEqual([
    ['raw.bin', 'application/octet-stream'],
    ['reports/a.json', 'application/json'],
    ['reports/deep/b.json', 'application/json'],
    ['stderr.log', 'text/plain'],
    ['stdout.log', 'text/plain'],
  ])
  expect(await textOf(left[1])).toBe('{"pin":"***"}\n')
  expect(await textOf(left[3])).toBe('***\n')
  expect(Buffer.from(await (await download(left[0]?.id ?? '')).arrayBuffer())).toEqual(
    Buffer.from('\xff\0***\xfe', 'latin1')
  )
  const printed = await textOf(left[4])
  expect(printed.split('\n')).toHaveLength(20_001)
  expect(left[4]?.size).toBe(printed.length)
  // The result has the beginning of the output.
  expect(String(action?.result?.['stdout']).length).toBeLessThan(printed.length)
})

test('sends a type that a browser would execute as bytes for download', async () => {
  actAs('admin')
  const { left } = await leave(
    'echo "<script>alert(1)</script>" | tee page.html > image.svg; echo a > "it\'s (ü).log"',
    ['*']
  )
  const sent = await Promise.all(left.map(({ id: one }) => download(one)))
  expect(sent.map(({ headers }) => [headers.get('Content-Type'), headers.get('Content-Disposition')])).toEqual([
    ['application/octet-stream', `attachment; filename="image.svg"; filename*=UTF-8''image.svg`],
    ['text/plain; charset=utf-8', `attachment; filename="it_s____.log"; filename*=UTF-8''it%27s%20%28%C3%BC%29.log`],
    ['application/octet-stream', `attachment; filename="page.html"; filename*=UTF-8''page.html`],
  ])
  for (const { headers } of sent)
    expect([headers.get('X-Content-Type-Options'), headers.get('Content-Security-Policy')]).toEqual([
      'nosniff',
      "default-src 'none'; sandbox",
    ])
})

test.each([
  ['/etc/passwd', 'The artifact /etc/passwd is outside the folder in which the action runs.'],
  ['a/../../x', 'The artifact a/../../x is outside the folder in which the action runs.'],
  ['link', 'The action did not create the file link.'],
  ['nothing', 'The action did not create the file nothing.'],
  ['many/*', 'An action can have at most 100 artifacts.'],
  ['large', 'The artifact large is larger than 50 MB.'],
  ['half*', 'The artifacts of the action are larger than 100 MB.'],
])('%s is not stored, and the action reports the reason', async (path, error) => {
  const script = `ln -s /etc/passwd link; mkdir many; for n in $(seq 101); do : > many/$n; done
    truncate -s 51M large; truncate -s 40M half1 half2 half3`
  const { left, action } = await leave(script, [path], { status: 'failed' })
  expect(action).toMatchObject({ status: 'failed', error, result: { exitCode: 0 } })
  expect(left).toEqual([])
})

test('stores an artifact of a failed script', async () => {
  actAs('admin')
  const { left, action } = await leave('echo trace > trace.log; exit 3', ['trace.log'], { status: 'failed' })
  expect(action).toMatchObject({ error: 'exit code 3' })
  expect(await textOf(left[0])).toBe('trace\n')
})

test('serves artifacts only to callers who may read them, and uses no name as a path', async () => {
  const { left } = await leave('echo a > a.txt', ['a.txt'])
  actAs('viewer')
  expect((await download(left[0]?.id ?? '')).status).toBe(403)
  as(undefined)
  expect((await download(left[0]?.id ?? '')).status).toBe(401)
  actAs('admin')
  await db.run(sql`
    insert into artifacts (id, playbook_run_action_id, path, filename, size, checksum)
    values (${id(99)}, ${id(62)}, '/etc/passwd', '../../etc/passwd', 1, '')`)
  const answers = await Promise.all([id(99), id(98), '..%2f..%2fetc%2fpasswd', 'x'].map(download))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 400])
  expect(await answers[0]?.json()).toEqual({
    error: 'The file of the artifact ../../etc/passwd is not stored on this machine.',
  })
  // A name with a path does not change the served file.
  await db.run(
    sql`update artifacts set path = '/etc/passwd', filename = '../../etc/passwd' where id = ${left[0]?.id ?? ''}`
  )
  const sent = await download(left[0]?.id ?? '')
  expect(await sent.text()).toBe('a\n')
  expect(sent.headers.get('Content-Disposition')).toContain('filename="passwd"')
})

/** An empty folder: leftovers of other tests would be deleted and counted as well. */
async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'artifacts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('deletes expired artifacts and files without a row', async () => {
  const { left } = await leave('echo a > old.txt; echo b > new.txt', ['*.txt'])
  const [fresh = '', old = ''] = left.map((one) => one.id)
  await db.run(sql`update artifacts set expires_at = now() - interval '1 day' where id = ${old}`)
  const orphan = '01890000-0000-7000-8000-0000000000ee'
  const folder = await emptyFolder()
  const inTwoHours = createArtifactStore(folder, () => new Date(Date.now() + 7_200_000))
  for (const one of [fresh, old, orphan]) await inTwoHours.put(one, Buffer.from(''))
  expect(await inTwoHours.cleanUp(db)).toBe(2)
  expect([fresh, old, orphan].map((one) => existsSync(join(folder, one.slice(-2), one)))).toEqual([true, false, false])
})

test('keeps a file that was just written, since its row may follow', async () => {
  const folder = await emptyFolder()
  await mkdir(join(folder, 'ee'))
  const path = join(folder, 'ee', '01890000-0000-7000-8000-0000000000ee')
  await writeFile(path, '')
  const store = createArtifactStore(folder, () => new Date())
  expect(await store.cleanUp(db)).toBe(0)
  await utimes(path, 0, 0)
  expect(await store.cleanUp(db)).toBe(1)
})
