import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callPage } from '../http'
import { incidents } from './incidents'
import { readNewestJobRuns } from '../settings/job-history'
import { readPart } from '../parts'
import { eq, limit, order, select } from '../postgrest'
import { missingShape, newestJobShape, personEmbed, settingsTable } from '../settings/settings-table'
import { timestamp } from '../time'

/** Maximum number of incidents to count per rule, the newest first. */
export const MOST_COUNTED = 500

const rule = z.object({
  id: z.guid(),
  name: z.string(),
  /** Resources to watch and the incident to open. Rules are short, so the list includes the complete spec. */
  spec: z.nullish(z.record(z.string(), z.unknown())),
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(timestamp),
  updated_at: z.nullish(timestamp),
  /** The incidents that the rule opened; only in the list. */
  incidents: z.optional(z.array(z.object({ status: z.string() }))),
  /** The newest evaluation of the rule. No view joins it to the rule. */
  ...newestJobShape,
  ...missingShape,
  job_details: z.nullish(z.object({ errors: z.nullish(z.array(z.string())) })),
})
export type IncidentRule = z.infer<typeof rule>

const own = ['id', 'name', 'spec', 'source', 'created_at', 'updated_at']

const table = settingsTable('incidentrule', {
  table: 'incident_rules',
  made: { source: 'UI' },
  columns: [...own, 'incidents(status)'],
  filters: [
    ['incidents.order', 'created_at.desc'],
    ['incidents.limit', String(MOST_COUNTED)],
  ],
  row: rule,
  whole: { columns: own, row: rule },
  async complete(rows, asked) {
    if (rows.length === 0) return rows
    const missing: string[] = []
    const runs = await readPart('Status', readNewestJobRuns('incident_rule', asked), missing)
    return rows.map((row) => ({ ...row, ...(runs ? runs.get(row.id) : { missing }) }))
  },
})

const openedRow = z.object({
  id: z.guid(),
  /** For example `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
  created_at: timestamp,
})

/** Maximum number of incidents to show, the newest first. */
const MOST_SHOWN = 100

export const incidentRules = {
  ...table,

  /** The newest incidents that a rule has opened, and their total number. */
  opened: (id: string) =>
    queryOptions({
      queryKey: [...incidents.all, 'of-rule', id],
      queryFn: ({ signal }) =>
        callPage({
          path: '/api/db/incidents',
          query: [
            select(...Object.keys(openedRow.shape)),
            eq('incident_rule_id', id),
            order('created_at.desc', 'id.asc'),
            limit(MOST_SHOWN),
          ],
          schema: openedRow,
          signal,
        }),
    }),
}
