import { MailServerError, withMailServer } from '../outside/smtp'
import { ConnectionFailure } from './connection'
import type { TestConnection } from './tester'

/** Greets the mail server and signs in, without sending mail. */
export const testEmail: TestConnection = async (connection, signal) => {
  try {
    await withMailServer(connection, signal, (transport) => transport.verify())
  } catch (error) {
    throw error instanceof MailServerError ? new ConnectionFailure(error.message) : error
  }
}
