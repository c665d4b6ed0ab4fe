import { ConnectionFailure } from './connection'
import type { TestConnection } from './tester'
import { basicAuth, bearerAuth } from '../outside/request-headers'
import { requestAddress, requestService, appendPath, expectSuccess, toConnectionTls, webAddress } from './web'

/** Sends the first request of a clone, which requires read access and transfers no content. */
export const testGit: TestConnection = async (connection, signal) => {
  if (/^ssh:|^[\w.-]+@[\w.-]+:/.test(connection.url) || connection.url === '')
    throw new ConnectionFailure('Git over SSH cannot be tested by this server: it has no SSH client.')
  const url = appendPath(webAddress(connection.url), '/info/refs')
  url.search = '?service=git-upload-pack'
  const answer = await requestAddress(connection, url, signal)
  expectSuccess(answer, url)
  if (answer.headers['content-type'] !== 'application/x-git-upload-pack-advertisement')
    throw new ConnectionFailure(`${url.origin}${url.pathname} is not a git repository.`)
}

/** Every kind of token may read its rate limits, and this request does not count against them. */
export const testGithub: TestConnection = async (connection, signal, services) => {
  const base = connection.url === '' ? new URL(services.github) : githubApi(webAddress(connection.url), services)
  const tls = base.origin === services.github ? undefined : toConnectionTls(connection)
  const url = appendPath(base, '/rate_limit')
  expectSuccess(
    await requestService({ url, headers: bearerAuth(tokenOf(connection)), ...(tls && { tls }) }, signal),
    url
  )
}

/** For a self-hosted installation users enter the address of its web pages. */
const githubApi = (address: URL, { github: api }: { github: string }) =>
  address.hostname === 'github.com' ? new URL(api) : address.pathname === '/' ? appendPath(address, '/api/v3') : address

export const testGitlab: TestConnection = async (connection, signal, services) => {
  const isOwn = connection.url !== ''
  const url = appendPath(isOwn ? webAddress(connection.url) : new URL(services.gitlab), '/api/v4/user')
  const headers = bearerAuth(tokenOf(connection))
  expectSuccess(await requestService({ url, headers, ...(isOwn && { tls: toConnectionTls(connection) }) }, signal), url)
}

export const testAzureDevops: TestConnection = async (connection, signal, services) => {
  const { username: organisation } = connection
  if (organisation === '') throw new ConnectionFailure('The connection names no organisation.')
  const url = appendPath(new URL(services.azureDevops), `/${encodeURIComponent(organisation)}/_apis/projects`)
  url.search = '?$top=1&api-version=7.0'
  const { status } = await requestService({ url, headers: basicAuth('', tokenOf(connection)) }, signal)
  // Without access the response is a sign-in page with status 200.
  if (status !== 200) throw new ConnectionFailure(`Azure DevOps rejected the token with status ${status}.`)
}

function tokenOf({ password }: { password: string }): string {
  if (password === '') throw new ConnectionFailure('The connection has no token.')
  return password
}
