import { z } from 'zod'
import { parseSchedule } from '../jobs/schedule'
import { errorText, refusalsIn } from '../outside/error-text'
import { type Selector, selector } from '../selection/selector'
import { healths } from './health'

/** A topology that cannot be carried out as it is written: what is wrong, as a sentence. */
export class TopologyError extends Error {
  override readonly name = 'TopologyError'
}

const text = z.string().max(10_000).nullish()
const name = z.string().trim().min(1).max(500)
const few = 100
const labels = z.record(z.string(), z.string()).nullish()

/** A resource selector; `type` is another way to write one of `types`. */
const selection = z
  .strictObject({ ...selector.shape, type: text })
  .refine((written) => Object.values(written).some((value) => value !== null && value !== ''), 'selects nothing')
const selections = z.array(selection).max(few).nullish()
const checks = z
  .array(z.strictObject({ selector: selection }))
  .max(few)
  .nullish()

/** As the one part that selects things in the database wants it. */
export const selectorOf = ({ type, types, ...rest }: z.infer<typeof selection>): Selector => ({
  ...rest,
  types: type ? [...(types ?? []), type] : types,
})

/** What a component selects, as it is stored in its columns. */
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

/** What every component may say of itself. */
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

/** What the expression of a lookup gives. */
const found = z.strictObject({
  ...own,
  name,
  text,
  description: text,
  external_id: text,
  status: text,
  status_reason: text,
  health: z.enum(healths).nullish(),
})
export type Found = z.infer<typeof found>
export const foundComponents = z.array(found)

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
export type Lookup = z.infer<typeof lookup>

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
    if (written.forEach) refuse('forEach is about what a lookup finds')
    return
  }
  if (written.components?.length) refuse('a component has either components or a lookup')
  // The components that are found stand in the place of the one that looks them up.
  const more = Object.keys(own).filter(
    (member) => !carried.has(member) && (written as Readonly<Record<string, unknown>>)[member] !== undefined
  )
  if (more.length > 0) refuse(`${more.join(', ')} beside a lookup is not carried out by the embedded backend`)
})
/** What a lookup hands on to what it finds; its type is only a name for it. */
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
  lookup?: Lookup | null | undefined
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
    context.addIssue({ code: 'custom', message: errorText(error) })
  }
})

const topology = z.strictObject({
  schedule,
  /** The name of the component at the top; without it that is the topology's own. */
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
 * Reads the spec of a topology. What is not carried out here is refused by name: components made without it would not be
 * those that it describes.
 * @throws {TopologyError}
 */
export function readTopology(written: unknown): TopologySpec {
  const { data, error } = topology.safeParse(written)
  if (data) return data
  throw new TopologyError(refusalsIn(error))
}
