/** An entry of a log, as a source gives it. */
export type Entry = {
  id: string
  /** Milliseconds since 1970. */
  time: number
  message: string
  labels: Readonly<Record<string, string>>
  /** Where its source goes on behind it, towards older ones. */
  position: Position
}

/** A place in a source, which goes to clients and comes back in cursors. */
export type Position = number | { time: number; seen: string[] }

/** What is asked of a source. Times are milliseconds since 1970, both included. */
export type Wanted = {
  start: number
  end: number
  /** Whether an entry is one of those looked for. Sources may give others. */
  search: string
}

/** Something that has entries in order of time, and is read from the newest on. */
export type Source = {
  /** Under which its place stands in cursors. */
  key: string
  /** The newest first, from a place or from the end on. */
  entries(from: Position | undefined): AsyncGenerator<Entry>
  close(): Promise<void>
}

/** What has come since some places: the newest first, and where to look next time. */
export type News = { entries: Entry[]; positions: Record<string, Position>; isCut: boolean }

/** Something that is asked for its sources: the files of a backend, or a service. */
export type Backend = {
  name: string
  open(wanted: Wanted, signal: AbortSignal): Promise<{ sources: Source[]; newest: Record<string, Position> }>
  news(since: Readonly<Record<string, Position>>, wanted: Wanted, signal: AbortSignal): Promise<News>
  /** Entries before and after one, this one included, the newest first; undefined when it is not of this backend. */
  around(id: string, count: number, signal: AbortSignal): Promise<Entry[] | undefined>
}
