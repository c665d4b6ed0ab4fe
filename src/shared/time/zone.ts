import { TZDateMini } from '@date-fns/tz/date/mini'

/**
 * The `in` option of date-fns functions for a zone. Uses the variant of dates without text formatting, which keeps the
 * initial load smaller.
 * @param timeZone an IANA name, or an offset from UTC
 */
export const inZone = (timeZone: string) => (value: Date | number | string) =>
  TZDateMini.tz(timeZone, new Date(value).getTime())
