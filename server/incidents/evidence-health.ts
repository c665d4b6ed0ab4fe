/** A component with its aggregated health. */
export type EvidenceHealth = {
  id: string
  name: string
  owner: string | null
  status: string
  health: string
  /** The reason, as a sentence; empty for a healthy component. */
  why: string
}

/**
 * Returns the current health of components by their ids, from the topology. @throws {HttpError} 400 when they have too
 * many descendants.
 */
export type ReadEvidenceHealth = (ids: readonly string[]) => Promise<ReadonlyMap<string, EvidenceHealth>>
