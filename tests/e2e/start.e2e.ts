import { statSync, writeFileSync } from 'node:fs'
import { createServer as createWeb } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { killedAfter, runConsole, startConsole, temporaryFolder } from '../helpers/console-process'

// A start takes seconds, and more on a busy machine.
test.describe.configure({ timeout: 240_000 })

const json = { 'content-type': 'application/json' }
const post = (url: string, path: string, body: object) =>
  fetch(`${url}/api${path}`, { method: 'POST', headers: json, body: JSON.stringify(body) })
const addProperty = (url: string, name: string) => post(url, '/db/properties', { name, value: 'x' })
const propertyNames = async (url: string): Promise<string[]> => {
  const rows: unknown = await (await fetch(`${url}/api/db/properties?select=name&name=like.test.*`)).json()
  return Array.isArray(rows) ? rows.map((row: { name: string }) => row.name) : []
}

test('prints the address, access, data folder and how to stop, and stops cleanly', async () => {
  const data = temporaryFolder()
  const console = await startConsole(['--data', data.path, '--empty'])
  expect(console.output()).toMatch(/Open +http:\/\/127\.0\.0\.1:\d+/)
  expect(console.output()).toMatch(/Access +no sign-in/)
  expect(console.output()).toContain('Data')
  expect(console.output()).toMatch(/Stop +Ctrl\+C/)
  expect((await fetch(console.url)).status).toBe(200)
  expect(await console.stop('SIGINT')).toEqual({ code: 0, signal: null })
  data.remove()
})

test('lists every option with --help', async () => {
  const { code, output } = await runConsole(['--help'])
  expect(code).toBe(0)
  for (const flag of [
    '--port',
    '--host',
    '--data',
    '--empty',
    '--no-checks',
    '--allow-exec',
    '--auth',
    '--reset-admin',
    '--backend',
    'DATABASE_URL',
  ]) {
    expect(output).toContain(flag)
  }
})

test('runs only on request with --no-checks, and shows this in the console', async () => {
  const asked: string[] = []
  // A check that runs every second, and one that is held until several seconds have passed.
  const web = createWeb(({ url = '' }, response) => {
    asked.push(url)
    if (url !== '/slow') return response.end()
    return setTimeout(() => response.end(), 4000)
  })
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  const address = web.address()
  const target = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const data = temporaryFolder()

  const first = await startConsole(['--data', data.path, '--empty'])
  expect(first.output()).not.toContain('--no-checks')
  const spec = { interval: 1, http: [{ name: 'often', url: `${target}/often` }] }
  await post(first.url, '/db/canaries', { name: 'often', namespace: 'a', spec })
  const slow = { http: [{ name: 'slow', url: `${target}/slow` }] }
  await post(first.url, '/db/canaries', { name: 'slow', namespace: 'a', spec: slow })
  await expect.poll(() => asked.length).toBeGreaterThan(2)
  const checks = (await (await fetch(`${first.url}/api/db/checks?select=id&name=eq.slow`)).json()) as { id: string }[]
  await first.stop()

  asked.length = 0
  const second = await startConsole(['--data', data.path, '--no-checks'])
  expect(second.output()).toMatch(/Runs +nothing automatically, because of --no-checks/)
  expect(await (await fetch(`${second.url}/console-config.json`)).json()).toMatchObject({ noChecks: true })
  const ran = await post(second.url, `/canary/run/check/${checks[0]?.id}`, {})
  expect(ran.status).toBe(200)
  expect(asked).toEqual(['/slow'])
  expect(await second.stop()).toEqual({ code: 0, signal: null })
  web.close()
  data.remove()
})

test('explains invalid settings in one sentence and exits with an error code', async () => {
  const data = temporaryFolder()
  const running = await startConsole(['--data', data.path, '--empty'])
  const other = temporaryFolder()
  const file = join(other.path, 'file')
  writeFileSync(file, '')
  const cutOff = temporaryFolder()
  writeFileSync(join(cutOff.path, 'identity-keys.json'), '{"keys": [{"versi')
  const cases: [string[], NodeJS.ProcessEnv, RegExp][] = [
    [
      ['--port', new URL(running.url).port, '--data', other.path],
      {},
      /^Port \d+ on 127\.0\.0\.1 is in use: .*--port\.\n$/,
    ],
    [['--port', '0', '--data', data.path], {}, /^The data folder .* is in use by process \d+: .*--data\.\n$/],
    [
      ['--port', '0', '--data', join(file, 'x')],
      {},
      /^The data folder .*file\/x cannot be written \(ENOTDIR\): .*--data\.\n$/,
    ],
    [['--prot', '1'], {}, /^Unknown option '--prot'\. Run "npm start -- --help" for the options\.\n$/],
    [['--host', '0.0.0.0', '--auth', 'self'], {}, /^--host 0\.0\.0\.0 .*--public-url .*CONSOLE_PASSWORD.*\n$/],
    [['--host', '0.0.0.0'], {}, /^--host 0\.0\.0\.0 .*CONSOLE_PASSWORD.*\n$/],
    [
      ['--port', '0', '--data', other.path],
      { DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/shop' },
      /^The database shop at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be reached: .*\.\n$/,
    ],
    [
      ['--port', '0', '--empty', '--data', cutOff.path],
      {},
      /^(?:Opening .*\n)?The key file .*identity-keys\.json contains no keys of this console: restore it from a backup\. .*\n$/,
    ],
  ]
  const refusals = cases.map(async ([args, env, sentence]) => {
    const { code, output } = await runConsole(args, env)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('hunter2')
    expect(code).toBe(2)
  })
  await Promise.all(refusals)
  await running.stop()
  data.remove()
  other.remove()
  cutOff.remove()
})

test('loses no acknowledged write when the process is killed', async () => {
  const data = temporaryFolder()
  const acknowledged: string[] = []
  for (let round = 0; round < 2; round++) {
    const running = await startConsole(['--data', data.path, '--empty'])
    expect(await propertyNames(running.url)).toEqual(expect.arrayContaining(acknowledged))
    // Writing continues during the kill: a write that was not acknowledged may be stored or not.
    const killed = new AbortController()
    const writing = (async () => {
      for (let n = 0; !killed.signal.aborted; n++) {
        const name = `test.${round}.${n}`
        const answer = await addProperty(running.url, name).catch(() => undefined)
        if (answer?.status === 201) acknowledged.push(name)
      }
    })()
    await expect.poll(() => acknowledged.length).toBeGreaterThan(round * 10 + 20)
    await running.stop('SIGKILL')
    killed.abort()
    await writing
  }
  const last = await startConsole(['--data', data.path, '--empty'])
  expect((await propertyNames(last.url)).length).toBeGreaterThanOrEqual(acknowledged.length)
  expect(await propertyNames(last.url)).toEqual(expect.arrayContaining(acknowledged))
  await last.stop()
  data.remove()
})

test('starts after a first start that was killed at any point', async () => {
  // Early, and when a start on this machine is nearly complete.
  let killAfterMs = 700
  for (let round = 0; round < 2; round++) {
    const data = temporaryFolder()
    await killedAfter(killAfterMs, ['--data', data.path])
    const running = await startConsole(['--data', data.path])
    const checks: unknown = await (await fetch(`${running.url}/api/db/checks?select=id`)).json()
    expect(Array.isArray(checks) && checks.length).toBeGreaterThan(10)
    killAfterMs = running.startedInMs * 0.8
    await running.stop()
    data.remove()
  }
})

test('serves the console in front of a backend as gateway', async () => {
  const backend = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nthem'))
  })
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve))
  const address = backend.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const running = await startConsole(['--backend', `http://127.0.0.1:${port}`])
  expect(await (await fetch(`${running.url}/api/db/checks`)).text()).toBe('them')
  expect(await (await fetch(running.url)).text()).toContain('<title>')
  await running.stop()
  backend.close()
})

/** The printed link, its page and its code. */
const linkOf = (output: string) => /(http\S+\/recovery\?flow=\S+)#code=(\d{6})/.exec(output) ?? []

test('requires sign-in, and prints a link for the administrator until the account has a password', async () => {
  const data = temporaryFolder()
  const args = ['--data', data.path, '--empty', '--auth', 'self']
  const first = await startConsole(args)
  await expect.poll(() => linkOf(first.output())).toHaveLength(3)
  expect(first.output()).toMatch(/Access +all users sign in with an account/)
  expect((await fetch(`${first.url}/api/db/checks`)).status).toBe(401)
  expect((await fetch(`${first.url}/api/_health`)).status).toBe(200)
  expect(await (await fetch(`${first.url}/console-config.json`)).json()).toMatchObject({ signIn: 'kratos' })
  expect(statSync(join(data.path, 'identity-keys.json')).mode & 0o777).toBe(0o600)

  const [, page = '', code = ''] = linkOf(first.output())
  const cookies = await signInWith(first.url, new URL(page).searchParams.get('flow') ?? '', code)
  const whoami = await fetch(`${first.url}/api/auth/whoami`, { headers: { cookie: cookies } })
  expect(await whoami.json()).toMatchObject({ payload: { user: { name: 'Admin', email: 'admin@local' } } })
  await first.stop()

  // Sessions survive a restart; the link does not, and no password is set yet.
  const second = await startConsole(args)
  await expect.poll(() => linkOf(second.output())).toHaveLength(3)
  expect(linkOf(second.output())[1]).not.toContain(new URL(page).searchParams.get('flow'))
  expect((await fetch(`${second.url}/api/auth/whoami`, { headers: { cookie: cookies } })).status).toBe(200)
  await second.stop()

  const third = await startConsole([...args, '--reset-admin'])
  await expect.poll(() => linkOf(third.output())).toHaveLength(3)
  expect((await fetch(`${third.url}/api/auth/whoami`, { headers: { cookie: cookies } })).status).toBe(401)
  await third.stop()
  data.remove()
})

/** Opens the form of a link and submits the code. @returns the cookies of the session. */
async function signInWith(url: string, flow: string, code: string): Promise<string> {
  const base = `${url}/api/.ory/self-service/recovery`
  const accept = { accept: 'application/json' }
  const shown = await fetch(`${base}/flows?id=${flow}`, { headers: accept })
  const { ui } = (await shown.json()) as { ui: { nodes: { attributes: { name: string; value: string } }[] } }
  const token = ui.nodes.find(({ attributes }) => attributes.name === 'csrf_token')?.attributes.value
  const answer = await fetch(`${base}?flow=${flow}`, {
    method: 'POST',
    headers: { ...accept, ...json, cookie: cookiesOf(shown) },
    body: JSON.stringify({ csrf_token: token, method: 'code', code }),
  })
  expect(answer.status).toBe(422)
  return cookiesOf(answer)
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
