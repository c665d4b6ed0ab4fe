import { z } from 'zod/mini'
import { integrations } from './integrations'
import { personEmbed, settingsTable } from './settings-table'
import { moment } from './time'

const count = z.nullish(z.number())
/** What a run did with components. Backends tell it in several ways; what is not counted by these names is not shown. */
export const topologySummary = z.catch(
  z.nullish(z.object({ added: count, updated: count, unchanged: count, deleted: count })),
  null
)
export type TopologySummary = z.infer<typeof topologySummary>

const listed = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z.nullish(z.string()),
  labels: z.nullish(z.record(z.string(), z.string())),
  source: z.nullish(z.string()),
  agent: z.nullish(z.object({ id: z.guid(), name: z.nullish(z.string()) })),
  created_at: z.nullish(moment),
  updated_at: z.nullish(moment),
  /** Of the row, which the one in the spec goes before. */
  schedule: z.nullish(z.string()),
  /** Of its newest run; null before the first. */
  job_status: z.nullish(z.string()),
  /** Components, as far as the run made or found them. */
  job_success_count: count,
  job_time_start: z.nullish(moment),
  job_details: z.nullish(z.object({ errors: z.nullish(z.array(z.string())), summary: topologySummary })),
})

const SPEC_SCHEDULE = 'spec_schedule'
const ofList = z.extend(listed, { [SPEC_SCHEDULE]: z.nullish(z.string()) })
export type Topology = z.infer<typeof ofList>

const whole = z.extend(listed, {
  /** Null where its components are kept by hand. */
  spec: z.nullish(z.record(z.string(), z.unknown())),
  created_by: personEmbed,
})
export type WholeTopology = z.infer<typeof whole>

const VIEW = 'topologies_with_status'
const columns = Object.keys(listed.shape)

/** Specs may be long, so the list is without them. */
export const topologies = settingsTable('topology', {
  table: 'topologies',
  view: VIEW,
  made: { source: 'UI' },
  columns: [...columns, `${SPEC_SCHEDULE}:spec->>schedule`],
  row: ofList,
  whole: { view: VIEW, columns: [...columns, 'spec'], row: whole },
  changes: [integrations.all],
})
