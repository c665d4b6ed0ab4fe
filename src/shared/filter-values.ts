/** Filter values of one field. Includes limit the list to these values; excludes remove values. */
export type FilterValues = Readonly<Record<string, 'include' | 'exclude'>>

export const noFilter: FilterValues = {}

const signs = { include: 1, exclude: -1 } as const

/**
 * Parses `SUCCESS:-1,FAILED:1`: 1 includes, -1 excludes. Also accepts the short form `!SUCCESS,FAILED`. For a repeated
 * value, the last entry counts. Comma, colon, percent and a leading `!` in a value are percent-encoded.
 */
export function parseFilterValues(text: string): FilterValues {
  return Object.fromEntries(
    text
      .split(',')
      .filter((item) => item !== '')
      .map(parseOne)
  )
}

function parseOne(item: string): [string, FilterValues[string]] {
  const isExcluded = item.startsWith('!')
  const written = isExcluded ? item.slice(1) : item
  const [, value, sign] = /^(.*):(-?1)$/s.exec(written) ?? []
  return [unescape(value ?? written), isExcluded || sign === '-1' ? 'exclude' : 'include']
}

/** Formats `SUCCESS:-1,FAILED:1`, which parses to the same values. */
export const formatFilterValues = (values: FilterValues): string =>
  Object.entries(values)
    .map(([value, mode]) => `${escape(value)}:${signs[mode]}`)
    .join(',')

/** The request parameter that filters a field. */
export const filterKey = (name: string) => `${name}.filter`

/**
 * Formats the value of a `{name}.filter` parameter: `!SUCCESS,FAILED`.
 * @returns undefined if the protocol, which has no escaping, cannot express the values. Use `in` and `not.in` instead.
 */
export function formatRequestFilter(values: FilterValues): string | undefined {
  const entries = Object.entries(values)
  const isUnsupported = entries.some(
    ([value, mode]) => value === '' || value.includes(',') || (mode === 'include' && /^[!*]|\*$/.test(value))
  )
  return isUnsupported
    ? undefined
    : entries.map(([value, mode]) => (mode === 'exclude' ? `!${value}` : value)).join(',')
}

const escape = (value: string) =>
  value.replaceAll(/[%,:]|^!/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const unescape = (written: string) =>
  written.replaceAll(/%(25|2C|3A|21)/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
