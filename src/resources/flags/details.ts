import { properties, type Property } from '@/api/settings/properties'
import { flagFeature } from '@/shared/access/flags'
import { formatPropertyId } from '@/lib/settings/property-id'
import { defineDetails, defineWholeRows } from '../resource'

/** The effect of a property on the console. Empty for properties that only other programs read. */
function effectOf({ name, value }: Property): string {
  const feature = flagFeature(name)
  if (feature === undefined) return ''
  return value === 'true' ? `Turns ${feature} off` : `Leaves ${feature} on`
}

const sourceLabel = ({ source }: Property) => (source === 'local' ? 'File' : 'Stored')

/** All properties by name. A property that ends in `.disable` turns a feature off for all users. */
export default defineDetails<Property>({
  rows: defineWholeRows(
    properties.merged,
    (property) => `${property.name} ${property.value} ${sourceLabel(property)} ${effectOf(property)}`
  ),
  identify: ({ name }) => ({ id: formatPropertyId(name), label: name }),
  describe: (property) =>
    [
      `${property.name} is ${property.value || 'empty'}`,
      effectOf(property).toLowerCase(),
      sourceLabel(property).toLowerCase(),
    ]
      .filter(Boolean)
      .join(', '),
  searchLabel: 'Search by name, value or feature',
  columns: [
    { id: 'name', title: 'Name', width: 'minmax(6.5rem, 1.4fr)', as: 'name', value: ({ name }) => name },
    { id: 'value', title: 'Value', width: 'minmax(4.5rem, 1fr)', below: true, as: 'code', value: ({ value }) => value },
    { id: 'effect', title: 'Effect', width: 'minmax(8rem, 1fr)', priority: 1, as: 'quiet', value: effectOf },
    {
      id: 'source',
      title: 'From',
      width: '5.5rem',
      priority: 2,
      as: 'badge',
      value: sourceLabel,
      tone: ({ source }) => (source === 'local' ? 'accent' : 'plain'),
      isGroupable: true,
    },
  ],
  opens: { command: 'property.edit', slot: 'property' },
  actions: { needs: ['properties'], all: [{ call: 'feature.turnOff' }, { call: 'property.add', isPrimary: true }] },
  empty: {
    title: 'All features are on',
    text: 'No properties are set. A property that ends in .disable with the value true turns a feature off.',
  },
})
