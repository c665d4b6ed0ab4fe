import { z } from 'zod/mini'
import { features, isDisabled } from '../../lib/flags'
import { formatCount, formatNames } from '../../lib/format'
import { nameOfProperty } from '../../lib/property-id'
import { command, type Offer, type Slot } from '../command'
import { type Context, offerToWrite } from '../context'
import { lazyRuns } from '../lazy-runs'
import { oneOf, oneTarget, targets, textField } from '../slots'

const feature = 'settings.feature_flags'
const group = 'Feature flags'
const runs = lazyRuns(() => import('./flags.runs'))

const propertyName = z.string().check(z.trim(), z.minLength(1, 'Enter a name'))
const text = textField('Value', z.string(), { isOptional: true })

export const flagCommands = [
  command({
    id: 'property.add',
    title: 'Add a property',
    group,
    keywords: 'feature flag new create setting',
    feature,
    slots: { name: textField('Name', propertyName), value: text },
    available: toChange,
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ name, value = '' }) => `Sets ${name} to ${value || 'an empty value'} for all users.`,
    run: runs((module) => module.add),
  }),
  command({
    id: 'property.edit',
    title: 'Edit property',
    group,
    keywords: 'feature flag change value setting',
    feature,
    slots: { property: oneTarget('property'), value: text },
    available: toChange,
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ property: [one], value = '' }) =>
      `Sets ${one && nameOfProperty(one.id)} to ${value || 'an empty value'}.`,
    run: runs((module) => module.edit),
  }),
  command({
    id: 'property.delete',
    title: 'Delete property',
    group,
    keywords: 'feature flag remove setting',
    feature,
    slots: { properties: targets('property') },
    available: toChange,
    effect: 'change',
    confirm: 'many',
    undo: 'inverse',
    preview: ({ properties: list }) => `Deletes ${formatNames(list.map(({ id }) => nameOfProperty(id)))}.`,
    verb: ({ properties: list }) => `Delete ${formatCount(list.length, 'property')}`,
    run: runs((module) => module.remove),
  }),
  turn('feature.turnOff', 'Turn off a feature', 'disable hide'),
  turn('feature.turnOn', 'Turn on a feature', 'enable show'),
]

function toChange(context: Context): Offer {
  return offerToWrite(context, 'properties')
}

/** The features that can be switched to this state. */
function featureSlot(isOn: boolean): Slot<(typeof features)[number]> {
  const list = ({ flags }: Context) =>
    features.filter((one) => isDisabled(flags, one) === isOn).map((value) => ({ value, label: value }))
  return { ...oneOf('Feature', features), options: { from: 'list', list } }
}

/** Turns a feature on or off for all users, immediately. */
function turn(id: string, title: string, keywords: string) {
  const isOn = id === 'feature.turnOn'
  return command({
    id,
    title,
    group,
    keywords: `flag property ${keywords}`,
    slots: { feature: featureSlot(isOn) },
    available: toChange,
    effect: 'change',
    undo: 'inverse',
    preview: ({ feature: which }) => `Turns ${which} ${isOn ? 'on' : 'off'} for all users, immediately.`,
    run: runs(
      (module) =>
        ({ feature: which }, effects) =>
          module.turn(which, isOn, effects)
    ),
  })
}
