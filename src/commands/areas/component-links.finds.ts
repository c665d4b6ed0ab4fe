import { type ConfigFound, type ConfigName, findConfigs } from '../../api/catalog'
import { componentsOf, configsOf, findComponents } from '../../api/component-links'
import { nameOfConfig } from '../../lib/config-name'
import type { Kind, Known, Option, Target } from '../command'

export const MADE_BY_TOPOLOGY = 'The topology created this link. It cannot be removed manually.'

/** Finds components by name. Those that the item already belongs to are marked. */
export async function findUnlinked(text: string, signal: AbortSignal, { config }: Known) {
  const item = targetIn(config)
  const [found, linked] = await Promise.all([findComponents(text, signal), item ? componentsOf(item.id, signal) : []])
  return found.map(({ id, name, type, namespace, health }): Option<Target<'component'>> => {
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
export async function findLinkedComponents(text: string, signal: AbortSignal, { config }: Known) {
  const item = targetIn(config)
  const linked = item ? await componentsOf(item.id, signal) : []
  return linked
    .filter(({ name }) => includes(name, text))
    .map(({ id, name, type, isManual }) => linkedOption({ kind: 'component', id, label: name }, type, isManual))
}

/** Finds items of the component, or any items while the component is not known. */
export async function findLinkedConfigs(text: string, signal: AbortSignal, { component }: Known) {
  const one = targetIn(component)
  if (!one) return (await findConfigs(text, signal)).map(configOption)
  const linked = await configsOf(one.id, signal)
  return linked
    .filter((item) => includes(nameOfConfig(item), text))
    .map(({ isManual, ...item }) => linkedOption(targetOf(item), item.type, isManual))
}

const configOption = (item: ConfigFound): Option<Target<'config'>> => ({
  value: targetOf(item),
  label: nameOfConfig(item),
  hint: item.type,
})

const targetOf = (item: ConfigName): Target<'config'> => ({ kind: 'config', id: item.id, label: nameOfConfig(item) })

const linkedOption = <K extends Kind>(
  value: Target<K>,
  hint: string | null | undefined,
  isManual: boolean
): Option<Target<K>> => ({
  value,
  label: value.label,
  ...(hint ? { hint } : {}),
  ...(isManual ? {} : { refusal: MADE_BY_TOPOLOGY }),
})

const includes = (name: string, text: string) => name.toLowerCase().includes(text.toLowerCase())

const targetIn = (known: unknown) => (known as readonly Target[] | undefined)?.[0]
