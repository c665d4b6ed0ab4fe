/** A component as it stands by what is below it. */
export type Standing = {
  id: string
  name: string
  owner: string | null
  status: string
  health: string
  /** Why, as a sentence; empty where all is well. */
  why: string
}

/** How all components stand now, by their ids: the topology knows. */
export type Standings = () => Promise<ReadonlyMap<string, Standing>>
