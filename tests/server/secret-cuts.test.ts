import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { testConnection } from '../../server/platform/connections/verdict'
import { executeCheck } from '../../server/health/execute'
import { explainRun } from '../../server/health/execute'
import { runAction } from '../../server/playbooks/run-action'
import { evaluateHere } from '../helpers/evaluate-here'
import { testVault } from '../helpers/vault'
import { readDocumentsHere } from '../helpers/read-documents-here'

// Texts are cut: messages, outputs, bodies. A secret is placed around each cut, plain and encoded as in addresses,
// forms, JSON and Base64: no fragment of it may remain in the result.

const SECRET = 'Qz7/Wv"3+Kp9 Xy2=Jb'
const spellings = {
  plain: SECRET,
  address: encodeURIComponent(SECRET),
  'address, small': encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
  form: new URLSearchParams({ '': SECRET }).toString().slice(1),
  json: JSON.stringify(SECRET).slice(1, -1),
  'json in json': JSON.stringify(JSON.stringify(SECRET).slice(1, -1)).slice(1, -1),
  base64: Buffer.from(SECRET).toString('base64'),
  'base64 of addresses': Buffer.from(SECRET).toString('base64url'),
}

/** The shortest fragment that counts as part of the secret. */
const LEAST = 4

/** The fragments of a spelling in a text. */
const partsIn = (told: unknown, spelling: string) => {
  const text = typeof told === 'string' ? told : JSON.stringify(told)
  const parts = Array.from({ length: spelling.length - LEAST + 1 }, (_, at) => spelling.slice(at, at + LEAST))
  return parts.filter((part) => text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1)))
}

const signal = new AbortController().signal
const files = await mkdtemp(join(tmpdir(), 'cuts-'))
const tools = { now: () => new Date(), allowExec: true, ping: undefined, evaluate: evaluateHere }

/** `length` characters before the secret. */
let before = ''
let spelling = ''

const web = createServer((request, response) => {
  const isJson = request.url === '/json'
  response.writeHead(200, { 'Content-Type': isJson ? 'application/json' : 'text/plain' })
  response.end(isJson ? JSON.stringify({ a: before + spelling }) : `${before}${spelling} and more`)
})
const noRedis = createTcpServer((socket) => void socket.on('error', () => {}).end(`x${before}${spelling} and more`))
/** Refuses connections with a long message. */
const noPostgres = createTcpServer((socket) =>
  socket
    .on('error', () => {})
    .once('data', () => {
      const text = Buffer.from(`SERROR\0C28P01\0M${before}${spelling} and more\0\0`)
      const head = Buffer.alloc(5, 'E')
      head.writeInt32BE(text.length + 4, 1)
      socket.end(Buffer.concat([head, text]))
    })
)
const portOf = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const [webPort, redisPort, postgresPort] = [await portOf(web), await portOf(noRedis), await portOf(noPostgres)]
afterAll(async () => {
  for (const server of [web, noRedis, noPostgres]) server.close()
  await rm(files, { recursive: true })
})
const origin = `http://127.0.0.1:${webPort}`
const input = join(files, 'input')

const check = (type: string, spec: object) => async () => {
  const outcome = await executeCheck({ type, spec }, signal, tools)
  const explained = await explainRun({ type, spec }, signal, tools)
  return JSON.stringify([outcome, explained], (_key, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value
  )
}
const asking = (path: string, spec: object) =>
  check('http', { url: `${origin}${path}`, username: 'me', password: SECRET, ...spec })
const scripted = (script: string) => check('exec', { script, env: [{ name: 'PASSWORD', value: SECRET }] })
const action = (kind: string, spec: object) => () =>
  runAction(
    { name: 'it', [kind]: spec } as Parameters<typeof runAction>[0],
    {} as never,
    { signal, timeoutMs: 60_000, secrets: [SECRET] },
    {
      allowExec: true,
    } as never
  )

const connecting = () => {
  const url = `postgres://127.0.0.1:${postgresPort}/x`
  const none = { certificate: null, properties: null, isInsecure: false }
  const stored = {
    id: '1',
    name: 'a',
    namespace: 'b',
    type: 'postgres',
    url,
    username: 'me',
    password: SECRET,
    ...none,
  }
  return testConnection(stored, { vault: testVault, readDocuments: readDocumentsHere }, signal)
}

/** How each text is produced, and where it is cut. */
const cuts: Readonly<Record<string, readonly [cutAt: number, told: () => Promise<unknown>]>> = {
  'the message of a check': [2000, () => asking('/text', { responseContent: before + spelling })()],
  'a value of JSON': [200, asking('/json', { responseJSONContent: { path: '$.a', value: 'x' } })],
  'a value that an expression read': [200, asking('/text', { test: { expr: 'content == ""' } })],
  'what an expression says of a duration': [
    100,
    asking('/text', { test: { expr: 'duration(content) > duration("1s")' } }),
  ],
  'what an expression gives': [300, asking('/text', { test: { expr: 'content' } })],
  'what an expression shows': [2000, asking('/text', { display: { expr: 'content' } })],
  'the name of a check that an answer is transformed into': [
    500,
    asking('/text', { transform: { expr: '{"name": content}' } }),
  ],
  'the message of a check that an answer is transformed into': [
    2000,
    asking('/text', { transform: { expr: '{"name": "a", "message": content}' } }),
  ],
  'a body in an explanation': [4096, asking('/text', {})],
  'the first lines of a script': [500, scripted(`cat ${input}`)],
  'the error of a script': [500, scripted(`cat ${input} >&2; exit 3`)],
  'all that a script prints': [65_536, scripted(`cat ${input}`)],
  'an answer that is not of Redis': [40, check('redis', { addr: `127.0.0.1:${redisPort}`, password: SECRET })],
  'what a database says': [
    2000,
    check('postgres', { url: `postgres://127.0.0.1:${postgresPort}/x`, username: 'me', password: SECRET }),
  ],
  'what a database says to the test of a connection': [500, connecting],
  'all that a script of a playbook prints': [65_536, action('exec', { script: `cat ${input}` })],
  'the error of a script of a playbook': [500, action('exec', { script: `cat ${input} >&2; exit 3` })],
  'the answer that a playbook keeps': [1_048_576, action('http', { url: `${origin}/text` })],
}

test.each(Object.entries(cuts))('removes cut secrets from %s', { timeout: 120_000 }, async (name, [cutAt, told]) => {
  // Programs start slowly and long texts are slow to read, so only the plain secret is tested.
  const few = /script|playbook/.test(name)
  const wanted = Object.values(spellings).slice(0, few ? 1 : undefined)
  const found: unknown[] = []
  for (const one of wanted) {
    spelling = one
    // Messages have a prefix before the repeated text.
    for (let length = Math.max(0, cutAt - one.length - 32); length <= cutAt + 1; length++) {
      before = '.'.repeat(length)
      await writeFile(input, `${before}${spelling} and more`)
      const parts = partsIn(await told(), one)
      if (parts.length > 0) found.push([length, parts])
    }
  }
  expect(found).toEqual([])
})
