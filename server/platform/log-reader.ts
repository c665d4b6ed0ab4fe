/** A log selector of a component: the name of the logs, and their labels. */
export type LogSelector = { name: string; labels?: Readonly<Record<string, string>> | null | undefined }

/** A log line for storage. `timestamp` is an ISO time, and `text` the message prefixed with its time. */
export type StoredLogLine = {
  timestamp: string
  message: string
  labels: Readonly<Record<string, string>>
  text: string
}

/** Reads logs for other parts of the server. */
export type LogReader = {
  /** The log selectors in the column `log_selectors` of a component; empty when the column is invalid. */
  parseSelectors(written: unknown): readonly LogSelector[]
  /**
   * The newest lines of a selector, oldest first; `isAll`: there are no further lines in this range.
   * @throws when they cannot be read.
   */
  readNewest(
    selector: LogSelector,
    wanted: { start: Date; end: Date; limit: number },
    signal: AbortSignal
  ): Promise<{ lines: readonly StoredLogLine[]; isAll: boolean; notes: readonly string[] }>
}
