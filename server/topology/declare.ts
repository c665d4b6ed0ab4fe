import type { Evaluate } from '../platform/expression/evaluator'
import { fillInAll, type TemplateEnv, TemplateError } from '../platform/expression/template'
import { describeSpecErrors } from '../platform/outside/error-text'
import type { Selector } from '../platform/selection/selector'
import {
  type ComponentSpec,
  lookedUpComponents,
  type LookedUpComponent,
  type ForEachSpec,
  forEachSpec,
  type ComponentLookup,
  toSelector,
  TopologyError,
  type TopologySpec,
} from './spec'

type Own = Omit<ComponentSpec, 'name' | 'lookup' | 'components' | 'forEach'>

/** A component that a topology declares, with its children. */
export type DeclaredComponent = {
  name: string
  own: Own
  /** The reported state, if any; absent members keep their stored values. */
  reported: Partial<
    Pick<LookedUpComponent, 'text' | 'description' | 'external_id' | 'status' | 'status_reason' | 'health'>
  >
  children: readonly DeclaredComponent[]
}

/**
 * Returns the config items that match any of the selectors, in the form that expressions read, by name. @throws
 * {TopologyError} for too many.
 */
export type FindItems = (selectors: readonly Selector[]) => Promise<readonly unknown[]>

type DeclareContext = {
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
export async function declareComponents(
  spec: TopologySpec,
  around: DeclareContext
): Promise<readonly DeclaredComponent[]> {
  const { schedule: _, text, components, ...own } = spec
  const [first] = components
  const isWrapped = components.length === 1 && first?.type === 'virtual' && !first.lookup
  if (isWrapped) refuseIgnoredMembers(spec, first)
  const below = await declareAll(isWrapped ? (first.components ?? []) : components, around)
  const top: readonly DeclaredComponent[] = isWrapped
    ? below
    : [{ name: text || around.name, own: { ...own, labels: around.labels }, reported: {}, children: below }]
  refuseAmbiguous(top)
  return top
}

/** Refuses members of components that are not created. */
function refuseIgnoredMembers(spec: TopologySpec, first: ComponentSpec): void {
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
function refuseAmbiguous(top: readonly DeclaredComponent[]): void {
  let count = 0
  const visit = (siblings: readonly DeclaredComponent[], level: number, where: string) => {
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

async function declareAll(specs: readonly ComponentSpec[], around: DeclareContext): Promise<DeclaredComponent[]> {
  const components: DeclaredComponent[] = []
  for (const spec of specs) components.push(...(await declareEach(spec, around)))
  return components
}

/** Returns one component, or one for each result of its lookup. */
async function declareEach(spec: ComponentSpec, around: DeclareContext): Promise<DeclaredComponent[]> {
  const { name, lookup, forEach, components, ...own } = spec
  if (!lookup)
    return [{ name: (name ?? '').trim(), own, reported: {}, children: await declareAll(components ?? [], around) }]
  const results: DeclaredComponent[] = []
  for (const one of await runLookup(lookup, name ?? 'lookup', around)) {
    const { name: foundName, text, description, external_id, status, status_reason, health, ...given } = one
    const more = forEach && applyForEach(forEach, one)
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
      children: more ? await declareAll(more.components ?? [], around) : [],
    })
  }
  return results
}

const defined = <T extends object>(members: T): Partial<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<T>

async function runLookup(
  { catalog }: ComponentLookup,
  name: string,
  { find, evaluate }: DeclareContext
): Promise<LookedUpComponent[]> {
  const components: LookedUpComponent[] = []
  for (const { selector, display } of catalog) {
    const results = await find(selector.map(toSelector))
    const answer = await evaluate({ expression: display.expr, variables: { results } })
    if (answer.kind !== 'value')
      throw new TopologyError(`"${name}": display.expr cannot be evaluated: ${answer.message}`)
    const { data, error } = lookedUpComponents.safeParse(parseList(answer.value))
    if (!data)
      throw new TopologyError(
        `"${name}": display.expr does not return a list of components: ${describeSpecErrors(error)}`
      )
    components.push(...data)
    if (components.length > MOST_COMPONENTS)
      throw new TopologyError(`there are more than ${MOST_COMPONENTS} components`)
  }
  return components
}

/** Returns a list as it is, or parses it from JSON. */
function parseList(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

/** Returns the members of `forEach` for one found component, with its values filled in. */
function applyForEach(forEach: ForEachSpec, one: LookedUpComponent): ForEachSpec {
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
