import { formatError } from '../platform/outside/error-text'
import { withRedaction, mapTexts } from '../platform/outside/redaction'
import { formatGoDuration } from '../../src/shared/duration'
import type { ActionResult, ActionTools, ActionRunner } from './actions/action'
import { runExecAction } from './actions/exec'
import { runHttpAction } from './actions/http'
import { runNotificationAction } from './actions/notification'
import { runSqlAction } from './actions/sql'
import { type PlaybookAction, listActionKinds } from './playbook'
import { TIMED_OUT } from '../platform/expression/timed-out'
import type { TemplateEnv } from '../platform/expression/template'

const actors: Readonly<Record<string, ActionRunner>> = {
  exec: runExecAction,
  http: runHttpAction,
  notification: runNotificationAction,
  sql: runSqlAction,
}

/** Why this backend does not run an action, as a sentence; undefined when it runs it. */
function findActionRefusal(action: PlaybookAction): string | undefined {
  const kinds = listActionKinds(action)
  const foreign = kinds.find((kind) => !Object.hasOwn(actors, kind))
  if (foreign) return `${foreign} actions need a Mission Control backend.`
  const [first, ...more] = workKinds(kinds)
  if (first === undefined) return 'The action has nothing to run.'
  if (more.length > 0) return `${[first, ...more].join(' and ')} cannot be one action.`
  const elsewhere = action.runsOn?.find((agent) => agent !== 'local')
  return elsewhere && `The action runs on the agent ${elsewhere}, which the embedded backend does not reach.`
}

/** A notification in addition to another kind is sent after that kind succeeds. */
const workKinds = (kinds: readonly string[]) =>
  kinds.length > 1 ? kinds.filter((kind) => kind !== 'notification') : kinds

type Bounds = {
  signal: AbortSignal
  timeoutMs: number
  /** Values of the run that its results must not contain. */
  secrets: readonly string[]
}

/**
 * Runs one action within its time limit. Never throws: an error becomes the error of the result. Secrets of the
 * action, its connection and the run are redacted in the result.
 */
export async function runAction(
  action: PlaybookAction,
  env: TemplateEnv,
  bounds: Bounds,
  tools: ActionTools
): Promise<ActionResult> {
  const { value, clean } = await withRedaction(() => runActionUnredacted(action, env, bounds, tools), bounds.secrets)
  return mapTexts(value, clean)
}

async function runActionUnredacted(
  action: PlaybookAction,
  env: TemplateEnv,
  { signal, timeoutMs }: Bounds,
  tools: ActionTools
): Promise<ActionResult> {
  const kinds = listActionKinds(action)
  const [kind = ''] = workKinds(kinds)
  const actor = actors[kind]
  const refusal = findActionRefusal(action)
  if (!actor || refusal !== undefined) return { result: {}, error: refusal ?? '' }
  const tooLate = AbortSignal.timeout(Math.ceil(timeoutMs))
  const failed = (result: ActionResult['result'], error: string): ActionResult => {
    if (signal.aborted) return { result, error: String(signal.reason) }
    return { result, error: tooLate.aborted ? `${TIMED_OUT} ${formatGoDuration(timeoutMs)}` : error }
  }
  try {
    const ends = AbortSignal.any([signal, tooLate])
    const { result, error } = await actor(action[kind], env, ends, tools)
    if (error !== undefined) return failed(result, error)
    if (!kinds.includes('notification') || kind === 'notification') return { result }
    return await runNotificationAction(action['notification'], { ...env, result }, ends, tools).then(
      (sent) => ({ result: { ...result, ...sent.result } }),
      (problem: unknown) => failed(result, `The notification was not sent: ${formatError(problem)}`)
    )
  } catch (error) {
    return failed({}, formatError(error))
  }
}
