import type { OpenNamed } from '../../outside/lending'
import type { TemplateEnv } from '../../expression/template'

/** The outcome of an action. `result` is stored as it is; with an error the action has failed. */
export type ActionResult = { result: Record<string, unknown>; error?: string }

export type ActionTools = {
  /** Opens stored connections. */
  openConnection: OpenNamed
  /** Whether `exec` actions may run programs on this machine. */
  allowExec: boolean
}

/**
 * Does one kind of action. `spec` is what stands under the kind, templates and all.
 * @throws for whatever is wrong; the message is for people.
 */
export type Actor = (spec: unknown, env: TemplateEnv, signal: AbortSignal, tools: ActionTools) => Promise<ActionResult>
