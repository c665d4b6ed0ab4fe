import { type Property, properties } from '../../api/properties'
import { whoami } from '../../api/whoami'
import { type Feature, propertyOf } from '../../lib/flags'
import { formatNames } from '../../lib/format'
import { nameOfProperty } from '../../lib/property-id'
import { partly, toEach } from '../bulk'
import { type Effects, CommandError, type Outcome, type Target } from '../command'

type Value = { value: string | undefined }

export async function add({ name, value = '' }: { name: string } & Value, effects: Effects): Promise<Outcome> {
  if ((await readAgain(effects)).has(name)) {
    const taken = 'A property with this name already exists'
    throw new CommandError(`${taken}.`, { fields: { name: taken } })
  }
  await store({ name, value }, true, effects)
  const undo = async () => {
    await effects.mutate(properties.remove(), name)
    return { message: `Removed ${name}.` }
  }
  return { message: `Added ${name}.`, undo }
}

export async function edit(
  { property: [one], value = '' }: { property: readonly Target[] } & Value,
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const name = nameOfProperty(one.id)
  const before = unlessFromFile((await readAgain(effects)).get(name), name)
  if (!before) throw new CommandError(`${name} no longer exists: another user deleted it.`)
  await store({ name, value }, false, effects)
  const undo = async () => {
    await store(before, false, effects)
    return { message: `Restored ${name} to ${before.value || 'empty'}.` }
  }
  return { message: `${name} updated successfully.`, undo }
}

export async function remove(
  { properties: list }: { properties: readonly Target[] },
  effects: Effects
): Promise<Outcome> {
  const known = await readAgain(effects)
  const bulk = await toEach(list, effects, async (one) => {
    const before = unlessFromFile(known.get(nameOfProperty(one.id)), nameOfProperty(one.id))
    await effects.mutate(properties.remove(), nameOfProperty(one.id))
    return before
  })
  if (list.length === 1 && bulk.failed[0]) throw bulk.failed[0].error
  const done = bulk.done.flatMap(({ value }) => value ?? [])
  const message = `${formatNames(done.map(({ name }) => name)) || 'Nothing'} deleted successfully.`
  const outcome =
    bulk.failed.length === 0 ? { message } : partly(bulk, message, 'Not deleted', 'property.delete?properties=')
  const undo = async () => {
    for (const one of done) await store(one, true, effects)
    return { message: `Restored ${formatNames(done.map(({ name }) => name))}.` }
  }
  return { ...outcome, ...(done.length > 0 ? { undo } : {}) }
}

/** Turns a feature on or off for all users, immediately. */
export async function turn(feature: Feature, isOn: boolean, effects: Effects): Promise<Outcome> {
  const name = propertyOf(feature)
  const before = unlessFromFile((await readAgain(effects)).get(name), name)
  if ((before?.value === 'true') !== isOn) {
    return {
      message: `${feature} is already ${isOn ? 'on' : 'off'}${isOn ? ', unless its parent feature is off' : ''}.`,
    }
  }
  await store({ name, value: String(!isOn) }, before === undefined, effects)
  const undo = async () => {
    await (before ? store(before, false, effects) : effects.mutate(properties.remove(), name))
    return { message: `Turned ${feature} ${isOn ? 'off' : 'on'} again.` }
  }
  return { message: `Turned ${feature} ${isOn ? 'on' : 'off'}.`, undo }
}

/** Reads the properties again, since cached ones may be minutes old. */
async function readAgain(effects: Effects): Promise<ReadonlyMap<string, Property>> {
  const list = await effects.fetch({ ...properties.merged(), staleTime: 0 })
  return new Map(list.map((one) => [one.name, one]))
}

/** @throws {Error} for a property that can only be changed in the server's properties file */
function unlessFromFile(property: Property | undefined, name: string): Property | undefined {
  if (property?.source !== 'local') return property
  throw new Error(`${name} is set in the server’s properties file. Change it there.`)
}

async function store({ name, value }: Pick<Property, 'name' | 'value'>, isNew: boolean, effects: Effects) {
  const { payload } = await effects.fetch(whoami())
  await effects.mutate(properties.set(), { name, value, created_by: payload.user.id, isNew })
}
