import type { Db } from '../../data/db/db'
import type { LocalProperties } from '../../data/properties'
import { mayReadRelation } from '../../identity/access/authorise'
import { createReadAs, readRulesOf } from '../../identity/access/read-as'
import { readConnections } from './routes'

/** The connection that a person chose, as long as the person may still read it. */
export async function findOwnConnection(
  { db, local }: { db: Db; local: LocalProperties },
  personId: string,
  connectionId: string
): Promise<{ id: string; name: string; type: string } | undefined> {
  if (!mayReadRelation(await readRulesOf(db, personId))('connections')) return undefined
  const [found] = await readConnections(await createReadAs({ db, local })(personId), connectionId)
  return found
}
