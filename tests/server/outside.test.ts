import { afterEach, beforeEach, expect, test } from 'vitest'
import { resolveAddress, GuardedSocket, openSocket } from '../../server/platform/outside/connect'
import { sendRequest, type HttpRequest } from '../../server/platform/outside/http-request'
import { parseNetworks } from '../../server/platform/outside/networks'
import { createTargetPolicy, setTargetPolicy } from '../../server/platform/outside/targets'
import { executeCheck } from '../../server/health/execute'
import { listen } from '../helpers/listen'
import { testNames } from '../helpers/names'
import { tcpTarget } from '../helpers/targets'
import { evaluateHere } from '../helpers/evaluate-here'

// Network limits of checks and playbooks in every notation: names, numbers, redirects, and names with changing
// addresses.

const { meanings, lookups } = testNames()

const networks = (list: string) => parseNetworks(list) ?? []
const { signal } = new AbortController()
const get = (url: string | URL): HttpRequest => ({
  method: 'GET',
  url: new URL(url),
  headers: {},
  body: undefined,
  tls: { rejectUnauthorized: true },
})

/** Addresses are refused at once, names after they are resolved. */
async function refusalOfSocket(host: string): Promise<string> {
  const socket = new GuardedSocket()
  try {
    const failure = new Promise<unknown>((settle) => socket.once('error', settle))
    socket.connect(5432, host)
    return String(await failure)
  } catch (error) {
    return String(error)
  } finally {
    socket.destroy()
  }
}

beforeEach(() => {
  meanings.clear()
  lookups.length = 0
})
afterEach(() => setTargetPolicy(createTargetPolicy({}, false)))

test.each([
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/', // decimal
  'http://0xa9fea9fe/', // hexadecimal
  'http://0251.0376.0251.0376/', // octal
  'http://169.254.43518/', // three parts
  'http://169。254。169。254/', // full-width stops
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[fd00:ec2::254]/',
  'http://user:pw@169.254.169.254/',
  'https://169.254.169.254/',
])('http: refuses %s', async (url) => {
  await expect(sendRequest(get(url), signal)).rejects.toThrow('cloud metadata address')
})

test.each(['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '169.254.43518', '::ffff:a9fe:a9fe'])(
  'refuses a socket and a packet to %s',
  async (host) => {
    await expect(openSocket({ host, port: 80 }, signal)).rejects.toThrow('cloud metadata address')
    await expect(resolveAddress(host)).rejects.toThrow('cloud metadata address')
    expect(await refusalOfSocket(host)).toContain('cloud metadata address')
  }
)

test('refuses a name with a denied address, also as one of many', async () => {
  meanings.set('metadata.test', [['169.254.169.254']])
  meanings.set('mixed.test', [['127.0.0.1', '169.254.169.254']])
  for (const host of ['metadata.test', 'mixed.test']) {
    await expect(openSocket({ host, port: 80 }, signal)).rejects.toThrow('cloud metadata address')
    await expect(sendRequest(get(`http://${host}/`), signal)).rejects.toThrow('cloud metadata address')
    await expect(resolveAddress(host)).rejects.toThrow('cloud metadata address')
  }
})

test('does not follow a name that changes between check and connection', async () => {
  const { url } = await listen((_request, response) => response.end('the one that was checked'))
  meanings.set('rebind.test', [['127.0.0.1'], ['169.254.169.254']])
  const first = await sendRequest(get(`http://rebind.test:${url.port}/`), signal)
  expect(first.body).toBe('the one that was checked')
  // Resolved once, so there is no second address that the connection could use.
  expect(lookups).toEqual(['rebind.test'])
  await expect(sendRequest(get(`http://rebind.test:${url.port}/`), signal)).rejects.toThrow('cloud metadata address')
})

test('connects to the checked address', async () => {
  const { port } = await tcpTarget()
  meanings.set('rebind.test', [['127.0.0.1'], ['169.254.169.254']])
  const socket = await openSocket({ host: 'rebind.test', port }, signal)
  expect([socket.remoteAddress, lookups.length]).toEqual(['127.0.0.1', 1])
  socket.destroy()
})

test.each([301, 302, 303, 307, 308])('refuses a %s to a denied address', async (status) => {
  meanings.set('metadata.test', [['169.254.169.254']])
  for (const target of [
    'http://169.254.169.254/',
    'http://2852039166/',
    '//metadata.test/',
    'http://[::ffff:a9fe:a9fe]/',
  ]) {
    const { url } = await listen((_request, response) => response.writeHead(status, { Location: target }).end())
    await expect(sendRequest(get(url), signal)).rejects.toThrow('cloud metadata address')
  }
})

test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'gopher://127.0.0.1/'])(
  'refuses a redirect to %s',
  async (target) => {
    const { url } = await listen((_request, response) => response.writeHead(302, { Location: target }).end())
    await expect(sendRequest(get(url), signal)).rejects.toThrow(/redirected to/)
  }
)

test('blocks its own machine by every name on a shared console', async () => {
  const { url } = await listen((_request, response) => response.end('inside'))
  setTargetPolicy(createTargetPolicy({}, true))
  meanings.set('inside.test', [['127.0.0.1']])
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0.0.0.0',
    '[::1]',
    '[::ffff:7f00:1]',
    'inside.test',
  ]) {
    await expect(sendRequest(get(`http://${host}:${url.port}/`), signal)).rejects.toThrow('--allow-net')
  }
  const socket = new GuardedSocket()
  expect(() => socket.connect('/var/run/postgresql/.s.PGSQL.5432')).toThrow('--allow-net')
  setTargetPolicy(createTargetPolicy({ allowNet: networks('127.0.0.1') }, true))
  expect((await sendRequest(get(`http://127.0.0.1:${url.port}/`), signal)).body).toBe('inside')
})

test.each([
  ['http', (port: number) => ({ url: `http://127.0.0.1:${port}/` })],
  ['tcp', (port: number) => ({ endpoint: `127.0.0.1:${port}` })],
  ['redis', (port: number) => ({ addr: `127.0.0.1:${port}` })],
  ['postgres', (port: number) => ({ url: `postgres://127.0.0.1:${port}/x`, query: 'select 1' })],
  ['dns', (port: number) => ({ server: '127.0.0.1', port, query: 'a.test', querytype: 'A' })],
  ['icmp', () => ({ endpoint: '127.0.0.1' })],
])('applies the limits to a %s check', async (type, spec) => {
  const { port, open } = await tcpTarget()
  setTargetPolicy(createTargetPolicy({ denyNet: networks('127.0.0.0/8') }, false))
  const tools = { now: () => new Date(), allowExec: false, ping: '/bin/false', evaluate: evaluateHere }
  const outcome = await executeCheck({ type, spec: spec(port) }, signal, tools)
  expect(outcome).toMatchObject({ error: expect.stringContaining('--allow-net') })
  expect(open()).toBe(0)
})
