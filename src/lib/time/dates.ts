/** How a backend writes "never": the year-one date, in any zone and precision. */
const zeroDate = /^0001-01-01(?:[T ]00:00(?::00(?:\.0+)?)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/

/** Whether a written date means that there is none: nothing, blanks, or the year-one date. */
export const isNoDate = (text: string | null | undefined): text is '' | null | undefined =>
  text === null || text === undefined || text.trim() === '' || zeroDate.test(text.trim())
