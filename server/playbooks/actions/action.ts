import type { Queryable } from '../../db/db'
import type { ReadConnection } from '../../outside/resolve-connection'
import type { TemplateEnv } from '../../expression/template'

/** The outcome of an action. `result` is stored as it is; with an error the action has failed. */
export type ActionResult = { result: Record<string, unknown>; error?: string }

/** Where files are kept that actions leave behind. */
export type Artifacts = {
  keep(db: Queryable, file: { actionId: string; filename: string; bytes: Buffer }): Promise<void>
}

/** What actions share. */
export type SharedTools = {
  /** Opens stored connections. */
  openConnection: ReadConnection
  /** Whether `exec` actions may run programs on this machine. */
  allowExec: boolean
}

export type ActionTools = SharedTools & {
  /** Keeps a file as an artifact of the action. */
  keepArtifact(filename: string, bytes: Buffer): Promise<void>
}

/**
 * Does one kind of action. `spec` is what stands under the kind, templates and all.
 * @throws for whatever is wrong; the message is for people.
 */
export type Actor = (spec: unknown, env: TemplateEnv, signal: AbortSignal, tools: ActionTools) => Promise<ActionResult>
