/** Percent 0..100 with one decimal. Never rounds a failure away: 99.97 is shown as 99.9 %. */
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

/** A length of time: `431 ms`, `4.2 s`, `3m 5s`, `2d 4h`; two units at most. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 0) return `-${formatDuration(-durationMs)}`
  if (Math.round(durationMs) < 1000) return `${Math.round(durationMs)} ms`
  const tenths = Math.round(durationMs / 100) / 10
  if (tenths < 60) return `${tenths} s`
  return largestTwo(durationMs)
}

/** How long ago, in one unit: `4s`, `12m`, `3h`, `5d`. Less than a second is `0s`. */
export function formatAge(ageMs: number): string {
  const age = Math.max(0, ageMs)
  const unit = units.find(({ ms }) => age >= ms)
  return unit ? `${Math.floor(age / unit.ms)}${unit.name}` : '0s'
}

/** `4s ago`, or `just now` for less than a second. */
export const formatAgo = (ageMs: number): string => (ageMs < 1000 ? 'just now' : `${formatAge(ageMs)} ago`)

/** A text of at most so many characters: a longer one is cut between words where it can be, and ends with an ellipsis. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  // Half a pair of surrogates is no character.
  return `${(space > most / 2 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')).replace(/[\s,;:]+$/, '')}…`
}

/** Another program's message as a sentence, with a full stop. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`)

/** An amount of money in whatever currency the cost reports have: `1,842.00`, and below 1 with up to four decimals. */
export const formatCost = (cost: number): string => costFormat(Math.abs(cost) < 1 ? 4 : 2).format(cost)

/** By their most decimals. Kept, as a list has many costs; made when there is a cost, as the first use of `Intl` takes some 15 ms. */
const costFormats: Intl.NumberFormat[] = []
const costFormat = (most: number): Intl.NumberFormat =>
  (costFormats[most] ??= new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: most }))

const byteUnits = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB', 'ZB', 'YB'] as const

/** A size: `512 B`, `1.5 KB`, `3 YB`. Each unit is 1024 of the one before; one decimal, if any. */
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

/** Nouns whose plural is not formed with `s`. */
const irregular = new Map([
  ['person', 'people'],
  ['property', 'properties'],
  ['canary', 'canaries'],
  ['topology', 'topologies'],
  ['hypothesis', 'hypotheses'],
  ['evidence', 'evidence'],
])

export const plural = (one: string): string => irregular.get(one) ?? `${one}s`

/** `1 check`, `25 checks`. */
export const formatCount = (count: number, one: string, many = plural(one)) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

/** Names in a sentence: `a`, `a and b`, `a, b and c`, `a, b, c, d, e and 7 more`. */
export function formatNames(names: readonly string[], atMost = 5): string {
  const shown = names.length > atMost ? [...names.slice(0, atMost), `${names.length - atMost} more`] : names
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(shown)
}

function largestTwo(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000) * 1000
  const first = units.findIndex(({ ms }) => seconds >= ms)
  return units
    .slice(first, first + 2)
    .reduce<{ rest: number; said: string[] }>(
      ({ rest, said }, { name, ms }) => {
        const count = Math.floor(rest / ms)
        return { rest: rest % ms, said: count > 0 ? [...said, `${count}${name}`] : said }
      },
      { rest: seconds, said: [] }
    )
    .said.join(' ')
}

/** With its first letter large: `Availability`. */
export const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
