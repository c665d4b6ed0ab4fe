/** A component as it stands by what is below it. */
export type EvidenceHealth = {
  id: string
  name: string
  owner: string | null
  status: string
  health: string
  /** Why, as a sentence; empty where all is well. */
  why: string
}

/** How components stand now, by their ids: the topology knows. @throws {HttpError} 400 when too many are below them. */
export type ReadEvidenceHealth = (ids: readonly string[]) => Promise<ReadonlyMap<string, EvidenceHealth>>
