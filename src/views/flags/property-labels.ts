import type { Property } from '../../api/properties'
import type { Target } from '../../commands/command'
import { idOf } from '../../commands/areas/flags'
import { featureOf } from '../../lib/flags'

export const targetOf = ({ name }: Property): Target<'property'> => ({ kind: 'property', id: idOf(name), label: name })

/** What a property does to the console, as far as that is known; empty for what others read. */
export function effectOf({ name, value }: Property): string {
  const feature = featureOf(name)
  if (feature === undefined) return ''
  return value === 'true' ? `Turns ${feature} off` : `Leaves ${feature} on`
}

export const sourceLabel = ({ source }: Property) => (source === 'local' ? 'File' : 'Stored')

/** In reading order, of data alone. */
export const sentenceOf = (property: Property) =>
  [
    `${property.name} is ${property.value || 'empty'}`,
    effectOf(property).toLowerCase(),
    sourceLabel(property).toLowerCase(),
  ]
    .filter(Boolean)
    .join(', ')

export const textOf = (property: Property) =>
  `${property.name} ${property.value} ${sourceLabel(property)} ${effectOf(property)}`
