import { asSentence, capital } from '../../src/lib/format'
import {
  type ResolvedConnection,
  resolveConnection,
  ConnectionError,
  type ReadConnection,
} from '../outside/resolve-connection'
import type { TemplateEnv } from '../expression/template'

/**
 * The stored connection that an action names; a name alone is looked up in the namespace of the playbook.
 * @param type the kind of thing that it is used for, as checks have it.
 * @throws when there is none, or it has something that this backend does not use; the message is for people.
 */
export async function findConnection(
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
    // The name stays as it is written, in front, too.
    const message = error.message.startsWith(name) ? error.message : capital(error.message)
    throw new Error(asSentence(message), { cause: error })
  }
}
