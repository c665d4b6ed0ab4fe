/** Whether a value is ISO 8601 as written by `Date` or by the server, and not text that could not be parsed as a date. */
export const isIsoDate = (value: string): boolean => /^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(value)
