/** Percentage from 0 to 100 with one decimal. A failure is never rounded away: 99.97 is shown as 99.9%. */
export function formatPercent(percent: number): string {
  const shown = percent < 100 ? Math.min(percent, 99.9) : 100
  return `${shown.toFixed(1)}%`
}

const units = [
  { name: 'y', ms: 365 * 86_400_000 },
  { name: 'mo', ms: 30 * 86_400_000 },
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'm', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const

/** A duration in at most two units: `431 ms`, `4.2 s`, `3m 5s`, `2d 4h`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 0) return `-${formatDuration(-durationMs)}`
  if (Math.round(durationMs) < 1000) return `${Math.round(durationMs)} ms`
  const tenths = Math.round(durationMs / 100) / 10
  if (tenths < 60) return `${tenths} s`
  return largestTwo(durationMs)
}

/** An age in one unit: `4s`, `12m`, `3h`, `5d`. Less than a second is `0s`. */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs)
  const unit = units.find(({ ms }) => age >= ms)
  return unit ? `${Math.floor(age / unit.ms)}${unit.name}` : '0s'
}

/** `4s ago`, or `just now` for less than a second. */
export const formatAgo = (ageMs: number): string => (ageMs < 1000 ? 'just now' : `${formatAge(ageMs)} ago`)

/** Shortens a text to a maximum length, between words if possible, and adds an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  // Half of a surrogate pair is not a character.
  return `${(space > most / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')).replace(/[\s,;:]+$/, '')}…`
}

/** The message of another program as a sentence with a full stop. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** A cost without its currency: `1,842.00`, below 1 with up to four decimals. */
export const formatCost = (cost: number): string => costFormat(Math.abs(cost) < 1 ? 4 : 2).format(cost)

/**
 * Formatters by their maximum number of decimals. Cached, because a list has many costs, and created on first use,
 * because the first use of `Intl` takes some 15 ms.
 */
const costFormats: Intl.NumberFormat[] = []
const costFormat = (most: number): Intl.NumberFormat =>
  (costFormats[most] ??= new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: most }))

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** A size: `512 B`, `1.5 KB`, `3 YB`. Each unit is 1024 of the previous one. At most one decimal. */
export function formatBytes(sizeBytes: number): string {
  if (sizeBytes < 0) return `-${formatBytes(-sizeBytes)}`
  let size = sizeBytes
  let unit = 0
  // A value that rounds up to 1024 is shown as 1 of the next unit.
  while (unit < byteUnits.length - 1 && Math.round(size * 10) >= 10_240) {
    size /= 1024
    unit += 1
  }
  return `${Math.round(size * 10) / 10} ${byteUnits[unit]}`
}

/** Nouns whose plural does not follow from their spelling. */
const irregular = new Map([
  ['person', 'people'],
  ['hypothesis', 'hypotheses'],
  ['evidence', 'evidence'],
])

/** The plural of a noun: `checks`, `canaries`, `statuses`. */
export const plural = (one: string): string =>
  irregular.get(one) ??
  (/[^aeiou]y$/i.test(one) ? one.replace(/y$/i, 'ies') : /(?:s|x|z|ch|sh)$/i.test(one) ? `${one}es` : `${one}s`)

/** `1 check`, `25 checks`. */
export const formatCount = (count: number, one: string, many = plural(one)) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Names as part of a sentence: `a`, `a and b`, `a, b and c`, `a, b, c, d, e and 7 more`. */
export function formatNames(names: readonly string[], atMost = 5): string {
  const shown = names.length > atMost ? [...names.slice(0, atMost), `${names.length - atMost} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(shown)
}

function largestTwo(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000) * 1000
  const first = units.findIndex(({ ms }) => seconds >= ms)
  return units
    .slice(first, first + 2)
    .reduce<{ rest: number; parts: string[] }>(
      ({ rest, parts }, { name, ms }) => {
        const count = Math.floor(rest / ms)
        return { rest: rest % ms, parts: count > 0 ? [...parts, `${count}${name}`] : parts }
      },
      { rest: seconds, parts: [] }
    )
    .parts.join(' ')
}

/** With a capital first letter: `Availability`. */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
