/** What a component says of its logs: their name, and the labels that they have. */
export type LogSelector = { name: string; labels?: Readonly<Record<string, string>> | null | undefined }

/** A line for those who keep it. `timestamp` is an ISO time, and `text` the message with its time in front. */
export type KeptLine = { timestamp: string; message: string; labels: Readonly<Record<string, string>>; text: string }

/** Reads logs for other parts of the server. */
export type LogReader = {
  /** The log selectors in the column `log_selectors` of a component; none where that is not readable. */
  selectorsOf(written: unknown): readonly LogSelector[]
  /**
   * The newest lines of a selector, the oldest first; `isAll`: there are no others in this time.
   * @throws what kept them from being read.
   */
  newest(
    selector: LogSelector,
    wanted: { start: Date; end: Date; limit: number },
    signal: AbortSignal
  ): Promise<{ lines: readonly KeptLine[]; isAll: boolean; notes: readonly string[] }>
}
