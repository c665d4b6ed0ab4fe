import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { type OpenedConnection, ConnectionFailure } from './connection'
import type { ServiceOrigins, TestConnection } from './tester'
import { tryParseJson } from '../documents/try-parse-json'
import { bearerAuth } from '../outside/request-headers'
import { requestService, appendPath, expectSuccess, toConnectionTls, webAddress } from './web'

const serviceAccount = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
})
const tokenAnswer = z.object({ access_token: z.string() })

/** Signs in as the service account, which returns a token. */
export const testGoogleCloud: TestConnection = (connection, signal, services) => tokenFor(connection, signal, services)

/** Signs in and, if a bucket is named, checks that it exists. */
export const testGcs: TestConnection = async (connection, signal, services) => {
  const token = await tokenFor(connection, signal, services)
  const bucket = connection.properties['bucket'] ?? ''
  if (bucket === '') return
  const isOwn = connection.url !== ''
  const at = isOwn ? webAddress(connection.url) : new URL(services.googleStorage)
  const url = appendPath(at, `/storage/v1/b/${encodeURIComponent(bucket)}`)
  const wanted = { url, headers: bearerAuth(token), ...(isOwn && { tls: toConnectionTls(connection) }) }
  expectSuccess(await requestService(wanted, signal), url)
}

/** The `token_uri` of the credentials is ignored: users paste them, and they could name any address. */
async function tokenFor(
  { certificate }: OpenedConnection,
  signal: AbortSignal,
  { google }: ServiceOrigins
): Promise<string> {
  const account = serviceAccount.safeParse(tryParseJson(certificate)).data
  if (!account)
    throw new ConnectionFailure(
      'The certificate is not the key of a service account; other credentials cannot be tested here.'
    )
  const url = appendPath(new URL(google), '/token')
  const assertion = await assertionOf(account, url.href)
  const grant = { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams(grant).toString()
  const answer = await requestService({ url, method: 'POST', body, headers }, signal)
  const token = tokenAnswer.safeParse(tryParseJson(answer.body)).data?.access_token
  if (answer.status !== 200 || token === undefined)
    throw new ConnectionFailure(`Google rejected the key with status ${answer.status}.`)
  return token
}

/** The tests only read. */
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform.read-only'

/** A signed request for a token by the holder of the key (RFC 7523). */
async function assertionOf({ client_email, private_key }: z.infer<typeof serviceAccount>, audience: string) {
  const statement = new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(client_email)
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('1 minute')
  try {
    return await statement.sign(createPrivateKey(private_key))
  } catch {
    throw new ConnectionFailure('The private key of the service account cannot be read.')
  }
}
