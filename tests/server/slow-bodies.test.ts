import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { toRequestHandler } from '../../server/http/serve'
import { consoleApp } from '../helpers/console-app'
import { testDatabase } from '../helpers/database'
import { listen } from '../helpers/listen'
import { id, organisation } from '../helpers/organisation'

const db = await testDatabase()
await db.script(organisation)
const DEADLINE_MS = 3000
const ada = { id: id(1), name: 'Ada', email: 'ada@shop.example' }
const { app, as } = await consoleApp(db, { bodyDeadlineMs: DEADLINE_MS })

/** Sends a request without the end of its body. @returns the response, once the server closes the connection */
function sendHalf(url: URL, path: string) {
  const body = '{"name": "half", "spec": {'
  const socket = connect(Number(url.port), url.hostname)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json\r\nContent-Length: ${2 * body.length}\r\n\r\n${body}`
  )
  return new Promise<string>((resolve, reject) => {
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

// Writes to these relations run within a transaction that also checks the rights of the caller.
test.each(['canaries', 'config_scrapers', 'permissions', 'teams', 'checks'])(
  'a half-sent body for %s stops nobody, and is refused at its deadline',
  async (relation) => {
    as({ ...ada, roles: ['editor'] })
    const { url } = await listen(toRequestHandler(app.fetch))
    let isRefused = false
    const half = sendHalf(url, `/api/db/${relation}`).then((text) => {
      isRefused = true
      return text
    })
    await pause(300)
    const others = await fetch(new URL('/api/db/checks?limit=1', url))
    expect([others.status, isRefused]).toEqual([200, false])
    const text = await half
    expect(text).toMatch(/^HTTP\/1\.1 408 [^]*The body was not received in time/)
  }
)

test('a body that ends in time is handled', async () => {
  as({ ...ada, roles: ['admin'] })
  const { url } = await listen(toRequestHandler(app.fetch))
  const answer = await fetch(new URL('/api/db/teams', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
    body: JSON.stringify({ name: 'punctual', icon: 'group', source: 'UI', created_by: id(1) }),
  })
  expect(answer.status).toBe(201)
  expect(await answer.json()).toMatchObject([{ name: 'punctual' }])
})
