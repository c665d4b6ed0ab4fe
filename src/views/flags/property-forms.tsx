import { type Property, properties } from '../../api/properties'
import type { Known, Target } from '../../commands/command'
import { features, propertyOf } from '../../lib/flags'
import { nameOfProperty } from '../../lib/property-id'
import { Bind } from '../../ui/form/bind'
import { SuggestField } from '../../ui/form/fields/suggest'
import { TextField } from '../../ui/form/fields/text'
import { commandForm } from '../shell/forms/command-form'

const common = {
  label: 'Property',
  query: () => properties.merged(),
  what: 'the properties',
  busyLabel: 'Saving…',
}

export const AddProperty = commandForm({
  ...common,
  title: () => 'Add a property',
  initial: () => ({ name: '', value: '' }),
  fields: (data) => (
    <>
      <Bind<string> name="name">
        {(bound) => (
          <SuggestField
            label="Name"
            isRequired
            help="A feature with .disable after it turns that feature off."
            options={freeIn(data)}
            isMono
            {...bound}
          />
        )}
      </Bind>
      <Value />
    </>
  ),
  submitLabel: 'Add',
})

export const EditProperty = commandForm({
  ...common,
  title: (known) => `Edit ${nameIn(known)}`,
  closed(data, known) {
    const found = foundIn(data, known)
    if (!found) return { tone: 'empty', title: 'This property is gone', text: 'Somebody has deleted it since.' }
    if (found.source !== 'local') return undefined
    return {
      tone: 'closed',
      title: 'Set in the server’s properties file',
      text: `Its value is ${found.value || 'empty'}. What is in that file wins over what is stored: change it there.`,
    }
  },
  initial: (data, known) => ({ value: foundIn(data, known)?.value ?? '' }),
  fields: (_data, known) => (
    <>
      <TextField label="Name" isMono isReadOnly value={nameIn(known)} onChange={nothing} />
      <Value />
    </>
  ),
  submitLabel: 'Save',
})

const nothing = () => undefined

const Value = () => (
  <Bind<string> name="value">
    {(bound) => <TextField label="Value" isMono help="Only the word true turns a feature off." {...bound} />}
  </Bind>
)

function nameIn({ property }: Known): string {
  const [one] = property as readonly Target<'property'>[]
  return one ? nameOfProperty(one.id) : ''
}

const foundIn = (list: readonly Property[], known: Known) => list.find(({ name }) => name === nameIn(known))

/** What turns features off and is not set yet. */
function freeIn(list: readonly Property[]) {
  const taken = new Set(list.map(({ name }) => name))
  return features
    .map((feature) => ({ value: propertyOf(feature), label: propertyOf(feature) }))
    .filter(({ value }) => !taken.has(value))
}
