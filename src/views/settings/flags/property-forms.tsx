import { type Property, properties } from '@/api/settings/properties'
import type { KnownArgs, Target } from '@/commands/command'
import { features, flagProperty } from '@/shared/access/flags'
import type { FieldDescription } from '@/shared/forms/form-description'
import { parsePropertyId } from '@/lib/settings/property-id'
import { commandForm } from '../../shared/forms/command-form'

const common = {
  label: 'Property',
  query: () => properties.merged(),
  what: 'the properties',
  busyLabel: 'Saving…',
}

const valueField: FieldDescription = {
  type: 'text',
  name: 'value',
  label: 'Value',
  isMono: true,
  help: 'Only the value true turns a feature off.',
}

export const AddProperty = commandForm({
  ...common,
  title: () => 'Add a property',
  fields: (data) => [
    {
      type: 'suggest',
      name: 'name',
      label: 'Name',
      isRequired: true,
      isMono: true,
      help: 'To turn off a feature, enter its name followed by .disable.',
      options: listUnsetProperties(data),
    },
    valueField,
  ],
  submitLabel: 'Add',
})

export const EditProperty = commandForm({
  ...common,
  title: (known) => `Edit ${nameIn(known)}`,
  closed(data, known) {
    const found = foundIn(data, known)
    if (!found)
      return { tone: 'empty', title: 'This property no longer exists', text: 'Another user may have deleted it.' }
    if (found.source !== 'local') return undefined
    return {
      tone: 'closed',
      title: 'Set in the server’s properties file',
      text: `The value is ${found.value || 'empty'}. The file overrides stored values, so change the value there.`,
    }
  },
  fields: (_data, known) => [
    { type: 'text', name: 'name', label: 'Name', isMono: true, isReadOnly: true, initial: nameIn(known) },
    valueField,
  ],
  values: (data, known) => ({ value: foundIn(data, known)?.value ?? '' }),
  submitLabel: 'Save',
})

function nameIn({ property }: KnownArgs): string {
  const [one] = property as readonly Target<'property'>[]
  return one ? parsePropertyId(one.id) : ''
}

const foundIn = (list: readonly Property[], known: KnownArgs) => list.find(({ name }) => name === nameIn(known))

/** The properties that turn features off and are not set yet. */
function listUnsetProperties(list: readonly Property[]) {
  const taken = new Set(list.map(({ name }) => name))
  return features
    .map((feature) => ({ value: flagProperty(feature), label: flagProperty(feature) }))
    .filter(({ value }) => !taken.has(value))
}
