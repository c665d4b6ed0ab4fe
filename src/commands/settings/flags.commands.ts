import { z } from 'zod/mini'
import { features, isDisabled } from '@/shared/access/flags'
import { formatCount, formatNames } from '@/shared/format'
import { parsePropertyId } from '@/lib/settings/property-id'
import { defineCommand, type Availability, type Slot } from '../command'
import { type CommandContext, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { enumSlot, targetSlot, targetsSlot, textField } from '../slots'
import { defineCommands } from '../registry'

const feature = 'settings.feature_flags'
const group = 'Feature flags'
const runs = lazyFunctions(() => import('./flags.runs'))

const propertyName = z.string().check(z.trim(), z.minLength(1, 'Enter a name'))
const text = textField('Value', z.string(), { isOptional: true })

export const flagCommands = defineCommands([
  defineCommand({
    id: 'property.add',
    title: 'Add a property',
    group,
    keywords: 'feature flag new create setting',
    feature,
    slots: { name: textField('Name', propertyName), value: text },
    available: changeAvailability,
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ name, value = '' }) => `Sets ${name} to ${value || 'an empty value'} for all users.`,
    run: runs((module) => module.addProperty),
  }),
  defineCommand({
    id: 'property.edit',
    title: 'Edit property',
    group,
    keywords: 'feature flag change value setting',
    feature,
    slots: { property: targetSlot('property'), value: text },
    available: changeAvailability,
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ property: [one], value = '' }) =>
      `Sets ${one && parsePropertyId(one.id)} to ${value || 'an empty value'}.`,
    run: runs((module) => module.editProperty),
  }),
  defineCommand({
    id: 'property.delete',
    title: 'Delete property',
    group,
    keywords: 'feature flag remove setting',
    feature,
    slots: { properties: targetsSlot('property') },
    available: changeAvailability,
    effect: 'change',
    confirm: 'many',
    undo: 'inverse',
    preview: ({ properties: list }) => `Deletes ${formatNames(list.map(({ id }) => parsePropertyId(id)))}.`,
    verb: ({ properties: list }) => (list.length === 1 ? 'Delete' : `Delete ${formatCount(list.length, 'property')}`),
    run: runs((module) => module.removeProperties),
  }),
  switchFeatureCommand('feature.turnOff', 'Turn off a feature', 'disable hide'),
  switchFeatureCommand('feature.turnOn', 'Turn on a feature', 'enable show'),
])

function changeAvailability(context: CommandContext): Availability {
  return writeAvailability(context, 'properties')
}

/** The features that can be switched to this state. */
function featureSlot(isOn: boolean): Slot<(typeof features)[number]> {
  const list = ({ flags }: CommandContext) =>
    features.filter((one) => isDisabled(flags, one) === isOn).map((value) => ({ value, label: value }))
  return { ...enumSlot('Feature', features), options: { from: 'list', list } }
}

/** Turns a feature on or off for all users, immediately. */
function switchFeatureCommand(id: string, title: string, keywords: string) {
  const isOn = id === 'feature.turnOn'
  return defineCommand({
    id,
    title,
    group,
    keywords: `flag property ${keywords}`,
    slots: { feature: featureSlot(isOn) },
    available: changeAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: ({ feature: which }) => `Turns ${which} ${isOn ? 'on' : 'off'} for all users, immediately.`,
    run: runs(
      (module) =>
        ({ feature: which }, effects) =>
          module.switchFeature(which, isOn, effects)
    ),
  })
}
