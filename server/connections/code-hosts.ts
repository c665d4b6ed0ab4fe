import { Fault } from './connection'
import type { Tester } from './tester'
import { basic, bearer } from '../outside/request-headers'
import { askAddress, askService, below, expectSuccess, tlsOf, webAddress } from './web'

/** Sends the first request of a clone, which requires read access and transfers no content. */
export const git: Tester = async (connection, signal) => {
  if (/^ssh:|^[\w.-]+@[\w.-]+:/.test(connection.url) || connection.url === '')
    throw new Fault('Git over SSH cannot be tested by this server: it has no SSH client.')
  const url = below(webAddress(connection.url), '/info/refs')
  url.search = '?service=git-upload-pack'
  const answer = await askAddress(connection, url, signal)
  expectSuccess(answer, url)
  if (answer.headers['content-type'] !== 'application/x-git-upload-pack-advertisement')
    throw new Fault(`${url.origin}${url.pathname} is not a git repository.`)
}

/** Every kind of token may read its rate limits, and this request does not count against them. */
export const github: Tester = async (connection, signal, services) => {
  const base = connection.url === '' ? new URL(services.github) : githubApi(webAddress(connection.url), services)
  const tls = base.origin === services.github ? undefined : tlsOf(connection)
  const url = below(base, '/rate_limit')
  expectSuccess(await askService({ url, headers: bearer(tokenOf(connection)), ...(tls && { tls }) }, signal), url)
}

/** For a self-hosted installation users enter the address of its web pages. */
const githubApi = (address: URL, { github: api }: { github: string }) =>
  address.hostname === 'github.com' ? new URL(api) : address.pathname === '/' ? below(address, '/api/v3') : address

export const gitlab: Tester = async (connection, signal, services) => {
  const isOwn = connection.url !== ''
  const url = below(isOwn ? webAddress(connection.url) : new URL(services.gitlab), '/api/v4/user')
  const headers = bearer(tokenOf(connection))
  expectSuccess(await askService({ url, headers, ...(isOwn && { tls: tlsOf(connection) }) }, signal), url)
}

export const azureDevops: Tester = async (connection, signal, services) => {
  const { username: organisation } = connection
  if (organisation === '') throw new Fault('The connection names no organisation.')
  const url = below(new URL(services.azureDevops), `/${encodeURIComponent(organisation)}/_apis/projects`)
  url.search = '?$top=1&api-version=7.0'
  const { status } = await askService({ url, headers: basic('', tokenOf(connection)) }, signal)
  // Without access the response is a sign-in page with status 200.
  if (status !== 200) throw new Fault(`Azure DevOps rejected the token with status ${status}.`)
}

function tokenOf({ password }: { password: string }): string {
  if (password === '') throw new Fault('The connection has no token.')
  return password
}
