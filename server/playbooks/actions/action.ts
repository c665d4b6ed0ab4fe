import type { Queryable } from '../../data/db/db'
import type { ReadConnection } from '../../platform/outside/resolve-connection'
import type { TemplateEnv } from '../../platform/expression/template'

/** The outcome of an action. `result` is stored unchanged; with an error the action has failed. */
export type ActionResult = { result: Record<string, unknown>; error?: string }

/** The store for files that actions create. */
export type ArtifactWriter = {
  keep(db: Queryable, file: { actionId: string; filename: string; bytes: Buffer }): Promise<void>
}

/** Tools that all actions share. */
export type SharedTools = {
  /** Reads stored connections. */
  openConnection: ReadConnection
  /** Whether `exec` actions may run programs on this machine. */
  allowExec: boolean
}

export type ActionTools = SharedTools & {
  /** Stores a file as an artifact of the action. */
  keepArtifact(filename: string, bytes: Buffer): Promise<void>
}

/**
 * Runs one kind of action. `spec` is the value of the member of that kind, with its templates.
 * @throws for any failure; the message is for users.
 */
export type ActionRunner = (
  spec: unknown,
  env: TemplateEnv,
  signal: AbortSignal,
  tools: ActionTools
) => Promise<ActionResult>
