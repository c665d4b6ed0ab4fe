import { MailServerError, withMailServer } from '../outside/smtp'
import { Fault } from './connection'
import type { Tester } from './tester'

/** Greets the mail server and signs in, without sending mail. */
export const email: Tester = async (connection, signal) => {
  try {
    await withMailServer(connection, signal, (transport) => transport.verify())
  } catch (error) {
    throw error instanceof MailServerError ? new Fault(error.message) : error
  }
}
