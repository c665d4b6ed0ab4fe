import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sirv from 'sirv'
import { firstRequests } from '../../src/shared/first-requests'
import type { ConsoleConfig } from './console-config'
import { findPageFiles } from '../../src/shared/routing/registry'
import { BASIC_COOKIE } from './backend-cookies'
import { SESSION_COOKIE } from './session-cookie'
import { createFileResolver } from './built-files'
import { acceptsEncoding } from './compress'
import { matchesEntityTag, createEntityTag } from './revalidate'
import type { RequestHandler } from './serve'

type Deployment = Partial<Pick<ConsoleConfig, 'signIn' | 'version'>>

/** File names under `/assets/` carry a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable'
/** Browsers request the icon at each change of the address. */
const DAY = 'public, max-age=86400'

const keptFor = (path: string) => (path.startsWith('/assets/') ? FOREVER : path === '/favicon.svg' ? DAY : 'no-cache')

/**
 * Serves the built console: its files, and its HTML page for every other path.
 * @param readConfig deployment data embedded in the page, so that it can render without a request; the same for all
 *   users.
 */
export function createPageHandler(folder: string, readConfig?: () => Deployment): RequestHandler {
  const files = sirv(folder, {
    extensions: [],
    brotli: true,
    etag: true,
    setHeaders: (response, path) => response.setHeader('Cache-Control', keptFor(path)),
  })
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  // A page without a place for the configuration fails at start.
  if (readConfig) withConfig(built, readConfig())
  const resolveFiles = createFileResolver(folder)
  const handlers = new Map<string, RequestHandler>()
  /** One handler per configuration and set of prefetch links, of which there are few. */
  const page: RequestHandler = (request, response) => {
    const config = readConfig?.()
    const links = config ? linksFor(pathOf(request.url ?? '/'), config, request, resolveFiles) : ''
    const key = JSON.stringify([config, links])
    const html = config ? withConfig(built, config) : built
    const known = handlers.get(key) ?? createPage(html.replace('  </head>', () => `${links}  </head>`))
    handlers.set(key, known)
    known(request, response)
  }
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const path = pathOf(request.url ?? '/')
    if (path === '/index.html') return page(request, response)
    // A file may be missing since the server started, for example when the next build replaces it.
    response.once('pipe', (file) => file.once('error', () => response.destroy()))
    files(request, response, () => {
      if (!namesFile(path)) return page(request, response)
      // A missing file must not return the page: a browser would try to run HTML as a script.
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found')
    })
  }
}

function pathOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1)
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Pages have no extension; names that begin with a dot are files. */
const namesFile = (path: string) => /\/[\w\s~$.-]+\.\w+$|\/\.well-known/.test(path)

/**
 * Embeds the configuration in a page, as a block of data (`src/api/config.ts` reads it). It contains no code, so the
 * content security policy is unchanged.
 */
function withConfig(html: string, config: object): string {
  // Inside a script element only `<` is special to the HTML parser.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const [before, after] = html.split('</title>', 2)
  if (before === undefined || after === undefined) throw new Error('The page has no title element')
  return `${before}</title>\n    <script type="application/json" id="console-config">${json}</script>${after}`
}

/**
 * Links that make the browser prefetch the files and initial requests of the page at this path, while its scripts load.
 * With hosted sign-in only scripts have the token for requests; without a session another page is shown.
 */
function linksFor(
  path: string,
  { signIn }: Deployment,
  { headers }: IncomingMessage,
  resolveFiles: ReturnType<typeof createFileResolver>
): string {
  const cookie = signIn === 'kratos' ? SESSION_COOKIE : signIn === 'password' ? BASIC_COOKIE : undefined
  if (cookie !== undefined && !headers.cookie?.includes(`${cookie}=`)) return ''
  const files = [...new Set(findPageFiles(path).flatMap(resolveFiles))].map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}" />`
      : `<link rel="modulepreload" crossorigin href="/${file}" />`
  )
  // `crossorigin` matches the mode of `fetch`; otherwise the browser would fetch twice.
  const requests = (signIn === 'hosted' || signIn === undefined ? [] : firstRequests(path)).map(
    (href) => `<link rel="preload" as="fetch" crossorigin href="${href}" />`
  )
  return [...files, ...requests].map((link) => `    ${link}\n`).join('')
}

/** Serves a page. Browsers revalidate it before each use, because a new build changes it. */
function createPage(html: string): RequestHandler {
  const plain = Buffer.from(html)
  const brotli = brotliCompressSync(plain)
  const always = { 'Cache-Control': 'no-cache', ETag: createEntityTag(plain), Vary: 'Accept-Encoding, Cookie' }
  return ({ headers }, response) => {
    if (matchesEntityTag(always.ETag, headers['if-none-match'])) {
      response.writeHead(304, always).end()
      return
    }
    const isBrotli = acceptsEncoding(headers['accept-encoding'], 'br')
    const body = isBrotli ? brotli : plain
    response.writeHead(200, {
      ...always,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': body.length,
      ...(isBrotli && { 'Content-Encoding': 'br' }),
    })
    response.end(body)
  }
}
