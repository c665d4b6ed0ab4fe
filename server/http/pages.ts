import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sirv from 'sirv'
import { firstRequests } from '../../src/lib/first-requests'
import type { ConsoleConfig } from '../app'
import { SESSION_COOKIE } from '../identity/http/exchange'
import { accepts } from './compress'
import { isNamed, tagOf } from './revalidate'
import type { Handler } from './serve'

type Deployment = Partial<Pick<ConsoleConfig, 'signIn' | 'version'>>

/** File names under `/assets/` carry a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The built console: its files, and its one page for every other path.
 * @param config what the page says of the deployment, so that it need not ask before it draws; the same for everybody.
 * Where it says that nobody signs in, or the browser brings a session, what the page asks for first is fetched with it.
 */
export function pages(folder: string, config?: Deployment): Handler {
  const files = sirv(folder, {
    extensions: [],
    brotli: true,
    etag: true,
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', path.startsWith('/assets/') ? FOREVER : 'no-cache'),
  })
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const html = config ? withConfig(built, config) : built
  const made = new Map<string, Handler>()
  /** One for each set of first requests, of which there are few. */
  const page: Handler = (request, response) => {
    const first = config && mayAskAhead(config, request) ? firstRequests(pathOf(request.url ?? '/')) : []
    const key = first.join(' ')
    const known = made.get(key) ?? pageOf(withPreloads(html, first))
    made.set(key, known)
    known(request, response)
  }
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    const path = pathOf(request.url ?? '/')
    if (path === '/index.html') return page(request, response)
    files(request, response, () => {
      if (!namesFile(path)) return page(request, response)
      // A missing file must not be answered with the page: a browser would try to run HTML as a script.
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

/** Pages have no extension, and what begins with a dot is no page. */
const namesFile = (path: string) => /\/[\w\s~$.-]+\.\w+$|\/\.well-known/.test(path)

/**
 * Puts the configuration into a page, as a block of data (`src/api/config.ts` reads it): nothing in it is run, so the content
 * security policy stays as it is.
 */
function withConfig(html: string, config: object): string {
  // Within a script only `<` could mean something to the parser of the page.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const [before, after] = html.split('</title>', 2)
  if (before === undefined || after === undefined) throw new Error('The page has no title to put anything behind')
  return `${before}</title>\n    <script type="application/json" id="console-config">${json}</script>${after}`
}

/** Whether what a page asks for first would be answered. Who signs in elsewhere brings a token that only a script has. */
function mayAskAhead({ signIn }: Deployment, { headers }: IncomingMessage): boolean {
  if (signIn === 'kratos') return headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false
  return signIn === 'none' || signIn === 'basic'
}

/** Has the browser fetch addresses of ours while the scripts are on their way. `crossorigin` is how `fetch` asks. */
function withPreloads(html: string, addresses: readonly string[]): string {
  const links = addresses.map((href) => `    <link rel="preload" as="fetch" crossorigin href="${href}" />\n`)
  return html.replace('  </head>', `${links.join('')}  </head>`)
}

/** Answers with a page. A browser may keep it, and asks before it shows it again: it may say something else by then. */
function pageOf(html: string): Handler {
  const plain = Buffer.from(html)
  const brotli = brotliCompressSync(plain)
  const always = { 'Cache-Control': 'no-cache', ETag: tagOf(plain), Vary: 'Accept-Encoding, Cookie' }
  return ({ headers }, response) => {
    if (isNamed(always.ETag, headers['if-none-match'])) {
      response.writeHead(304, always).end()
      return
    }
    const isBrotli = accepts(headers['accept-encoding'], 'br')
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
