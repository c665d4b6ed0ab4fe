import type { IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { listen } from '../helpers/listen'
import { addPerson, addPlaybook, playbookApp, readRunActions, startRunner, untilRunStatus } from '../helpers/playbooks'

// Parameters in the requests and messages of playbooks, sent to real listeners.

const db = await testDatabase()
const ada = await addPerson(db, 'Nour')

async function act(action: object, params: object, status = 'completed') {
  const parameters = [{ name: 'x' }, { name: 'y' }, { name: 'pin', type: 'secret' }]
  const playbook = await addPlaybook(db, { parameters, actions: [{ name: 'ask', ...action }] })
  const { body } = await playbookApp(await startRunner(db), db, ada)('/run', { id: playbook, params })
  await untilRunStatus(db, body['run_id'], status)
  return (await readRunActions(db, body['run_id']))[0]
}

/** A service that records its requests. */
async function service(answer: { location?: string } = {}) {
  const received: { path: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
  const { url } = await listen((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      received.push({ path: request.url, headers: request.headers, body })
      response.writeHead(answer.location ? 307 : 200, answer).end()
    })
  })
  return { url, received }
}

test('sends each parameter as one value: in a path, a query, a header and a body', async () => {
  const { url, received } = await service()
  const http = {
    url: `${url.href}users/{{.params.x}}/orders?name={{.params.y}}&open=1`,
    method: 'POST',
    headers: [{ name: 'X-Reason', value: 'because {{.params.x}}' }],
    body: '{"name": "{{.params.y}}", "role": "guest"}',
  }
  await act({ http }, { x: '../../admin', y: 'x","role":"admin&all=1' })
  const [one] = received
  expect(one?.path).toBe('/users/..%2F..%2Fadmin/orders?name=x%22%2C%22role%22%3A%22admin%26all%3D1&open=1')
  expect(one?.headers['x-reason']).toBe('because ../../admin')
  expect(JSON.parse(one?.body ?? '')).toEqual({ name: 'x","role":"admin&all=1', role: 'guest' })
})

test.each([{ x: '..' }, { x: '.' }])('sends nothing for %j as a segment of a path', async (params) => {
  const { url, received } = await service()
  const action = await act({ http: { url: `${url.href}users/{{.params.x}}/delete` } }, params, 'failed')
  expect(action?.error).toContain('names another path')
  expect(received).toEqual([])
})

const signed: Record<string, object> = {
  'a connection': { connection: 'connection://default/api' },
  'a user and password': { username: 'me', password: 'secret' },
  'an authorization': { headers: [{ name: 'authorization', value: 'Bearer abc' }] },
  'a key': { headers: [{ name: 'X-Api-Key', value: 'abc' }] },
  'a secret parameter in a header': { headers: [{ name: 'X-It', value: '{{.params.pin}}' }] },
  'a secret parameter in the body': { method: 'POST', body: '{"pin": "{{.params.pin}}"}' },
}

test.each(Object.entries(signed))('lets no parameter decide who receives %s', async (_name, http) => {
  const { url, received } = await service()
  await db.run(sql`
    insert into connections (name, type, url, password) values ('api', 'http', ${url.href}, 'secret') on conflict do nothing`)
  for (const address of [
    `http://{{.params.x}}:${url.port}/`,
    `{{.params.y}}/`,
    `http://127.0.0.1:{{.params.x}}/`,
    `{{.params.x}}://127.0.0.1:${url.port}/`,
  ]) {
    const params = { x: '127.0.0.1', y: url.origin, pin: 'simsalabim' }
    const action = await act({ http: { ...http, url: address } }, params, 'failed')
    expect(action?.error).toContain('is in the scheme, host or port of an address that is used with credentials')
  }
  expect(received).toEqual([])
})

test('lets no parameter decide who receives a secret parameter or a user in the address', async () => {
  const { url, received } = await service()
  for (const address of ['{{.params.y}}/?pin={{.params.pin}}', `http://me:secret@{{.params.x}}:${url.port}/`]) {
    const params = { x: '127.0.0.1', y: url.origin, pin: 'simsalabim' }
    expect((await act({ http: { url: address } }, params, 'failed'))?.error).toContain('with credentials')
  }
  expect(received).toEqual([])
})

test('lets no parameter choose the host that a proxy sends credentials to', async () => {
  const { url, received } = await service()
  const headers = [{ name: 'Host', value: '{{.params.x}}' }]
  const http = { url: url.href, headers, username: 'me', password: 'secret' }
  expect((await act({ http }, { x: 'evil.example' }, 'failed'))?.error).toContain('with credentials')
  await act({ http: { url: url.href, headers } }, { x: 'shop.example' })
  expect(received.map((one) => one.headers.host)).toEqual(['shop.example'])
})

test('lets a parameter choose a host where no credentials are used', async () => {
  const { url, received } = await service()
  await act({ http: { url: '{{.params.x}}/a', headers: [{ name: 'X-Reason', value: 'y' }] } }, { x: url.origin })
  await act({ http: { url: `http://{{.params.x}}:${url.port}/b` } }, { x: '127.0.0.1' })
  expect(received.map(({ path }) => path)).toEqual(['/a', '/b'])
})

test('sends no credential header to another origin after a redirect', async () => {
  const other = await service()
  const { url } = await service({ location: other.url.href })
  const names = ['Authorization', 'Cookie', 'X-Api-Key', 'X-Auth-Token', 'X-Reason']
  await act({ http: { url: url.href, headers: names.map((name) => ({ name, value: 'abcdef' })) } }, {})
  const sent = Object.keys(other.received[0]?.headers ?? {})
  expect(names.filter((name) => sent.includes(name.toLowerCase()))).toEqual(['X-Reason'])
})

test('keeps a parameter a text in a message to Slack, where the author can write links', async () => {
  const { url, received } = await service()
  await db.run(sql`insert into connections (name, type, url) values ('chat', 'slackwebhook', ${url.href})`)
  const notification = {
    connection: 'connection://default/chat',
    title: '<https://shop.example|shop>: {{.params.x}}',
    message: '{{.params.x}}',
  }
  await act({ notification }, { x: '<!channel> <https://evil.example|sign in> & more' })
  const value = '&lt;!channel&gt; &lt;https://evil.example|sign in&gt; &amp; more'
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    text: `*<https://shop.example|shop>: ${value}*\n${value}`,
  })
})

test.each([
  ['to', 'a@shop.example,{{.params.x}}', 'b@shop.example, eve@evil.example', 'contains a comma, which separates'],
  ['to', '{{.params.x}}', 'b@shop.example>\r\nRCPT TO:<eve@evil.example', 'is not an e-mail address'],
  ['from', '{{.params.x}}', 'a@shop.example\r\nBcc: eve@evil.example', 'is not an e-mail address'],
])('sends no mail with another recipient or header: %s %s', async (name, value, x, error) => {
  const properties = { to: 'a@shop.example', from: 'a@shop.example', [name]: value }
  const notification = { url: 'smtp://127.0.0.1:1/', title: 'T', properties }
  expect((await act({ notification }, { x }, 'failed'))?.error).toContain(error)
})

test('decodes the response of a service, and fails when it cannot be decoded', async () => {
  const answers: [string, Buffer][] = [
    ['gzip', gzipSync('order 7 is open')],
    ['gzip', Buffer.from('order 7 is open')],
  ]
  const { url } = await listen((_request, response) => {
    const [encoding, body] = answers.shift() ?? ['', Buffer.alloc(0)]
    response.writeHead(200, { 'Content-Encoding': encoding }).end(body)
  })
  expect(await act({ http: { url: url.href } }, {})).toMatchObject({
    result: { code: 200, content: 'order 7 is open' },
  })
  const action = await act({ http: { url: url.href } }, {}, 'failed')
  expect(action?.error).toContain('answered 200, but the body of the response is incomplete: its encoding gzip cannot')
})
