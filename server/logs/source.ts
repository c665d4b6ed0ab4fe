/** An entry of a log. */
export type LogEntry = {
  id: string
  /** Milliseconds since 1970. */
  time: number
  /** It has no time of its own: `time` only determines its place. */
  isUndated?: true
  message: string
  labels: Readonly<Record<string, string>>
  /** The position from which its source continues with older entries. */
  position: LogPosition
}

/** A position in a source, which clients receive and return in cursors. */
export type LogPosition = number | { time: number; seen: string[] }

/** The requested range. Times are milliseconds since 1970, both inclusive. */
export type LogRange = {
  start: number
  end: number
  /** The search text. Sources may return entries that do not match. */
  search: string
}

/** A source of entries in order of time, read from the newest. */
export type LogSource = {
  /** The key of its position in cursors. */
  key: string
  /** The newest entries first, from a position or from the end. */
  entries(from: LogPosition | undefined): AsyncGenerator<LogEntry>
  close(): Promise<void>
}

/** Entries added since some positions, the newest first, and the new positions. */
export type LogNews = { entries: LogEntry[]; positions: Record<string, LogPosition>; isCut: boolean }

/** A backend with its sources: log files, or a service. */
export type LogBackendReader = {
  name: string
  open(wanted: LogRange, signal: AbortSignal): Promise<{ sources: LogSource[]; newest: Record<string, LogPosition> }>
  news(since: Readonly<Record<string, LogPosition>>, wanted: LogRange, signal: AbortSignal): Promise<LogNews>
  /**
   * Returns the entries before and after one, including it, the newest first; undefined when it belongs to another
   * backend.
   */
  around(id: string, count: number, signal: AbortSignal): Promise<LogEntry[] | undefined>
}
