import { errorText } from '../outside/error-text'
import { concealing, withTexts } from '../outside/redaction'
import { formatGoDuration } from '../../src/lib/duration'
import type { ActionResult, ActionTools, Actor } from './actions/action'
import { exec } from './actions/exec'
import { http } from './actions/http'
import { notification } from './actions/notification'
import { sql } from './actions/sql'
import { type Action, kindsOf } from './playbook'
import { TIMED_OUT } from '../expression/timed-out'
import type { TemplateEnv } from '../expression/template'

const actors: Readonly<Record<string, Actor>> = { exec, http, notification, sql }

/** Why this backend does not run an action, as a sentence; undefined when it runs it. */
export function unsupportedReason(action: Action): string | undefined {
  const kinds = kindsOf(action)
  const foreign = kinds.find((kind) => !Object.hasOwn(actors, kind))
  if (foreign) return `${foreign} actions need a Mission Control backend.`
  const [first, ...more] = workOf(kinds)
  if (first === undefined) return 'The action has nothing to run.'
  if (more.length > 0) return `${[first, ...more].join(' and ')} cannot be one action.`
  const elsewhere = action.runsOn?.find((agent) => agent !== 'local')
  return elsewhere && `The action runs on the agent ${elsewhere}, which the embedded backend does not reach.`
}

/** A notification in addition to another kind is sent after that kind succeeds. */
const workOf = (kinds: readonly string[]) =>
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
export async function act(action: Action, env: TemplateEnv, bounds: Bounds, tools: ActionTools): Promise<ActionResult> {
  const { value, clean } = await concealing(() => carriedOut(action, env, bounds, tools), bounds.secrets)
  return withTexts(value, clean)
}

async function carriedOut(
  action: Action,
  env: TemplateEnv,
  { signal, timeoutMs }: Bounds,
  tools: ActionTools
): Promise<ActionResult> {
  const kinds = kindsOf(action)
  const [kind = ''] = workOf(kinds)
  const actor = actors[kind]
  const refusal = unsupportedReason(action)
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
    return await notification(action['notification'], { ...env, result }, ends, tools).then(
      (sent) => ({ result: { ...result, ...sent.result } }),
      (problem: unknown) => failed(result, `The notification was not sent: ${errorText(problem)}`)
    )
  } catch (error) {
    return failed({}, errorText(error))
  }
}
