import { externalLink } from '../external-link'
import { formatBytes, formatCost, formatDuration, formatPercent } from '@/shared/format'

/** A property of a component or a config item, as stored. */
export type RawProperty = Readonly<Record<string, unknown>>

/** The value of a property, ready to be rendered. */
export type PropertyValue =
  | { is: 'text'; text: string }
  /** A time in RFC 3339 format, displayed as an age. */
  | { is: 'moment'; at: string }
  | { is: 'links'; links: readonly { label: string; href: string }[] }
  /** A number and its percentage of the maximum; undefined without a maximum. */
  | { is: 'amount'; text: string; percent: number | undefined }

export type DisplayProperty = {
  name: string
  label: string
  /** The property is displayed at the top of a card and can be sorted by. */
  isHeadline: boolean
  value: PropertyValue
  /** The sort value: numbers by value, times as milliseconds. */
  order: string | number
  /** The complete property as text: `memory 128 MB of 128 MB, 100%`. */
  sentence: string
}

/** The properties with a value, in order. Hidden and empty properties are left out. */
export const toDisplayProperties = (written: readonly RawProperty[]): DisplayProperty[] =>
  written
    .map((property, at) => ({ property, at, order: numberOf(property['order']) ?? Infinity }))
    .toSorted((a, b) => (a.order === b.order ? a.at - b.at : a.order - b.order))
    .flatMap(({ property }) => shownProperty(property) ?? [])

function shownProperty(property: RawProperty): DisplayProperty | undefined {
  const name = textOf(property['name']) || textOf(property['label'])
  const label = textOf(property['label']) || name
  const value = property['type'] === 'hidden' || label === '' ? undefined : valueOf(property)
  if (!value) return undefined
  return {
    name,
    label,
    isHeadline: property['headline'] === true,
    value,
    order: orderOf(property, value),
    sentence: `${label} ${describePropertyValue(value)}`,
  }
}

/** The value as text, to follow the name. */
export function describePropertyValue(value: PropertyValue): string {
  if (value.is === 'links') return value.links.map(({ label }) => label).join(', ')
  if (value.is === 'moment') return value.at
  return value.is === 'amount' && value.percent !== undefined
    ? `${value.text}, ${Math.round(value.percent)}%`
    : value.text
}

function orderOf({ value }: RawProperty, shown: PropertyValue): string | number {
  if (shown.is === 'moment') return Date.parse(shown.at)
  if (shown.is === 'links') return shown.links[0]?.label ?? ''
  return numberOf(value) ?? shown.text
}

function valueOf(property: RawProperty): PropertyValue | undefined {
  const links = linksOf(property['links'])
  if (links.length > 0) return { is: 'links', links }
  const amount = numberOf(property['value'])
  const text = textOf(property['text']).trim()
  // Topologies write an amount of 0 next to a text if there is no amount.
  if (amount !== undefined && !(amount === 0 && text !== '')) return amountOf(amount, property)
  if (text === '') return undefined
  if (property['type'] === 'age' || property['type'] === 'last_transition') {
    const at = Date.parse(text)
    return Number.isNaN(at) ? { is: 'text', text } : { is: 'moment', at: new Date(at).toISOString() }
  }
  if (property['type'] === 'currency' && numberIn(text) !== undefined) return amountOf(numberIn(text) ?? 0, property)
  // Other texts stay unchanged: an address within a sentence does not become a link.
  const href = externalLink(text)
  return href === undefined ? { is: 'text', text } : { is: 'links', links: [{ label: withoutScheme(text), href }] }
}

function amountOf(amount: number, property: RawProperty): PropertyValue {
  const most = numberOf(property['max'])
  const unit = unitOf(property)
  if (most === undefined || most <= 0) return { is: 'amount', text: formatAmount(amount, unit), percent: undefined }
  const percent = (amount / most) * 100
  return { is: 'amount', text: `${formatAmount(amount, unit)} of ${formatAmount(most, unit)}`, percent }
}

const unitOf = ({ unit, type }: RawProperty): string => {
  const written = textOf(unit) || (type === 'currency' ? 'currency' : '')
  return units[written.toLowerCase()] ?? written
}

/** Spellings of units with a display format of their own. */
const units: Readonly<Record<string, string>> = {
  bytes: 'bytes',
  byte: 'bytes',
  millicores: 'millicores',
  millicore: 'millicores',
  milli: 'millicores',
  percent: 'percent',
  percentage: 'percent',
  '%': 'percent',
  milliseconds: 'milliseconds',
  millisecond: 'milliseconds',
  ms: 'milliseconds',
  currency: 'currency',
}

/** A number with its unit: `1.9 cores` for 1890 millicores, `60 GB` for bytes, `12.3k` for a currency. */
export function formatAmount(amount: number, unit = ''): string {
  switch (unit) {
    case 'bytes':
      return formatBytes(amount)
    case 'millicores':
      return `${round(amount / 1000, 2)} ${amount === 1000 ? 'core' : 'cores'}`
    case 'percent':
      return formatPercent(amount)
    case 'milliseconds':
      return formatDuration(amount)
    case 'currency':
      return formatMoney(amount)
    default:
      return [amount.toLocaleString('en', { maximumFractionDigits: 2 }), unit].filter(Boolean).join(' ')
  }
}

/**
 * A short amount of money, with fewer decimals for larger amounts: `0.0432`, `8.50`, `87.1`, `842`, `12.3k`, `4.2M`.
 */
export function formatMoney(amount: number): string {
  const size = Math.abs(amount)
  if (size < 1) return formatCost(amount)
  if (size < 10) return amount.toFixed(2)
  if (size < 99.95) return amount.toFixed(1)
  if (size < 999.5) return amount.toFixed(0)
  if (size < 999_950) return `${round(amount / 1000, 1)}k`
  return `${round(amount / 1_000_000, 1)}M`
}

const round = (amount: number, decimals: number) => amount.toLocaleString('en', { maximumFractionDigits: decimals })

function linksOf(written: unknown): { label: string; href: string }[] {
  if (!Array.isArray(written)) return []
  return (written as readonly unknown[]).flatMap((link) => {
    const { url, label, text } = (typeof link === 'object' && link !== null ? link : {}) as RawProperty
    const href = externalLink(textOf(url))
    // Unsafe addresses are omitted.
    return href === undefined ? [] : [{ label: textOf(label) || textOf(text) || withoutScheme(href), href }]
  })
}

const withoutScheme = (href: string) => href.replace(/^https?:\/\//, '').replace(/\/$/, '')

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const numberIn = (text: string): number | undefined => numberOf(Number(text))

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
