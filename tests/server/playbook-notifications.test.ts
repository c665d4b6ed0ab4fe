import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { testDatabase } from '../helpers/database'
import { listen } from '../helpers/listen'
import { readRunActions, addPerson, addPlaybook, playbookApp, untilRunStatus, startRunner } from '../helpers/playbooks'

// Notification actions, sent to real listeners.

const db = await testDatabase()
const ada = await addPerson(db, 'Nour')

/** Runs one action. @returns the stored action. */
async function act(action: object, status = 'completed', params = {}) {
  const runner = await startRunner(db)
  const parameters = [{ name: 'reason' }, { name: 'pin', type: 'secret' }]
  const playbook = await addPlaybook(db, { parameters, actions: [{ name: 'tell', ...action }] })
  const { body } = await playbookApp(runner, db, ada)('/run', { id: playbook, params })
  await untilRunStatus(db, body['run_id'], status)
  return (await readRunActions(db, body['run_id']))[0]
}

let connections = 0
async function addConnection(type: string, url: string, more: { properties?: object; password?: string } = {}) {
  const name = `reported ${++connections}`
  await db.run(sql`
    insert into connections (name, type, url, password, properties)
    values (${name}, ${type}, ${url}, ${more.password ?? null}, ${toJsonText(more.properties ?? null)}::jsonb)`)
  return `connection://default/${name}`
}

/** A webhook that records its requests. */
async function webhook(status = 200) {
  const reported: { method: string | undefined; path: string | undefined; body: unknown }[] = []
  const { url } = await listen((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += String(part)))
    request.on('end', () => {
      reported.push({ method: request.method, path: request.url, body: JSON.parse(body) })
      response.writeHead(status).end()
    })
  })
  return { url, reported }
}

test('sends title, message and properties to a webhook, filled in', async () => {
  const { url, reported } = await webhook()
  const notification = {
    url: `${url.href}hook?key=1`,
    title: 'Because {{.params.reason}}',
    message: 'from {{.user.name}}',
    properties: { severity: 3 },
  }
  const action = await act({ notification }, 'completed', { reason: 'drill' })
  expect(reported).toEqual([
    { method: 'POST', path: '/hook?key=1', body: { title: 'Because drill', message: 'from Nour', severity: '3' } },
  ])
  expect(action).toMatchObject({ result: { title: 'Because drill', message: 'from Nour' }, error: null })
})

test('sends the members and method of a custom webhook', async () => {
  const { url, reported } = await webhook()
  const address = `generic+${url.href}in?ContentType=application%2Fjson&MessageKey=text&TitleKey=subject&RequestMethod=PUT&DisableTLS=true&team=a`
  await act({ notification: { connection: await addConnection('generic_webhook', address), title: 'T', message: 'M' } })
  expect(reported).toEqual([{ method: 'PUT', path: '/in?team=a', body: { subject: 'T', text: 'M' } }])
})

test('sends a text to a webhook that is compatible with Slack', async () => {
  const { url, reported } = await webhook()
  const connection = await addConnection('slackwebhook', `${url.href}services/A/B/C`)
  await act({ notification: { connection, title: 'T', message: 'M', properties: { channel: '#ops' } } })
  expect(reported).toEqual([{ method: 'POST', path: '/services/A/B/C', body: { text: '*T*\nM', channel: '#ops' } }])
})

test('sends the message to its recipients through a mail server', async () => {
  const lines: string[] = []
  const server = createServer((socket) => {
    let isBody = false
    socket.write('220 mail\r\n')
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').slice(0, -1)) {
        lines.push(line)
        if (isBody && line !== '.') continue
        isBody = line === 'DATA'
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => {})
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const connection = await addConnection('email', `smtp://127.0.0.1:${port}/?Encryption=None&Auth=None`, {
    properties: { from: 'console@shop.example', fromName: 'Console' },
  })
  const properties = { to: 'bo@shop.example, zed@shop.example' }
  await act({ notification: { connection, title: 'Down\r\nBcc: eve@shop.example', message: 'M', properties } })
  expect(lines).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<console@shop.example>',
      'RCPT TO:<bo@shop.example>',
      'RCPT TO:<zed@shop.example>',
      'From: Console <console@shop.example>',
      'M',
    ])
  )
  expect(lines.filter((line) => /eve|^RCPT/.test(line) && !/^(?:Subject: |RCPT TO:<(?:bo|zed)@)/.test(line))).toEqual(
    []
  )
})

test('sends a notification with its result after another kind succeeds', async () => {
  const { url, reported } = await webhook()
  const { url: asked } = await listen((request, response) =>
    response.writeHead(request.url === '/' ? 200 : 500).end('42')
  )
  const notification = { url: url.href, title: 'It answered {{.result.code}}: {{.result.content}}' }
  const good = await act({ http: { url: asked.href }, notification })
  const bad = await act({ http: { url: `${asked.href}no` }, notification }, 'failed')
  expect(reported.map(({ body }) => body)).toEqual([{ title: 'It answered 200: 42', message: '' }])
  expect(good).toMatchObject({ result: { code: 200, title: 'It answered 200: 42' } })
  expect(bad?.error).toContain('answered 500')
})

test.each<[string, object, string | RegExp]>([
  ['nothing to send it to', { title: 'T' }, 'A notification needs a connection or a url.'],
  [
    'two ways',
    { url: 'http://a', connection: 'b', title: 'T' },
    'A notification has either a connection or a url, not both.',
  ],
  ['nothing to say', { url: 'http://a' }, 'The notification needs a title or a message.'],
  [
    'a connection that is not there',
    { connection: 'connection://default/no', title: 'T' },
    'There is no connection://default/no.',
  ],
  [
    'an unsupported service',
    { url: 'gotify://x/token', title: 'T' },
    'Gotify notifications are not supported. Use a generic webhook: generic+https://….',
  ],
  ['Slack without a token', { url: 'slack://C01', title: 'T' }, 'The connection has no bot token.'],
  [
    'a mail without a recipient',
    { url: 'smtp://a/?from=b@c', title: 'T' },
    'The notification has no recipient. Set its property to.',
  ],
  [
    'a forbidden address',
    { url: 'http://169.254.169.254/', title: 'T' },
    '169.254.169.254 is a cloud metadata address, which is always blocked',
  ],
])('%s: reports the error', async (_what, notification, error) => {
  expect(await act({ notification }, 'failed')).toMatchObject({ status: 'failed', error })
})

test("redacts the address, the password and the run's secrets in a stored notification", async () => {
  const { url } = await webhook(500)
  const connection = await addConnection('webhook', `${url.href}services/open-sesame?token=abracadabra`, {
    password: 'hocus-pocus',
  })
  const kept = await act({ notification: { connection, title: '{{.params.pin}}' } }, 'failed', { pin: 'simsalabim' })
  expect(kept?.error).toBe(`${url.origin} did not accept the notification: it responded with status 500.`)
  const { url: open } = await webhook()
  const sent = await act({ notification: { url: open.href, title: '{{.params.pin}}!' } }, 'completed', {
    pin: 'simsalabim',
  })
  expect(sent).toMatchObject({ result: { title: '***!' } })
  expect(JSON.stringify([kept, sent])).not.toMatch(/sesame|abracadabra|hocus|simsalabim/)
})
