import type { Db } from '../../data/db/db'
import type { Vault } from '../../data/secrets/vault'
import { type OpenedConnection, ConnectionFailure, findConnectionByReference, openConnection } from './connection'

/**
 * Resolves connections by reference. Their secrets are registered for redaction in the current trace.
 * @returns a function that returns undefined when there is no connection, and an error message when it cannot be
 * opened.
 */
export const createConnectionReader =
  (db: Db, vault: Vault) =>
  async (reference: string, namespace: string): Promise<OpenedConnection | string | undefined> => {
    const stored = await findConnectionByReference(db, reference, namespace)
    if (!stored) return undefined
    try {
      return openConnection(stored, vault)
    } catch (error) {
      if (error instanceof ConnectionFailure) return error.message
      throw error
    }
  }
