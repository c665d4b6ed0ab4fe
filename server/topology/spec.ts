import { z } from 'zod'
import { parseSchedule } from '../platform/jobs/schedule'
import { formatError, describeSpecErrors } from '../platform/outside/error-text'
import { type Selector, selectorSchema } from '../platform/selection/selector'
import { healthLevels } from './health'

/** The spec of a topology is invalid. The message is a sentence with the problem. */
export class TopologyError extends Error {
  override readonly name = 'TopologyError'
}

const text = z.string().max(10_000).nullish()
const name = z.string().trim().min(1).max(500)
const few = 100
const labels = z.record(z.string(), z.string()).nullish()

/** A resource selector; `type` is an alternative to a single entry in `types`. */
const selection = z
  .strictObject({ ...selectorSchema.shape, type: text })
  .refine((written) => Object.values(written).some((value) => value !== null && value !== ''), 'selects nothing')
const selections = z.array(selection).max(few).nullish()
const checks = z
  .array(z.strictObject({ selector: selection }))
  .max(few)
  .nullish()

/** Converts a selection to the form of the shared selector. */
export const toSelector = ({ type, types, ...rest }: z.infer<typeof selection>): Selector => ({
  ...rest,
  types: type ? [...(types ?? []), type] : types,
})

/** The selections of a component, as stored in its columns. */
export const storedSelections = { configs: selections, checks, components: selections }

const whole = z.number().int().nullish()
const link = z.strictObject({ type: text, url: text, tooltip: text, icon: text, text, label: text })
const property = z.strictObject({
  name: text,
  label: text,
  tooltip: text,
  icon: text,
  type: text,
  color: text,
  text,
  unit: text,
  status: text,
  value: z.number().nullish(),
  max: z.number().nullish(),
  min: z.number().nullish(),
  order: whole,
  headline: z.boolean().nullish(),
  hidden: z.boolean().nullish(),
  lastTransition: text,
  links: z.array(link).max(few).nullish(),
})
const properties = z.array(property).max(few).nullish()
const logs = z
  .array(z.strictObject({ name: text, type: text, labels }))
  .max(few)
  .nullish()

/** The members that every component accepts. */
const own = {
  type: text,
  icon: text,
  namespace: text,
  owner: text,
  tooltip: text,
  lifecycle: text,
  labels,
  properties,
  logs,
  selectors: selections,
  configs: selections,
  checks,
  statusExpr: text,
  healthExpr: text,
  hidden: z.boolean().nullish(),
}

/** A component in the result of a lookup's expression. */
const found = z.strictObject({
  ...own,
  name,
  text,
  description: text,
  external_id: text,
  status: text,
  status_reason: text,
  health: z.enum(healthLevels).nullish(),
})
export type LookedUpComponent = z.infer<typeof found>
export const lookedUpComponents = z.array(found)

const lookup = z.strictObject({
  catalog: z
    .array(
      z.strictObject({
        name: text,
        selector: z.array(selection).min(1).max(few),
        display: z.strictObject({ expr: z.string().min(1).max(10_000) }),
      })
    )
    .min(1)
    .max(few),
})
export type ComponentLookup = z.infer<typeof lookup>

const base = z.strictObject({
  ...own,
  name: text,
  lookup: lookup.nullish(),
  get components() {
    return z.array(component).max(1000).nullish()
  },
  get forEach() {
    return forEach.nullish()
  },
})
const component: z.ZodType<ComponentSpec> = base.superRefine((written, context) => {
  const refuse = (message: string) => context.addIssue({ code: 'custom', message })
  if (!written.lookup) {
    if (!name.safeParse(written.name).success) refuse('a component needs a name')
    if (written.forEach) refuse('forEach requires a lookup')
    return
  }
  if (written.components?.length) refuse('a component has either components or a lookup')
  // The found components replace the one with the lookup.
  const more = Object.keys(own).filter(
    (member) => !carried.has(member) && (written as Readonly<Record<string, unknown>>)[member] !== undefined
  )
  if (more.length > 0) refuse(`${more.join(', ')} in addition to a lookup is not supported by the embedded backend`)
})
/** The members that a lookup passes to its results; its type is only a label for it. */
const carried = new Set(['type', 'icon', 'lifecycle', 'properties'])

const forEach = z.strictObject({
  properties,
  configs: selections,
  selectors: selections,
  checks,
  get components() {
    return z.array(component).max(1000).nullish()
  },
})

export type ComponentSpec = z.infer<typeof ownSpec> & {
  name?: string | null | undefined
  lookup?: ComponentLookup | null | undefined
  components?: ComponentSpec[] | null | undefined
  forEach?: ForEachSpec | null | undefined
}
const ownSpec = z.strictObject(own)
export type ForEachSpec = Pick<z.infer<typeof ownSpec>, 'properties' | 'configs' | 'selectors' | 'checks'> & {
  components?: ComponentSpec[] | null | undefined
}
export const forEachSpec: z.ZodType<ForEachSpec> = forEach

const schedule = text.superRefine((written, context) => {
  try {
    parseSchedule({ schedule: written })
  } catch (error) {
    context.addIssue({ code: 'custom', message: formatError(error) })
  }
})

const topology = z.strictObject({
  schedule,
  /** The name of the root component; defaults to the topology's own name. */
  text,
  type: text,
  icon: text,
  owner: text,
  tooltip: text,
  statusExpr: text,
  healthExpr: text,
  configs: selections,
  properties,
  components: z.array(component).min(1).max(1000),
})
export type TopologySpec = z.infer<typeof topology>

/**
 * Parses the spec of a topology. Unsupported members are refused by name: without them, the components would differ
 * from the description.
 * @throws {TopologyError}
 */
export function parseTopologySpec(written: unknown): TopologySpec {
  const { data, error } = topology.safeParse(written)
  if (data) return data
  throw new TopologyError(describeSpecErrors(error))
}
