/** Minimum durations that job runs can be filtered by. Specification, "Business constants". */
export const jobDurations = ['15s', '30s', '60s', '2m', '3m', '5m', '10m', '15m'] as const

/** The label of a minimum duration; the empty one is `None`. */
export const jobDurationLabel = (duration: string): string =>
  duration === '' ? 'None' : duration === '60s' ? '1m' : duration
