import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, test } from 'vitest'
import { createPageHandler } from '../../server/http/pages'
import { deferred } from '../../src/lib/deferred'
import { freePort } from '../helpers/listen'
import { closeServer, type RequestHandler, type ServerHandlers, startServer } from '../../server/http/serve'
import { UsageError } from '../../server/platform/usage'

const api: RequestHandler = (_request, response) => response.end('api')
const page: RequestHandler = (_request, response) => response.end('page')
const settings = { host: '127.0.0.1', port: 0, access: 'loopback', strictPages: true } as const

async function served(parts: Partial<ServerHandlers> = {}, overrides: Partial<Parameters<typeof startServer>[0]> = {}) {
  const { server, port } = await startServer({ ...settings, ...overrides }, async () => ({
    api,
    pages: page,
    ...parts,
  }))
  onTestFinished(() => closeServer(server))
  return `http://127.0.0.1:${port}`
}

test.each([
  ['/api/db/checks', 'api'],
  ['/console-config.json?x', 'api'],
  ['/', 'page'],
  ['/apiary', 'page'],
  ['/console-config.jsonx', 'page'],
])('routes %s to the %s', async (path, expected) => {
  expect(await (await fetch((await served()) + path)).text()).toBe(expected)
})

test.each(['/', '/api/x'])('sends the security headers with %s', async (path) => {
  const { headers } = await fetch((await served()) + path)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|https?:|\*/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('same-origin')
})

test('refuses writes from pages of another site', async () => {
  const answer = await fetch(`${await served()}/api/db/checks`, {
    method: 'DELETE',
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(answer.status).toBe(403)
})

test('refuses a foreign name that resolves to this machine', async () => {
  const { port } = new URL(await served())
  const status = await new Promise((resolve) => {
    request({ port, host: '127.0.0.1', headers: { host: 'rebound.example' } }, (answer) =>
      resolve(answer.statusCode)
    ).end()
  })
  expect(status).toBe(421)
})

test('requires the password for everything, including pages', async () => {
  const url = await served({}, { access: { password: 'open sesame' } })
  const right = { authorization: `Basic ${btoa('me:open sesame')}` }
  expect((await fetch(url)).status).toBe(401)
  expect((await fetch(`${url}/api/x`)).headers.get('www-authenticate')).toContain('Basic realm="Mission Control"')
  expect(await (await fetch(url, { headers: right })).text()).toBe('page')
})

test('holds early requests until the server has started', async () => {
  const port = await freePort()
  const ready = deferred<ServerHandlers>()
  const starting = startServer({ ...settings, port }, () => ready.promise)
  // The port accepts connections before `starting` settles: retry until it listens.
  const early = (async () => {
    for (;;) {
      try {
        return await (await fetch(`http://127.0.0.1:${port}/`)).text()
      } catch {
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
  })()
  setTimeout(() => ready.resolve({ api, pages: page }), 50)
  const { server } = await starting
  onTestFinished(() => closeServer(server))
  expect(await early).toBe('page')
})

test('explains a port in use and a foreign address', async () => {
  const { port } = new URL(await served())
  const taken = startServer({ ...settings, port: Number(port) }, async () => ({ api, pages: page }))
  await expect(taken).rejects.toThrow(UsageError)
  await expect(taken).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use: stop the program that listens there, or choose another port with --port.`
  )
  await expect(startServer({ ...settings, host: '192.0.2.1' }, async () => ({ api, pages: page }))).rejects.toThrow(
    '192.0.2.1 is not an address of this machine'
  )
})

test('frees the port when starting fails', async () => {
  const port = await freePort()
  const failing = startServer({ ...settings, port }, () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
  expect(await served({}, { port })).toContain(String(port))
})

test('caches hashed files forever, serves the page for every route, and no page for a missing script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>t</title>')
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'export {}')
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), 'squeezed')
  const url = await served({ pages: createPageHandler(folder) })

  expect((await fetch(`${url}/health?checkId=1`)).headers.get('cache-control')).toBe('no-cache')
  expect(await (await fetch(`${url}/health?checkId=1`)).text()).toContain('<title>t')
  const asset = await fetch(`${url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': 'identity' } })
  expect(asset.headers.get('cache-control')).toContain('immutable')
  // Browsers request it at each change of the address.
  expect((await fetch(`${url}/favicon.svg`)).headers.get('cache-control')).toBe('public, max-age=86400')
  expect(await asset.text()).toBe('export {}')
  expect((await fetch(`${url}/assets/gone.js`)).status).toBe(404)
  expect((await fetch(`${url}/..%2f..%2fetc/passwd`)).status).not.toBe(500)
  expect(await (await fetch(`${url}/%2e%2e/%2e%2e/etc/passwd`)).text()).not.toContain('root:')
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
})

async function servedPage(
  config?: ReturnType<NonNullable<Parameters<typeof createPageHandler>[1]>>,
  html = '<!doctype html><title>t</title><p>built</p>'
) {
  const folder = await mkdtemp(join(tmpdir(), 'console-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.html'), html)
  await writeFile(join(folder, 'index.html.br'), 'the page as it was built')
  return served({ pages: createPageHandler(folder, config && (() => config)) })
}
const config = { version: '1.2.3', signIn: 'none' as const }

test.each(['/', '/index.html', '/health?checkId=1', '/view/a%20b', '/.env', '/%'])(
  'serves at %s the page with its configuration',
  async (path) => {
    const answer = await fetch((await servedPage(config)) + path)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const text = await answer.text()
    const [, block = ''] =
      /<\/title>\s*<script type="application\/json" id="console-config">(.*?)<\/script><p>built/.exec(text) ?? []
    expect(JSON.parse(block)).toEqual(config)
  }
)

test('escapes the configuration', async () => {
  const hostile = { version: '</script><script>alert(1)</script><!-- $& $1' }
  const text = await (await fetch(await servedPage(hostile))).text()
  expect(text.match(/<\/?script|<!--/g)).toEqual(['<script', '</script'])
  const [, block = ''] = /id="console-config">(.*?)<\/script>/.exec(text) ?? []
  expect(JSON.parse(block)).toEqual(hostile)
})

test('makes browsers revalidate the page, which changes with the configuration', async () => {
  const [url, other] = [await servedPage(config), await servedPage({ ...config, version: '1.2.4' })]
  const { headers } = await fetch(url)
  const tag = headers.get('etag') ?? ''
  expect([headers.get('cache-control'), headers.get('vary'), tag]).toEqual([
    'no-cache',
    'Accept-Encoding, Cookie',
    expect.stringMatching(/^W\/"./),
  ])
  const again = { headers: { 'If-None-Match': tag } }
  expect([(await fetch(url, again)).status, (await fetch(other, again)).status]).toEqual([304, 200])
})

const pageWithHead = '<!doctype html><title>t</title>\n  </head>'
const SESSION = { cookie: 'other=1; ory_kratos_session=token' }
const [ME, FLAGS, CHECKS] = ['/api/auth/whoami', '/api/properties', '/api/canary/api/summary']

test.each<[string, 'none' | 'basic' | 'kratos' | 'hosted', string, Record<string, string>, (string | undefined)[]]>([
  ['the list, with whoami', 'none', '/health?checkId=1', {}, [ME, FLAGS, CHECKS]],
  ['the same behind a password', 'basic', '/health', {}, [ME, FLAGS, CHECKS]],
  ['no checks for a page without checks', 'none', '/settings/users', {}, [ME, FLAGS]],
  ['no whoami for a public page', 'none', '/view/health', {}, [FLAGS, CHECKS]],
  ['with a session', 'kratos', '/health', SESSION, [ME, FLAGS, CHECKS]],
  ['nothing without a session', 'kratos', '/health', {}, []],
  ['nothing while signing in', 'kratos', '/login', SESSION, []],
  ['nothing where a script brings the token', 'hosted', '/health', SESSION, []],
])('prefetches with the page: %s', async (_what, signIn, path, headers, expected) => {
  const text = await (await fetch((await servedPage({ signIn }, pageWithHead)) + path, { headers })).text()
  const links = [...text.matchAll(/<link rel="preload" as="fetch" crossorigin href="([^"]*)" \/>/g)]
  expect(links.map(([, href]) => href)).toEqual(expected)
})

test('ends only the response of a file that is removed after the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'console-pages-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>t</title>')
  await writeFile(join(folder, 'old.js'), 'old()')
  const url = await served({ pages: createPageHandler(folder) })
  await rm(join(folder, 'old.js'))
  await expect(fetch(`${url}/old.js`).then((answer) => answer.text())).rejects.toThrow(/fetch failed|terminated/)
  expect((await fetch(url)).status).toBe(200)
})

test('compresses the page and sets its length', async () => {
  const url = await servedPage(config)
  const plain = await (await fetch(url, { headers: { 'accept-encoding': 'identity' } })).text()
  for (const [accepted, name] of [
    ['br', 'br'],
    ['gzip', null],
    ['br;q=0', null],
  ] as const) {
    const answer = await fetch(url, { headers: { 'accept-encoding': accepted } })
    expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([name, plain])
    const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': accepted } })
    expect([head.headers.get('content-length'), await head.text()]).toEqual([answer.headers.get('content-length'), ''])
  }
})

test('serves the page as built without a configuration, and fails without a place for one', async () => {
  expect(await (await fetch(await servedPage())).text()).toBe('<!doctype html><title>t</title><p>built</p>')
  await expect(servedPage(config, '<p>no head</p>')).rejects.toThrow('no title')
})
