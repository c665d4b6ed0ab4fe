import { randomBytes, X509Certificate } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect as connectTcp } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { Client } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { toJsonText, sql } from '../../server/data/db/sql'
import { executeCheck } from '../../server/health/execute'
import { loadSample } from '../../server/sample/load'
import { updateSampleAddresses } from '../../server/sample/addresses'
import { startSampleServices } from '../../server/sample/services'
import { testDatabase } from '../helpers/database'
import { evaluateHere } from '../helpers/evaluate-here'

const db = await testDatabase()
beforeAll(() => db.transaction((tx) => loadSample(tx, { canPing: false })))

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** The beginning of four minutes in which the cart is up. */
const cartUp = new Date(Math.ceil(Date.now() / (6 * MINUTE_MS)) * 6 * MINUTE_MS)

async function started({ now = () => cartUp.getTime() } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'console-sample-'))
  const services = await startSampleServices({ folder, now, random: () => 0 })
  onTestFinished(async () => {
    await services.stop()
    await rm(folder, { recursive: true })
  })
  return { ...services, folder }
}

const hostAndPort = (address: string) => ({ host: '127.0.0.1', port: Number(address.split(':')[1]) })

/** A busy machine may be slow a few times; a service that is slow by design is slow every time. */
async function outcomeOf(name: string, now = cartUp): Promise<string> {
  for (let attempt = 0; attempt < 4; attempt++) {
    const outcome = await outcomeOnce(name, now)
    if (!outcome.startsWith('failed: took')) return outcome
  }
  return outcomeOnce(name, now)
}

async function outcomeOnce(name: string, now: Date): Promise<string> {
  const [check] = await db.query<{ type: string; spec: unknown }>(
    sql`select type, spec from checks where name = ${name}`
  )
  if (!check) throw new Error(`no check ${name}`)
  const outcome = await executeCheck(check, new AbortController().signal, {
    now: () => now,
    allowExec: false,
    ping: undefined,
    evaluate: evaluateHere,
  })
  if (!outcome) throw new Error('aborted')
  return [outcome.kind, 'message' in outcome ? outcome.message : outcome.error].join(': ')
}

test('reports the designed behaviour of every service by its sample check', async () => {
  const { addresses } = await started()
  await updateSampleAddresses(db, addresses)
  const found = Object.fromEntries(
    await Promise.all(
      [
        'homepage',
        'דף הבית בעברית',
        'catalogue API',
        'search results',
        'search within its objective',
        'cart API',
        'checkout API',
        'payments API',
        'payments certificate',
        'card network gateway',
        'sign-in page',
        'thumbnails',
        'open orders',
        'session cache',
        'outgoing mail',
        'shop.quillmoor.example',
        'mail route of quillmoor.example',
        'nightly dump of the orders',
        'weekly export of the catalogue',
        'load of this machine',
        'pods of the shop',
      ].map(async (name) => [name, await outcomeOf(name)] as const)
    )
  )
  expect(found).toEqual({
    homepage: 'passed: code=200',
    'דף הבית בעברית': 'passed: code=200',
    'catalogue API': 'passed: code=200',
    'search results': 'passed: code=200',
    'search within its objective': 'passed: code=200',
    'cart API': 'passed: code=200',
    'checkout API': 'failed: response code 503, expected 200',
    'payments API': 'passed: code=200',
    'payments certificate': 'failed: the certificate expires in 9 days (minimum 14)',
    'card network gateway': `passed: connected to ${addresses.gateway}`,
    'sign-in page': 'failed: the response does not contain "Sign in"',
    thumbnails: `failed: nothing listens at ${addresses.media} (ECONNREFUSED)`,
    'open orders': 'passed: 1 row',
    'session cache': 'passed: PONG',
    'outgoing mail': `passed: connected to ${addresses.mailer}`,
    'shop.quillmoor.example': 'passed: 2 A records',
    'mail route of quillmoor.example': 'passed: 1 MX record',
    'nightly dump of the orders': 'passed: 3 files',
    'weekly export of the catalogue': expect.stringMatching(/^failed: catalogue-2.csv is older than/),
    'load of this machine': expect.stringMatching(/^notRun: .*--allow-exec/),
    'pods of the shop': expect.stringMatching(/^notRun: /),
  })
})

test('has no results for a check that cannot run here', async () => {
  const [check] = await db.query(sql`
    select status, last_runtime, (select count(*)::int from check_statuses where check_id = checks.id) as runs,
      (select count(*)::int from check_statuses_1h where check_id = checks.id) as hours
    from checks where name = 'this machine'`)
  expect(check).toEqual({ status: null, last_runtime: null, runs: 0, hours: 0 })
})

test('takes the cart down for the last two of every six minutes', async () => {
  let nowMs = cartUp.getTime()
  const { addresses } = await started({ now: () => nowMs })
  const codes: number[] = []
  for (const minute of [0, 1, 2, 3, 4, 5, 6]) {
    nowMs = cartUp.getTime() + minute * MINUTE_MS
    codes.push((await fetch(`http://${addresses.cart}/`)).status)
  }
  expect(codes).toEqual([200, 200, 200, 200, 500, 500, 200])
})

test('serves a certificate with nine days left', async () => {
  const { addresses } = await started()
  const socket = connectTls({ ...hostAndPort(addresses.certificate), rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const certificate = new X509Certificate(socket.getPeerX509Certificate()?.raw ?? '')
  socket.destroy()
  expect(Math.floor((Date.parse(certificate.validTo) - cartUp.getTime()) / DAY_MS)).toBe(9)
})

test('answers simple and prepared queries in the orders database', async () => {
  const { addresses } = await started()
  const client = new Client({ ...hostAndPort(addresses.orders), user: 'console', database: 'orders' })
  await client.connect()
  expect((await client.query('select 1')).rows).toEqual([{ open_orders: '42' }])
  expect((await client.query({ name: 'open', text: 'select $1', values: ['x'] })).rows).toEqual([{ open_orders: '42' }])
  await client.end()
})

test('responds after any input', async () => {
  const { addresses } = await started()
  const messages = [
    randomBytes(200_000),
    Buffer.alloc(100_000, '*'),
    Buffer.from('GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\n'),
    Buffer.from('*3\r\n$70000\r\n'),
    Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
    Buffer.from([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f, 0x51, 0xff, 0xff, 0xff, 0xff]),
  ]
  const { media: _down, backups: _folder, names: nameServer, ...tcp } = addresses
  await Promise.all(Object.values(tcp).flatMap((address) => messages.map((message) => shout(address, message))))
  const udp = createSocket('udp4')
  for (const message of messages.slice(2)) udp.send(message, hostAndPort(nameServer).port, '127.0.0.1')
  udp.send(randomBytes(1000), hostAndPort(nameServer).port, '127.0.0.1', () => udp.close())
  await once(udp, 'close')

  await updateSampleAddresses(db, addresses)
  const names = ['homepage', 'outgoing mail', 'open orders', 'session cache', 'shop.quillmoor.example']
  const outcomes = await Promise.all(names.map((name) => outcomeOf(name)))
  expect(outcomes.map((outcome) => outcome.split(':')[0])).toEqual(names.map(() => 'passed'))
})

/** Sends data and resets the connection, at any point of the other side's response. */
function shout(address: string, message: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connectTcp(hostAndPort(address))
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.on('connect', () => socket.write(message, () => socket.resetAndDestroy()))
  })
}

test('closes all connections when stopping, even during a response', async () => {
  await expect.poll(listeners).toBe(0)
  const { addresses, stop } = await started()
  await expect.poll(listeners).toBe(13)
  const slow = fetch(`http://${addresses.search}/`).then(
    (response) => response.status,
    () => 'cut off'
  )
  const idle = connectTcp(hostAndPort(addresses.sessions)).on('error', () => {})
  await once(idle, 'connect')
  await stop()
  expect(await slow).toBe('cut off')
  if (!idle.closed) await once(idle, 'close')
  await expect.poll(listeners).toBe(0)
})

/** Number of listening sockets of this process. */
const listeners = () => process.getActiveResourcesInfo().filter((kind) => /^TCPServer|^UDPWrap/i.test(kind)).length

test('uses free ports for a second set of services and updates the checks', async () => {
  const first = await started()
  const second = await started()
  const shared = Object.values(first.addresses).filter((address) => Object.values(second.addresses).includes(address))
  expect(shared.filter((address) => address !== first.addresses.media)).toEqual([])
  await updateSampleAddresses(db, second.addresses)
  await first.stop()
  expect(await outcomeOf('homepage')).toBe('passed: code=200')
  expect(await outcomeOf('shop.quillmoor.example')).toBe('passed: 2 A records')
  expect(await outcomeOf('nightly dump of the orders')).toBe('passed: 3 files')
})

test('keeps specs that users edited or created', async () => {
  const { addresses } = await started()
  await updateSampleAddresses(db, addresses)
  const elsewhere = { ...addresses, storefront: '127.0.0.1:1', catalogue: '127.0.0.1:2' }
  const edited = { http: [{ name: 'homepage', url: 'https://example.org:28101/', thresholdMillis: 5 }] }
  await db.run(sql`update canaries set spec = ${toJsonText(edited)}::jsonb where name = 'storefront'`)
  await db.run(sql`
    insert into canaries (name, namespace, spec, annotations)
    values ('mine', 'default', ${toJsonText({ tcp: [{ endpoint: addresses.catalogue }] })}::jsonb,
      ${toJsonText({ 'sample/catalogue': addresses.catalogue })}::jsonb)`)
  await updateSampleAddresses(db, elsewhere)
  const specs = await db.query<{ name: string; spec: unknown }>(
    sql`select name, spec from canaries where name in ('storefront', 'catalogue', 'mine') order by name`
  )
  expect(specs).toMatchObject([
    { name: 'catalogue', spec: { http: [{ url: 'http://127.0.0.1:2/products' }, {}] } },
    { name: 'mine', spec: { tcp: [{ endpoint: addresses.catalogue }] } },
    { name: 'storefront', spec: edited },
  ])
})

test('updates playbooks and connections of the sample like its checks', async () => {
  const { addresses } = await started()
  const asked = async () => {
    await updateSampleAddresses(db, addresses)
    return db.query(sql`
      select spec #>> '{actions,0,http,url}' as url from playbooks where name = 'count-products'
      union all select url from connections where name = 'catalogue' order by url`)
  }
  const here = [{ url: `http://${addresses.catalogue}` }, { url: `http://${addresses.catalogue}/products` }]
  expect(await asked()).toEqual(here)
  // Stored secrets are not redirected.
  await db.run(sql`
    update connections set url = ${`smtp://sealed:1.YQ.YQ.YQ@${addresses.mailer}/`} where name = 'on-call-mail'`)
  await updateSampleAddresses(db, {
    ...addresses,
    catalogue: '127.0.0.1:2',
    mailer: '127.0.0.1:3',
    orders: '127.0.0.1:4',
  })
  expect(await asked()).toEqual(here)
})

test('writes nothing when no address changed', async () => {
  const { addresses } = await started()
  await updateSampleAddresses(db, addresses)
  const versions = () => db.query(sql`select id, xmin::text from canaries order by id`)
  const before = await versions()
  await updateSampleAddresses(db, addresses)
  expect(await versions()).toEqual(before)
})

test('reports backups that cannot be written through their checks without stopping', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-sample-'))
  await writeFile(join(folder, 'backups'), 'in the way')
  const { addresses, stop } = await startSampleServices({ folder })
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })
  await updateSampleAddresses(db, addresses)
  expect(await outcomeOf('nightly dump of the orders')).toMatch(/^failed: ENOTDIR/)
})
