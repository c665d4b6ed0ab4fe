import { toDisplayProperties, type RawProperty, describePropertyValue } from '@/lib/topology/display-property'

/** The properties of an item as names and texts. Properties without a name or a text are left out. */
export const formatItemProperties = (properties: readonly RawProperty[]): { name: string; value: string }[] =>
  toDisplayProperties(properties).map(({ label, value }) => ({
    name: label,
    value: value.is === 'amount' ? value.text : describePropertyValue(value),
  }))
