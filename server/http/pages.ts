import sirv from 'sirv'
import type { Handler } from './serve'

/** File names under `/assets/` carry a hash of their content. */
const FOREVER = 'public, max-age=31536000, immutable'

/** The built console: its files, and its one page for every other path. */
export function pages(folder: string): Handler {
  const files = sirv(folder, {
    single: true,
    brotli: true,
    etag: true,
    setHeaders: (response, path) =>
      response.setHeader('Cache-Control', path.startsWith('/assets/') ? FOREVER : 'no-cache'),
  })
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end()
      return
    }
    // A missing file must not be answered with the page: a browser would try to run HTML as a script.
    files(request, response, () => {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found')
    })
  }
}
