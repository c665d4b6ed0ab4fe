/** Why a notification was not delivered, as a sentence for users. Contains no path and no token. */
export class NotificationError extends Error {
  override readonly name = 'NotificationError'
  /** Another attempt fails, too: an invalid address, a token or recipient that the service rejects. */
  readonly isPermanent: boolean
  /** How long the service wants the sender to wait before the next attempt; undefined if it does not say. */
  readonly retryAfterMs: number | undefined

  constructor(message: string, { isPermanent = false, retryAfterMs }: NotificationFailure = {}) {
    super(message)
    this.isPermanent = isPermanent
    this.retryAfterMs = retryAfterMs
  }
}

type NotificationFailure = { isPermanent?: boolean; retryAfterMs?: number | undefined }

/** An error in the address or settings of a notification. */
export const invalidSettings = (message: string) => new NotificationError(message, { isPermanent: true })
