import { TZDateMini } from '@date-fns/tz/date/mini'

/**
 * For `in` of the functions of date-fns: dates of a zone that do not write themselves as text, which would be in the first
 * load for nothing.
 * @param timeZone an IANA name, or an offset from UTC
 */
export const inZone = (timeZone: string) => (value: Date | number | string) =>
  TZDateMini.tz(timeZone, new Date(value).getTime())
