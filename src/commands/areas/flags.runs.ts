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
    const taken = 'There is a property of this name already'
    throw new CommandError(`${taken}.`, { fields: { name: taken } })
  }
  await store({ name, value }, true, effects)
  const undo = async () => {
    await effects.mutate(properties.remove(), name)
    return { message: `${name} is gone again.` }
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
  if (!before) throw new CommandError(`${name} is gone: somebody has deleted it since.`)
  await store({ name, value }, false, effects)
  const undo = async () => {
    await store(before, false, effects)
    return { message: `${name} is ${before.value || 'empty'} again.` }
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
  const said = `${formatNames(done.map(({ name }) => name)) || 'Nothing'} deleted successfully.`
  const outcome =
    bulk.failed.length === 0 ? { message: said } : partly(bulk, said, 'Not deleted', 'property.delete?properties=')
  const undo = async () => {
    for (const one of done) await store(one, true, effects)
    return { message: `${formatNames(done.map(({ name }) => name))} is back.` }
  }
  return { ...outcome, ...(done.length > 0 ? { undo } : {}) }
}

/** Turns a feature on or off for everybody, at once. */
export async function turn(feature: Feature, isOn: boolean, effects: Effects): Promise<Outcome> {
  const name = propertyOf(feature)
  const before = unlessFromFile((await readAgain(effects)).get(name), name)
  if ((before?.value === 'true') !== isOn) {
    return {
      message: `${feature} is ${isOn ? 'on' : 'off'} already${isOn ? ', unless what it belongs to is off' : ''}.`,
    }
  }
  await store({ name, value: String(!isOn) }, before === undefined, effects)
  const undo = async () => {
    await (before ? store(before, false, effects) : effects.mutate(properties.remove(), name))
    return { message: `${feature} is turned ${isOn ? 'off' : 'on'} again.` }
  }
  return { message: `${feature} is turned ${isOn ? 'on' : 'off'}.`, undo }
}

/** What is known may be minutes old. */
async function readAgain(effects: Effects): Promise<ReadonlyMap<string, Property>> {
  const list = await effects.fetch({ ...properties.merged(), staleTime: 0 })
  return new Map(list.map((one) => [one.name, one]))
}

/** @throws {Error} for what only somebody at the server can change. */
function unlessFromFile(property: Property | undefined, name: string): Property | undefined {
  if (property?.source !== 'local') return property
  throw new Error(`${name} is set in the properties file of the server. Change it there.`)
}

async function store({ name, value }: Pick<Property, 'name' | 'value'>, isNew: boolean, effects: Effects) {
  const { payload } = await effects.fetch(whoami())
  await effects.mutate(properties.set(), { name, value, created_by: payload.user.id, isNew })
}
