import { z } from 'zod'
import type { Queryable } from '../data/db/db'
import { sql } from '../data/db/sql'
import { tryParseJson } from '../platform/documents/try-parse-json'
import type { SealBox } from '../data/secrets/vault'
import type { ParameterValues } from './parameters'

/**
 * Secret parameters of runs that have not ended. Users who may read runs may read their parameters, so secrets are
 * stored separately and encrypted, out of reach of the relational API. The database deletes them when the run ends.
 */
export type RunSecrets = {
  /** Called in the transaction that stores the run. */
  keep(tx: Queryable, runId: string, given: ParameterValues): Promise<void>
  /** @throws when they cannot be decrypted; the message is for users. */
  of(db: Queryable, runId: string): Promise<ParameterValues>
}

const given = z.record(z.string(), z.string())
const sealContext = (runId: string) => `playbook_runs/${runId}`

export const createRunSecrets = (box: Pick<SealBox, 'seal' | 'open'>): RunSecrets => ({
  keep: async (tx, runId, secrets) => {
    if (Object.keys(secrets).length === 0) return
    await tx.run(sql`
      insert into console.playbook_run_secrets (run_id, sealed)
      values (${runId}, ${box.seal(JSON.stringify(secrets), sealContext(runId))})`)
  },
  of: async (db, runId) => {
    const [kept] = await db.query<{ sealed: string }>(sql`
      select sealed from console.playbook_run_secrets where run_id = ${runId}`)
    if (!kept) return {}
    try {
      return given.parse(tryParseJson(box.open(kept.sealed, sealContext(runId))))
    } catch {
      throw new Error(
        'The secret parameters of this run cannot be decrypted: their encryption key is no longer available.'
      )
    }
  },
})
