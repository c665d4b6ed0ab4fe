import { z } from 'zod/mini'
import { integrations } from './integrations'
import { newestJob, personEmbed, settingsTable, writtenRow } from './settings-table'
import { moment } from './time'

const count = z.nullish(z.number())
/** What a run did with components. Backends tell it in several ways; what is not counted by these names is not shown. */
export const topologySummary = z.catch(
  z.nullish(z.object({ added: count, updated: count, unchanged: count, deleted: count })),
  null
)
export type TopologySummary = z.infer<typeof topologySummary>

const listed = z.extend(writtenRow, {
  labels: z.nullish(z.record(z.string(), z.string())),
  updated_at: z.nullish(moment),
  /** Of the row, which the one in the spec goes before. */
  schedule: z.nullish(z.string()),
  /** Its count is of components, as far as the run made or found them. */
  ...newestJob,
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
