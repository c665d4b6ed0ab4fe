/** 1 shows only these, -1 hides them. */
export type FilterMode = 1 | -1

/** What a list is filtered by in one field: value to mode, in the order in which they were chosen. */
export type FilterValues = ReadonlyMap<string, FilterMode>

export const noFilter: FilterValues = new Map()

/**
 * Reads `SUCCESS:-1,FAILED:1`. Also what people and requests write: `!SUCCESS,FAILED`. A value that is listed twice counts
 * as it was listed last. Comma, colon, percent and a leading `!` inside a value are percent-encoded.
 */
export function parseFilterValues(text: string): FilterValues {
  return new Map(
    text
      .split(',')
      .filter((item) => item !== '')
      .map(parseOne)
  )
}

function parseOne(item: string): [string, FilterMode] {
  const isExcluded = item.startsWith('!')
  const written = isExcluded ? item.slice(1) : item
  const [, value, mode] = /^(.*):(-?1)$/s.exec(written) ?? []
  return [unescape(value ?? written), isExcluded || mode === '-1' ? -1 : 1]
}

/** Writes `SUCCESS:-1,FAILED:1`, which is read back as the same. */
export const formatFilterValues = (values: FilterValues): string =>
  [...values].map(([value, mode]) => `${escape(value)}:${mode}`).join(',')

/** The parameter by which a request filters a field. */
export const filterKey = (name: string) => `${name}.filter`

/**
 * Writes what a request's `{name}.filter` carries: `!SUCCESS,FAILED`.
 * @returns undefined when the protocol, which has no escape, cannot say it: then ask with `in` and `not.in`.
 */
export function formatRequestFilter(values: FilterValues): string | undefined {
  const items = [...values].map(([value, mode]) => (mode === -1 ? `!${value}` : value))
  const isUnsayable = [...values].some(
    ([value, mode]) => value === '' || value.includes(',') || (mode === 1 && /^[!*]|\*$/.test(value))
  )
  return isUnsayable ? undefined : items.join(',')
}

const escape = (value: string) =>
  value.replaceAll(/[%,:]|^!/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const unescape = (written: string) =>
  written.replaceAll(/%(25|2C|3A|21)/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
