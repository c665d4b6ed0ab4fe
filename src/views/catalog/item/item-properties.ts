import { formatBytes } from '../../../lib/format'

type Written = Readonly<Record<string, unknown>>

/** The properties of an item as names and texts; those without either are left out. */
export const propertiesOf = (properties: readonly Written[]): { name: string; value: string }[] =>
  properties.flatMap((property) => {
    const name = textOf(property['label']) || textOf(property['name'])
    const value = valueOf(property)
    return name === '' || value === '' ? [] : [{ name, value }]
  })

function valueOf({ text, value, max, unit }: Written): string {
  if (typeof value !== 'number') return textOf(text) || textOf(value)
  const amount = amountOf(value, textOf(unit))
  return typeof max === 'number' ? `${amount} of ${amountOf(max, textOf(unit))}` : amount
}

const amountOf = (amount: number, unit: string): string =>
  unit === 'bytes' ? formatBytes(amount) : [amount.toLocaleString('en'), unit].filter(Boolean).join(' ')

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
