import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import sirv from 'sirv'
import { accepts } from './compress'
import { isNamed, tagOf } from './revalidate'
import type { Handler } from './serve'

/** File names under `/assets/` carry a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable'

/**
 * The built console: its files, and its one page for every other path.
 * @param config what the page says of the deployment, so that it need not ask before it draws. Everybody gets the same page.
 */
export function pages(folder: string, config?: object): Handler {
  const files = sirv(folder, {
    extensions: [],
    brotli: true,
    etag: true,
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', path.startsWith('/assets/') ? FOREVER : 'no-cache'),
  })
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const page = pageOf(config ? withConfig(built, config) : built)
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

/** Pages have no extension; names that begin with a dot are files. */
const namesFile = (path: string) => /\/[\w\s~$.-]+\.\w+$|\/\.well-known/.test(path)

/**
 * Puts the configuration into a page, as a block of data (`src/api/config.ts` reads it): nothing in it is run, so the content
 * security policy stays as it is.
 */
function withConfig(html: string, config: object): string {
  // Inside a script element only `<` is special to the HTML parser.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  const [before, after] = html.split('</title>', 2)
  if (before === undefined || after === undefined) throw new Error('The page has no title to put anything behind')
  return `${before}</title>\n    <script type="application/json" id="console-config">${json}</script>${after}`
}

/** Answers with a page. Browsers revalidate it before each use, because a new build changes it. */
function pageOf(html: string): Handler {
  const plain = Buffer.from(html)
  const brotli = brotliCompressSync(plain)
  const always = { 'Cache-Control': 'no-cache', ETag: tagOf(plain), Vary: 'Accept-Encoding' }
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
