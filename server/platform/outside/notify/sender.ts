import type { ResolvedConnection } from '../resolve-connection'
import type { ServiceAddress } from './address'
import type { ServiceRequest } from './service-request'

export type NotificationMessage = {
  title: string
  /** Plain text, or the markup of the service. */
  message: string
  /** Settings of the service, such as `channel` or `to`; members of a generic webhook's body. */
  properties: Readonly<Record<string, string>>
  /** A message in the format of Slack: `blocks` and `attachments`. Other services send title and message. */
  payload?: Readonly<Record<string, unknown>>
}

/** One notification on its way to one service. */
export type Delivery = {
  target: ResolvedConnection
  message: NotificationMessage
  address: ServiceAddress
  /**
   * The first value that is not empty among these names, regardless of case: of the message's properties, the
   * connection's properties, then the query of its address.
   */
  option(...names: string[]): string | undefined
  /** Same for every attempt at the same notification. */
  idempotencyKey: string | undefined
  signal: AbortSignal
  /** @returns the JSON of the response, undefined for another format. @throws {NotificationError} */
  request(request: ServiceRequest): Promise<unknown>
}

/** Sends notifications to one kind of service. */
export type Sender = {
  /** Types of stored connections. */
  types: readonly string[]
  /** Schemes of addresses. */
  schemes: readonly string[]
  /** Whether a web address without a type is one of this service. */
  owns?(url: URL): boolean
  /** The address of a connection that has only credentials, with `$(username)` and `$(password)`. */
  implicitAddress?: string
  /** Keeps a value that a template inserts from becoming a mention, a link or other markup. */
  escapeValue?(value: string): string
  send(delivery: Delivery): Promise<void>
}
