import type { Standing } from '../topology/standings'

export type { Standing }

/** How components stand now, by their ids: the topology knows. @throws {HttpError} 400 when too many are below them. */
export type Standings = (ids: readonly string[]) => Promise<ReadonlyMap<string, Standing>>
