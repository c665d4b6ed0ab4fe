/** How a backend writes "never": a date in the year one, in any zone and precision. */
const zeroDate = /^0001-01-01(?:[T ]00:00(?::00(?:\.0+)?)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/

/** Whether a text means that there is no date: missing, blank, or in the year one. */
export const isNoDate = (text: string | null | undefined): text is '' | null | undefined =>
  text === null || text === undefined || text.trim() === '' || zeroDate.test(text.trim())
