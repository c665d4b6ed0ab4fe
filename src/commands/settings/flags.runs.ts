import { type Property, properties } from '@/api/settings/properties'
import { propertyChanges } from '@/api/settings/property-changes'
import { whoami } from '@/api/sign-in/whoami'
import { type Feature, flagProperty } from '@/shared/access/flags'
import { formatNames } from '@/shared/format'
import { parsePropertyId } from '@/lib/settings/property-id'
import { callTo } from '../call-to'
import { partialOutcome, runForEach } from '../bulk'
import { type Effects, CommandError, type Outcome, type Target } from '../command'

type Value = { value: string | undefined }

export async function addProperty({ name, value = '' }: { name: string } & Value, effects: Effects): Promise<Outcome> {
  if ((await refetchProperties(effects)).has(name)) {
    const taken = 'A property with this name already exists'
    throw new CommandError(`${taken}.`, { fields: { name: taken } })
  }
  await storeProperty({ name, value }, true, effects)
  const undo = async () => {
    await effects.mutate(propertyChanges.remove(), name)
    return { message: `Removed ${name}.` }
  }
  return { message: `Added ${name}.`, undo }
}

export async function editProperty(
  { property: [one], value = '' }: { property: readonly Target[] } & Value,
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const name = parsePropertyId(one.id)
  const before = requireEditable((await refetchProperties(effects)).get(name), name)
  if (!before) throw new CommandError(`${name} no longer exists: another user deleted it.`)
  await storeProperty({ name, value }, false, effects)
  const undo = async () => {
    await storeProperty(before, false, effects)
    return { message: `Restored ${name} to ${before.value || 'empty'}.` }
  }
  return { message: `${name} updated successfully`, undo }
}

export async function removeProperties(
  { properties: list }: { properties: readonly Target<'property'>[] },
  effects: Effects
): Promise<Outcome> {
  const known = await refetchProperties(effects)
  const bulk = await runForEach(list, effects, async (one) => {
    const before = requireEditable(known.get(parsePropertyId(one.id)), parsePropertyId(one.id))
    await effects.mutate(propertyChanges.remove(), parsePropertyId(one.id))
    return before
  })
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const done = bulk.done.flatMap(({ value }) => value ?? [])
  const message = `${formatNames(done.map(({ name }) => name)) || 'Nothing'} deleted successfully`
  const outcome =
    bulk.failed.length === 0
      ? { message }
      : partialOutcome(bulk, message, 'Not deleted', (failed) => callTo('property.delete', { properties: failed }))
  const undo = async () => {
    for (const one of done) await storeProperty(one, true, effects)
    return { message: `Restored ${formatNames(done.map(({ name }) => name))}.` }
  }
  return { ...outcome, ...(done.length > 0 ? { undo } : {}) }
}

/** Turns a feature on or off for all users, immediately. */
export async function switchFeature(feature: Feature, isOn: boolean, effects: Effects): Promise<Outcome> {
  const name = flagProperty(feature)
  const before = requireEditable((await refetchProperties(effects)).get(name), name)
  if ((before?.value === 'true') !== isOn) {
    return {
      message: `${feature} is already ${isOn ? 'on' : 'off'}${isOn ? ', unless its parent feature is off' : ''}.`,
    }
  }
  await storeProperty({ name, value: String(!isOn) }, before === undefined, effects)
  const undo = async () => {
    await (before ? storeProperty(before, false, effects) : effects.mutate(propertyChanges.remove(), name))
    return { message: `Turned ${feature} ${isOn ? 'off' : 'on'} again.` }
  }
  return { message: `Turned ${feature} ${isOn ? 'on' : 'off'}.`, undo }
}

/** Reads the properties again, since cached ones may be minutes old. */
async function refetchProperties(effects: Effects): Promise<ReadonlyMap<string, Property>> {
  const list = await effects.fetch({ ...properties.merged(), staleTime: 0 })
  return new Map(list.map((one) => [one.name, one]))
}

/** @throws {Error} for a property that can only be changed in the server's properties file */
function requireEditable(property: Property | undefined, name: string): Property | undefined {
  if (property?.source !== 'local') return property
  throw new Error(`${name} is set in the server’s properties file. Change it there.`)
}

async function storeProperty({ name, value }: Pick<Property, 'name' | 'value'>, isNew: boolean, effects: Effects) {
  const { payload } = await effects.fetch(whoami())
  await effects.mutate(propertyChanges.set(), { name, value, created_by: payload.user.id, isNew })
}
