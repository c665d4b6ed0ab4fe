import type { Db, PersonReader, Queryable } from '../../data/db/db'
import { sql } from '../../data/db/sql'
import { HttpError } from '../../http/errors'
import { readRulesOf } from '../../identity/access/read-as'
import type { Evaluate } from '../../platform/expression/evaluator'
import { TemplateError } from '../../platform/expression/template'
import { findResource, type ResourceKind } from '../../platform/selection/find-resource'
import { parsePlaybookSpec, PlaybookError } from '../context'
import { requirePlaybookRight } from '../permission'
import { findPlaybook } from '../playbooks'
import type { RunSecrets } from '../run-secrets'
import { planRun, storeRun } from '../submit'
import { findCause, findStop } from './limits'

type Deps = { db: Db; now: () => Date; evaluate: Evaluate; secrets: RunSecrets }

type MessageRun = {
  playbookId: string
  /** The message; the database stores the outcome of the run with it. */
  messageId: string
  /** The last author of the rule, who must be allowed to run the playbook; null for the server. */
  writer: string | null
  /** The database as the writer may read it. */
  reader: PersonReader
  resource: { kind: ResourceKind; id: string } | undefined
  eventAt: Date
}

/**
 * Plans runs of playbooks that receive messages.
 * @returns a function that stores the run in a transaction and returns its id, or why there is none, as a sentence.
 */
export const createMessageRuns =
  ({ db, now, evaluate, secrets }: Deps) =>
  async ({
    playbookId,
    messageId,
    writer,
    reader,
    resource,
    eventAt,
  }: MessageRun): Promise<((tx: Queryable) => Promise<string>) | string> => {
    const playbook = await findPlaybook(reader, playbookId)
    if (!playbook) return 'The playbook does not exist, or the last author of the rule may not read it.'
    try {
      // Playbooks run for checks, components and config items.
      const target =
        resource && resource.kind !== 'canary' ? await findResource(reader, resource.kind, resource.id) : undefined
      if (writer !== null)
        requirePlaybookRight(await readRulesOf(db, writer), 'playbook:run', { playbook, resource: target })
      const spec = parsePlaybookSpec(playbook.spec)
      const cause = target && (await findCause(db, target, eventAt))
      const stop = await findStop(db, playbook.id, cause, now())
      if (stop) return stop.message
      const plan = await planRun(reader, evaluate, { playbook, spec, target, params: {}, userId: null, cause })
      return async (tx) => {
        const runId = await storeRun(tx, secrets, plan, now())
        await tx.run(sql`update playbook_runs set notification_send_id = ${messageId} where id = ${runId}`)
        return runId
      }
    } catch (error) {
      if (error instanceof HttpError || error instanceof PlaybookError || error instanceof TemplateError)
        return `The playbook ${playbook.name} cannot be run: ${error.message}`
      throw error
    }
  }
