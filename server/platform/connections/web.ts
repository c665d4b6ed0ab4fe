import { tryParseJson } from '../documents/try-parse-json'
import { type HttpResponse, type HttpRequest, sendRequest, sendOnce } from '../outside/http-request'
import { basicAuthIfGiven, requestHeaders } from '../outside/request-headers'
import { type OpenedConnection, ConnectionFailure } from './connection'
import type { TestConnection } from './tester'

type Wanted = {
  url: URL
  method?: 'GET' | 'HEAD' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Undefined for the public services, whose certificates are always verified. */
  tls?: { rejectUnauthorized: boolean; ca?: string; cert?: string; key?: string }
}

const questionOf = ({
  url,
  method = 'GET',
  headers = {},
  body,
  tls = { rejectUnauthorized: true },
}: Wanted): HttpRequest => ({ url, method, body, tls, headers: requestHeaders(body, headers) })

/** Sends a request to an API. Redirects are not followed, because credentials must not reach another host. */
export const requestService = (wanted: Wanted, signal: AbortSignal) => sendOnce(questionOf(wanted), signal)

/** The address of a connection, without the credentials in it. @throws {ConnectionFailure} when it is not http or https. */
export function webAddress(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (!address || !['http:', 'https:'].includes(address.protocol))
    throw new ConnectionFailure('The address must begin with http:// or https:// and name a host.')
  address.username = ''
  address.password = ''
  return address
}

/** Appends `path` to the address. */
export function appendPath(address: URL, path: string): URL {
  const found = new URL(address)
  found.pathname = withoutSlashes(address.pathname) + path
  return found
}

/** Removes trailing slashes. A regular expression would try every slash as the first one. */
function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

export const toConnectionTls = ({ isInsecure }: OpenedConnection) => ({ rejectUnauthorized: !isInsecure })

/** Basic credentials from the columns, otherwise from the address; no header without either. */
function credentialsOf({ url, username, password }: OpenedConnection): Record<string, string> {
  const written = new URL(url)
  const user = username || decodeURIComponent(written.username)
  const word = password || decodeURIComponent(written.password)
  return basicAuthIfGiven(user, word)
}

/** @throws {ConnectionFailure} unless the response is a success. The body, which may be confidential, is not repeated. */
export function expectSuccess({ status }: Pick<HttpResponse, 'status'>, { origin, pathname }: URL): void {
  if (status < 200 || status > 299) throw new ConnectionFailure(`${origin}${pathname} responded with status ${status}.`)
}

/** Requests a path below a user's address, with its credentials, following redirects. */
export const requestAddress = (connection: OpenedConnection, url: URL, signal: AbortSignal) =>
  sendRequest(questionOf({ url, headers: credentialsOf(connection), tls: toConnectionTls(connection) }), signal)

export const testHttp: TestConnection = async (connection, signal) => {
  const url = webAddress(connection.url)
  expectSuccess(await requestAddress(connection, url, signal), url)
}

export const testPrometheus: TestConnection = async (connection, signal) => {
  const url = appendPath(webAddress(connection.url), '/api/v1/query')
  url.search = '?query=1'
  const answer = await requestAddress(connection, url, signal)
  expectSuccess(answer, url)
  if (!hasMember(tryParseJson(answer.body), 'status', 'success'))
    throw new ConnectionFailure(`${url.origin} is not a Prometheus server.`)
}

export const testElasticsearch: TestConnection = async (connection, signal) => {
  const url = appendPath(webAddress(connection.url), '/')
  const answer = await requestAddress(connection, url, signal)
  expectSuccess(answer, url)
  if (!hasMember(tryParseJson(answer.body), 'version'))
    throw new ConnectionFailure(`${url.origin} is not an Elasticsearch server.`)
}

const hasMember = (value: unknown, name: string, wanted?: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, name) &&
  (wanted === undefined || (value as Record<string, unknown>)[name] === wanted)
