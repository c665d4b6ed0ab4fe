import type { ConfigName } from '@/api/catalog/catalog'
import { type FoundConfig, findConfigs } from '@/api/catalog/find-configs'
import { readLinkedComponents, readLinkedConfigs } from '@/api/topology/component-links'
import { findComponents } from '@/api/topology/find-components'
import { configItemName } from '@/lib/catalog/config-name'
import type { Kind, KnownArgs, SlotOption, Target } from '../command'

export const CREATED_BY_TOPOLOGY = 'The topology created this link. It cannot be removed manually.'

/** Finds components by name. Those that the item already belongs to are marked. */
export async function findLinkableComponents(text: string, signal: AbortSignal, { config }: KnownArgs) {
  const item = firstTarget(config)
  const [found, linked] = await Promise.all([
    findComponents(text, signal),
    item ? readLinkedComponents(item.id, signal) : [],
  ])
  return found.map(({ id, name, type, namespace, health }): SlotOption<Target<'component'>> => {
    const isLinked = linked.some((one) => one.id === id)
    return {
      value: { kind: 'component', id, label: name },
      label: name,
      hint: [type, namespace, health].filter(Boolean).join(' · '),
      ...(isLinked ? { refusal: `${item?.label} already belongs to this component.` } : {}),
    }
  })
}

/** Finds components that the item belongs to. */
export async function findLinkedComponents(text: string, signal: AbortSignal, { config }: KnownArgs) {
  const item = firstTarget(config)
  const linked = item ? await readLinkedComponents(item.id, signal) : []
  return linked
    .filter(({ name }) => includes(name, text))
    .map(({ id, name, type, isManual }) => linkedOption({ kind: 'component', id, label: name }, type, isManual))
}

/** Finds items of the component, or any items while the component is not known. */
export async function findLinkedConfigs(text: string, signal: AbortSignal, { component }: KnownArgs) {
  const one = firstTarget(component)
  if (!one) return (await findConfigs(text, signal)).map(configOption)
  const linked = await readLinkedConfigs(one.id, signal)
  return linked
    .filter((item) => includes(configItemName(item), text))
    .map(({ isManual, ...item }) => linkedOption(toConfigTarget(item), item.type, isManual))
}

const configOption = (item: FoundConfig): SlotOption<Target<'config'>> => ({
  value: toConfigTarget(item),
  label: configItemName(item),
  hint: item.type,
})

const toConfigTarget = (item: ConfigName): Target<'config'> => ({
  kind: 'config',
  id: item.id,
  label: configItemName(item),
})

const linkedOption = <K extends Kind>(
  value: Target<K>,
  hint: string | null | undefined,
  isManual: boolean
): SlotOption<Target<K>> => ({
  value,
  label: value.label,
  ...(hint ? { hint } : {}),
  ...(isManual ? {} : { refusal: CREATED_BY_TOPOLOGY }),
})

const includes = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase())

const firstTarget = (known: unknown) => (known as readonly Target[] | undefined)?.[0]
