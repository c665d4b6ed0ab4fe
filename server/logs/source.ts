/** An entry of a log. */
export type Entry = {
  id: string
  /** Milliseconds since 1970. */
  time: number
  message: string
  labels: Readonly<Record<string, string>>
  /** The position from which its source continues with older entries. */
  position: Position
}

/** A position in a source, which clients receive and return in cursors. */
export type Position = number | { time: number; seen: string[] }

/** The requested range. Times are milliseconds since 1970, both inclusive. */
export type Wanted = {
  start: number
  end: number
  /** The search text. Sources may return entries that do not match. */
  search: string
}

/** A source of entries in order of time, read from the newest. */
export type Source = {
  /** The key of its position in cursors. */
  key: string
  /** The newest entries first, from a position or from the end. */
  entries(from: Position | undefined): AsyncGenerator<Entry>
  close(): Promise<void>
}

/** Entries added since some positions, the newest first, and the new positions. */
export type News = { entries: Entry[]; positions: Record<string, Position>; isCut: boolean }

/** A backend with its sources: log files, or a service. */
export type Backend = {
  name: string
  open(wanted: Wanted, signal: AbortSignal): Promise<{ sources: Source[]; newest: Record<string, Position> }>
  news(since: Readonly<Record<string, Position>>, wanted: Wanted, signal: AbortSignal): Promise<News>
  /**
   * Returns the entries before and after one, including it, the newest first; undefined when it belongs to another
   * backend.
   */
  around(id: string, count: number, signal: AbortSignal): Promise<Entry[] | undefined>
}
