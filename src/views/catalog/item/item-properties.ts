import { shownProperties, type Written, wordsOf } from '../../../lib/shown-property'

/** The properties of an item as names and texts. Properties without a name or a text are left out. */
export const propertiesOf = (properties: readonly Written[]): { name: string; value: string }[] =>
  shownProperties(properties).map(({ label, value }) => ({
    name: label,
    value: value.is === 'amount' ? value.text : wordsOf(value),
  }))
