import type { Evaluate } from '../expression/evaluator'
import { fillInAll, type TemplateEnv, TemplateError } from '../expression/template'
import { refusalsIn } from '../outside/error-text'
import type { Selector } from '../selection/selector'
import {
  type ComponentSpec,
  foundComponents,
  type Found,
  type ForEachSpec,
  forEachSpec,
  type Lookup,
  selectorOf,
  TopologyError,
  type TopologySpec,
} from './spec'

type Own = Omit<ComponentSpec, 'name' | 'lookup' | 'components' | 'forEach'>

/** A component that a topology declares, with its children. */
export type Declared = {
  name: string
  own: Own
  /** The reported state, if any; absent members keep their stored values. */
  reported: Partial<Pick<Found, 'text' | 'description' | 'external_id' | 'status' | 'status_reason' | 'health'>>
  children: readonly Declared[]
}

/**
 * Returns the config items that match any of the selectors, in the form that expressions read, by name. @throws
 * {TopologyError} for too many.
 */
export type FindItems = (selectors: readonly Selector[]) => Promise<readonly unknown[]>

export type Around = {
  name: string
  labels: Readonly<Record<string, string>> | null
  find: FindItems
  evaluate: Evaluate
}

const MOST_COMPONENTS = 5000
/** The maximum depth of a response. */
const MOST_LEVELS = 10

/**
 * Returns the components that a topology describes: one for the topology itself, with the others as its children. A
 * single `virtual` component only groups: its children become the roots.
 * @throws {TopologyError} when the components cannot be determined.
 */
export async function declared(spec: TopologySpec, around: Around): Promise<readonly Declared[]> {
  const { schedule: _, text, components, ...own } = spec
  const [first] = components
  const isWrapped = components.length === 1 && first?.type === 'virtual' && !first.lookup
  if (isWrapped) refuseLost(spec, first)
  const below = await all(isWrapped ? (first.components ?? []) : components, around)
  const top: readonly Declared[] = isWrapped
    ? below
    : [{ name: text || around.name, own: { ...own, labels: around.labels }, reported: {}, children: below }]
  refuseUnclear(top)
  return top
}

/** Refuses members of components that are not created. */
function refuseLost(spec: TopologySpec, first: ComponentSpec): void {
  const lost = [
    ...Object.keys(spec).filter((member) => !['schedule', 'components', 'icon', 'text', 'type'].includes(member)),
    ...Object.keys(first)
      .filter((member) => !['name', 'type', 'icon', 'components'].includes(member))
      .map((member) => `components.0.${member}`),
  ]
  if (lost.length > 0)
    throw new TopologyError(
      `${lost.join(', ')}: a single virtual component is not created and cannot have these members`
    )
}

/** Refuses ambiguous components: the next run identifies components by parent, type and name. */
function refuseUnclear(top: readonly Declared[]): void {
  let count = 0
  const visit = (siblings: readonly Declared[], level: number, where: string) => {
    if (level > MOST_LEVELS && siblings.length > 0)
      throw new TopologyError(`components are nested more than ${MOST_LEVELS} levels deep`)
    const seen = new Set<string>()
    for (const { name, own, children } of siblings) {
      count++
      if (count > MOST_COMPONENTS) throw new TopologyError(`there are more than ${MOST_COMPONENTS} components`)
      const key = JSON.stringify([own.type ?? '', name])
      if (seen.has(key))
        throw new TopologyError(`${where} has two components of the type "${own.type ?? ''}" with the name "${name}"`)
      seen.add(key)
      visit(children, level + 1, `"${name}"`)
    }
  }
  visit(top, 1, 'the topology')
}

async function all(specs: readonly ComponentSpec[], around: Around): Promise<Declared[]> {
  const components: Declared[] = []
  for (const spec of specs) components.push(...(await each(spec, around)))
  return components
}

/** Returns one component, or one for each result of its lookup. */
async function each(spec: ComponentSpec, around: Around): Promise<Declared[]> {
  const { name, lookup, forEach, components, ...own } = spec
  if (!lookup) return [{ name: (name ?? '').trim(), own, reported: {}, children: await all(components ?? [], around) }]
  const results: Declared[] = []
  for (const one of await lookedUp(lookup, name ?? 'lookup', around)) {
    const { name: foundName, text, description, external_id, status, status_reason, health, ...given } = one
    const more = forEach && applied(forEach, one)
    results.push({
      name: foundName,
      own: {
        ...given,
        icon: given.icon || own.icon,
        lifecycle: given.lifecycle || own.lifecycle,
        properties: [...(given.properties ?? []), ...(own.properties ?? []), ...(more?.properties ?? [])],
        configs: [...(given.configs ?? []), ...(more?.configs ?? [])],
        selectors: [...(given.selectors ?? []), ...(more?.selectors ?? [])],
        checks: [...(given.checks ?? []), ...(more?.checks ?? [])],
      },
      // A member that a lookup omits is unknown, whatever it was before.
      reported: {
        text: null,
        description: null,
        status: null,
        status_reason: null,
        health: null,
        ...defined({ text, description, status, status_reason, health }),
        ...(external_id && { external_id }),
      },
      children: more ? await all(more.components ?? [], around) : [],
    })
  }
  return results
}

const defined = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>

async function lookedUp({ catalog }: Lookup, name: string, { find, evaluate }: Around): Promise<Found[]> {
  const components: Found[] = []
  for (const { selector, display } of catalog) {
    const results = await find(selector.map(selectorOf))
    const answer = await evaluate({ expression: display.expr, variables: { results } })
    if (answer.kind !== 'value')
      throw new TopologyError(`"${name}": display.expr cannot be evaluated: ${answer.message}`)
    const { data, error } = foundComponents.safeParse(listIn(answer.value))
    if (!data)
      throw new TopologyError(`"${name}": display.expr does not return a list of components: ${refusalsIn(error)}`)
    components.push(...data)
    if (components.length > MOST_COMPONENTS)
      throw new TopologyError(`there are more than ${MOST_COMPONENTS} components`)
  }
  return components
}

/** Returns a list as it is, or parses it from JSON. */
function listIn(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Returns the members of `forEach` for one found component, with its values filled in. */
function applied(forEach: ForEachSpec, one: Found): ForEachSpec {
  const env: TemplateEnv = {
    component: one,
    properties: Object.fromEntries(
      (one.properties ?? []).flatMap(({ name, text, value }) => (name ? [[name, text ?? value]] : []))
    ),
  }
  try {
    return forEachSpec.parse(fillInAll(forEach, env, { hasBraces: true }))
  } catch (error) {
    if (error instanceof TemplateError) throw new TopologyError(`forEach of "${one.name}": ${error.message}`)
    throw error
  }
}
