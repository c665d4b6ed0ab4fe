/** ISO 8601 as `Date` writes it, as opposed to text that was not understood as a moment. */
export const isMoment = (value: string): boolean => /^[+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z$/.test(value)
