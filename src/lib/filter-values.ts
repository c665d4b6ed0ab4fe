/** What a list is filtered by in one field: only what is included, without what is excluded. */
export type FilterValues = Readonly<Record<string, 'include' | 'exclude'>>

export const noFilter: FilterValues = {}

const signs = { include: 1, exclude: -1 } as const

/**
 * Reads `SUCCESS:-1,FAILED:1`: 1 includes, -1 excludes. Also what people and requests write: `!SUCCESS,FAILED`. A value that is listed twice counts
 * as it was listed last. Comma, colon, percent and a leading `!` inside a value are percent-encoded.
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

/** Writes `SUCCESS:-1,FAILED:1`, which is read back as the same. */
export const formatFilterValues = (values: FilterValues): string =>
  Object.entries(values)
    .map(([value, mode]) => `${escape(value)}:${signs[mode]}`)
    .join(',')

/** The parameter by which a request filters a field. */
export const filterKey = (name: string) => `${name}.filter`

/**
 * Writes what a request's `{name}.filter` carries: `!SUCCESS,FAILED`.
 * @returns undefined when the protocol, which has no escape, cannot say it: then ask with `in` and `not.in`.
 */
export function formatRequestFilter(values: FilterValues): string | undefined {
  const entries = Object.entries(values)
  const isUnsayable = entries.some(
    ([value, mode]) => value === '' || value.includes(',') || (mode === 'include' && /^[!*]|\*$/.test(value))
  )
  return isUnsayable ? undefined : entries.map(([value, mode]) => (mode === 'exclude' ? `!${value}` : value)).join(',')
}

const escape = (value: string) =>
  value.replaceAll(/[%,:]|^!/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

const unescape = (written: string) =>
  written.replaceAll(/%(25|2C|3A|21)/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
