import { errorText } from '../outside/error-text'
import { formatGoDuration } from '../../src/lib/duration'
import type { ActionResult, ActionTools, Actor } from './actions/action'
import { exec } from './actions/exec'
import { http } from './actions/http'
import { sql } from './actions/sql'
import { type Action, kindsOf } from './playbook'
import type { TemplateEnv } from './template'

const actors: Readonly<Record<string, Actor>> = { exec, http, sql }

/** Why this backend does not run an action, as a sentence; undefined when it runs it. */
export function unsupportedReason(action: Action): string | undefined {
  const kinds = kindsOf(action)
  const foreign = kinds.find((kind) => !Object.hasOwn(actors, kind))
  if (foreign) return `${foreign} actions need a Mission Control backend.`
  if (kinds.length !== 1)
    return kinds.length === 0 ? 'The action does not say what to do.' : `${kinds.join(' and ')} cannot be one action.`
  const elsewhere = action.runsOn?.find((agent) => agent !== 'local')
  return elsewhere && `The action runs on the agent ${elsewhere}, which the embedded backend does not reach.`
}

/** Does one action within its time. Never throws: what goes wrong is the error of its result. */
export async function act(
  action: Action,
  env: TemplateEnv,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  tools: ActionTools
): Promise<ActionResult> {
  const [kind = ''] = kindsOf(action)
  const actor = actors[kind]
  const refusal = unsupportedReason(action)
  if (!actor || refusal !== undefined) return { result: {}, error: refusal ?? '' }
  const tooLate = AbortSignal.timeout(Math.ceil(timeoutMs))
  try {
    return await actor(action[kind], env, AbortSignal.any([signal, tooLate]), tools)
  } catch (error) {
    if (signal.aborted) return { result: {}, error: String(signal.reason) }
    return { result: {}, error: tooLate.aborted ? `timed out after ${formatGoDuration(timeoutMs)}` : errorText(error) }
  }
}
