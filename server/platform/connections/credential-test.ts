import type { HttpResponse } from '../outside/http-request'
import type { OpenedConnection } from './connection'
import { ConnectionFailure } from './connection'
import type { ServiceOrigins, TestConnection } from './tester'
import { requestService, toConnectionTls } from './web'

type Request = {
  url: URL
  method?: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>
}

type Answer = Pick<HttpResponse, 'status' | 'body'>

/** A test by one request that reads something and that only valid credentials are answered to. */
export type CredentialTest = {
  /** The name of the service in messages. */
  service: string
  /** The name of the credential in messages, such as `API key`. */
  credential: string
  /** @throws when the connection lacks a part, as a sentence for users. */
  request(connection: OpenedConnection, services: ServiceOrigins): Request
  /** The connection names the host, so its setting for certificates applies. */
  namesHost?(connection: OpenedConnection): boolean
  /**
   * The sentence about a status that the service documents. `ok` passes. Undefined for every other status.
   * Bodies are not repeated, except short reasons of public services.
   */
  explain?(answer: Answer, connection: OpenedConnection): string | undefined
}

/** `ok` as the result of `explain`. */
export const ACCEPTED = 'ok'

/** Statuses of rejected credentials. */
const rejections: ReadonlySet<number> = new Set([401, 403])

export const testCredentials =
  ({ service, credential, request, namesHost, explain }: CredentialTest): TestConnection =>
  async (connection, signal, services) => {
    const { form, headers, ...wanted } = request(connection, services)
    const answer = await requestService(
      {
        ...wanted,
        headers: { ...headers, ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }) },
        ...(form && { body: new URLSearchParams({ ...form }).toString() }),
        ...(namesHost?.(connection) && { tls: toConnectionTls(connection) }),
      },
      signal
    )
    const { status } = answer
    const explained = explain?.(answer, connection)
    if (explained === ACCEPTED) return
    if (explained !== undefined) throw new ConnectionFailure(explained)
    if (rejections.has(status))
      throw new ConnectionFailure(`${service} rejected the ${credential} with status ${status}.`)
    if (status < 200 || status > 299) throw new ConnectionFailure(`${service} responded with status ${status}.`)
  }
