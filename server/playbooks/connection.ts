import { asSentence, capital } from '../../src/shared/format'
import {
  type ResolvedConnection,
  resolveConnection,
  ConnectionError,
  type ReadConnection,
} from '../platform/outside/resolve-connection'
import type { TemplateEnv } from '../platform/expression/template'

/**
 * Resolves the stored connection that an action names; a bare name is resolved in the namespace of the playbook.
 * @param type what the connection is used for, as the type of a check.
 * @throws when there is none, or when it uses an unsupported feature; the message is for users.
 */
export async function findActionConnection(
  type: 'http' | 'postgres',
  reference: string | undefined,
  { playbook }: TemplateEnv,
  open: ReadConnection
): Promise<ResolvedConnection | undefined> {
  const name = reference?.trim() ?? ''
  if (name === '') return undefined
  const { namespace } = playbook as { namespace: string }
  try {
    return await resolveConnection(type, name, namespace, open)
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
    // A name at the beginning keeps its spelling.
    const message = error.message.startsWith(name) ? error.message : capital(error.message)
    throw new Error(asSentence(message), { cause: error })
  }
}
