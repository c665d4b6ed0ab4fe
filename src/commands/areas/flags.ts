import { z } from 'zod/mini'
import { type Property, properties } from '../../api/properties'
import { whoami } from '../../api/whoami'
import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { features, isDisabled, propertyOf } from '../../lib/flags'
import { formatCount, formatNames } from '../../lib/format'
import { paths } from '../../lib/paths'
import { partly, toEach } from '../bulk'
import { command, type Effects, NotDone, type Offer, type Outcome, type Slot, type Target } from '../command'
import { type Context, mayLookAt } from '../context'
import { oneOf, oneTarget, targets, textField } from '../slots'

const feature = 'settings.feature_flags'
const group = 'Feature flags'

const propertyName = z.string().check(z.trim(), z.minLength(1, 'A name is needed'))
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
    undoable: true,
    preview: ({ name, value = '' }) => `Sets ${name} to ${value || 'nothing'}, for everybody.`,
    async run({ name, value = '' }, effects) {
      if ((await readAgain(effects)).has(name)) {
        const taken = 'There is a property of this name already'
        throw new NotDone(`${taken}.`, { fields: { name: taken } })
      }
      await store({ name, value }, true, effects)
      const undo = async () => {
        await effects.mutate(properties.remove(), name)
        return { said: `${name} is gone again.` }
      }
      return { said: `Added ${name}.`, undo }
    },
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
    undoable: true,
    preview: ({ property: [one], value = '' }) => `Sets ${one && nameOf(one)} to ${value || 'nothing'}.`,
    async run({ property: [one], value = '' }, effects) {
      if (!one) return undefined
      const name = nameOf(one)
      const before = unlessFromFile((await readAgain(effects)).get(name), name)
      if (!before) throw new NotDone(`${name} is gone: somebody has deleted it since.`)
      await store({ name, value }, false, effects)
      const undo = async () => {
        await store(before, false, effects)
        return { said: `${name} is ${before.value || 'empty'} again.` }
      }
      return { said: `${name} updated successfully.`, undo }
    },
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
    undoable: true,
    preview: ({ properties: list }) => `Deletes ${formatNames(list.map(nameOf))}.`,
    verb: ({ properties: list }) => `Delete ${formatCount(list.length, 'property')}`,
    async run({ properties: list }, effects) {
      const known = await readAgain(effects)
      const bulk = await toEach(list, effects, async (one) => {
        const before = unlessFromFile(known.get(nameOf(one)), nameOf(one))
        await effects.mutate(properties.remove(), nameOf(one))
        return before
      })
      if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
      const done = bulk.done.flatMap(({ value }) => value ?? [])
      const said = `${formatNames(done.map(({ name }) => name)) || 'Nothing'} deleted successfully.`
      const outcome =
        bulk.failed.length === 0 ? { said } : partly(bulk, said, 'Not deleted', 'property.delete?properties=')
      const undo = async () => {
        for (const one of done) await store(one, true, effects)
        return { said: `${formatNames(done.map(({ name }) => name))} is back.` }
      }
      return { ...outcome, ...(done.length > 0 ? { undo } : {}) }
    },
  }),
  turn('feature.turnOff', 'Turn off a feature', 'disable hide'),
  turn('feature.turnOn', 'Turn on a feature', 'enable show'),
  command({
    id: 'go.flags',
    title: 'Go to feature flags',
    group: 'Go',
    keywords: 'properties settings disable features',
    feature,
    available: (context) =>
      !context.isReadOnly && (mayLookAt(context, 'properties') || accessNeeded('properties', 'read')),
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.flags),
  }),
]

function toChange(context: Context): Offer {
  if (context.isReadOnly) return false
  return may(context, 'properties', 'write')
    ? context.online || 'You are offline.'
    : accessNeeded('properties', 'write')
}

/** A property is known by its name; in calls, that is written without what divides things there. */
export const idOf = (name: string): string => encodeURIComponent(name).replaceAll('~', '%7E').replaceAll('%', '~')

export function nameOf({ id }: Pick<Target, 'id'>): string {
  try {
    return decodeURIComponent(id.replaceAll('~', '%'))
  } catch {
    // Somebody else's writing.
    return id
  }
}

/** One of the features that can still be turned that way. */
function featureSlot(isOn: boolean): Slot<(typeof features)[number]> {
  const list = ({ flags }: Context) =>
    features.filter((one) => isDisabled(flags, one) === isOn).map((value) => ({ value, label: value }))
  return { ...oneOf('Feature', features), options: { from: 'list', list } }
}

/** Turns a feature on or off for everybody, at once. */
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
    undoable: true,
    preview: ({ feature: which }) => `Turns ${which} ${isOn ? 'on' : 'off'} for everybody, at once.`,
    async run({ feature: which }, effects) {
      const name = propertyOf(which)
      const before = unlessFromFile((await readAgain(effects)).get(name), name)
      const outcome: Outcome = { said: `${which} is turned ${isOn ? 'on' : 'off'}.` }
      if ((before?.value === 'true') !== isOn) {
        return {
          said: `${which} is ${isOn ? 'on' : 'off'} already${isOn ? ', unless what it belongs to is off' : ''}.`,
        }
      }
      await store({ name, value: String(!isOn) }, before === undefined, effects)
      const undo = async () => {
        await (before ? store(before, false, effects) : effects.mutate(properties.remove(), name))
        return { said: `${which} is turned ${isOn ? 'off' : 'on'} again.` }
      }
      return { ...outcome, undo }
    },
  })
}

/** What is known may be minutes old. */
async function readAgain(effects: Effects): Promise<ReadonlyMap<string, Property>> {
  const list = await effects.fetch({ ...properties.merged(), staleTime: 0 })
  return new Map(list.map((one) => [one.name, one]))
}

/** @throws {Error} for what only somebody at the server can change. */
export function unlessFromFile(property: Property | undefined, name: string): Property | undefined {
  if (property?.source !== 'local') return property
  throw new Error(`${name} is set in the properties file of the server. Change it there.`)
}

async function store({ name, value }: Pick<Property, 'name' | 'value'>, isNew: boolean, effects: Effects) {
  const { payload } = await effects.fetch(whoami())
  await effects.mutate(properties.set(), { name, value, created_by: payload.user.id, isNew })
}
