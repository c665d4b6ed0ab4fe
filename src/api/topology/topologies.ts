import { z } from 'zod/mini'
import { integrations } from '../settings/integrations'
import { newestJobShape, personEmbed, settingsTable, sourcedRow } from '../settings/settings-table'
import { timestamp } from '../time'

const count = z.nullish(z.number())
/** Summary of a run by components. Formats differ between backends; other counts are not shown. */
export const topologySummarySchema = z.catch(
  z.nullish(z.object({ added: count, updated: count, unchanged: count, deleted: count })),
  null
)

const listed = z.extend(sourcedRow, {
  labels: z.nullish(z.record(z.string(), z.string())),
  updated_at: z.nullish(timestamp),
  /** Schedule of the row. A schedule in the spec takes precedence. */
  schedule: z.nullish(z.string()),
  /** The count is that of the components that the run created or found. */
  ...newestJobShape,
  job_details: z.nullish(z.object({ errors: z.nullish(z.array(z.string())), summary: topologySummarySchema })),
})

const SPEC_SCHEDULE = 'spec_schedule'
const ofList = z.extend(listed, { [SPEC_SCHEDULE]: z.nullish(z.string()) })
export type Topology = z.infer<typeof ofList>

const whole = z.extend(listed, {
  /** Null if the components are managed manually. */
  spec: z.nullish(z.record(z.string(), z.unknown())),
  created_by: personEmbed,
})
export type WholeTopology = z.infer<typeof whole>

const VIEW = 'topologies_with_status'
const columns = Object.keys(listed.shape)

/** Specs can be long, so the list omits them. */
export const topologies = settingsTable('topology', {
  table: 'topologies',
  view: VIEW,
  made: { source: 'UI' },
  columns: [...columns, `${SPEC_SCHEDULE}:spec->>schedule`],
  row: ofList,
  whole: { view: VIEW, columns: [...columns, 'spec'], row: whole },
  changes: [integrations.all],
})
