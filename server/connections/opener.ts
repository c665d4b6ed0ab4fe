import type { Db } from '../db/db'
import type { Vault } from '../secrets/vault'
import { type Connection, Fault, findNamed, openConnection } from './connection'

/**
 * Opens connections for those who name them. Their secrets are concealed in what is told of the work that is going on.
 * @returns what opens one: undefined when there is none, a sentence when it cannot be opened.
 */
export const connectionOpener =
  (db: Db, vault: Vault) =>
  async (reference: string, namespace: string): Promise<Connection | string | undefined> => {
    const stored = await findNamed(db, reference, namespace)
    if (!stored) return undefined
    try {
      return openConnection(stored, vault)
    } catch (error) {
      if (error instanceof Fault) return error.message
      throw error
    }
  }
