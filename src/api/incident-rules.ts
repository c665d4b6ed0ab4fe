import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { callPage } from './http'
import { incidents } from './incidents'
import { newestRuns } from './job-history'
import { eq, limit, order, select } from './postgrest'
import { newestJob, personEmbed, settingsTable } from './settings-table'
import { moment } from './time'

/** As many of the incidents of a rule as are counted, the newest. */
export const MOST_COUNTED = 500

const rule = z.object({
  id: z.guid(),
  name: z.string(),
  /** What it watches and what it opens. Rules are short: the list has them whole. */
  spec: z.nullish(z.record(z.string(), z.unknown())),
  source: z.nullish(z.string()),
  created_by: personEmbed,
  created_at: z.nullish(moment),
  updated_at: z.nullish(moment),
  /** What it has opened; only in the list. */
  incidents: z.optional(z.array(z.object({ status: z.string() }))),
  /** Of its own evaluations: there is no view that has them beside the rule. */
  ...newestJob,
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
    const runs = await newestRuns('incident_rule', asked)
    return rows.map((row) => ({ ...row, ...runs.get(row.id) }))
  },
})

const openedRow = z.object({
  id: z.guid(),
  /** `INC-12`. */
  incident_id: z.string(),
  title: z.string(),
  severity: z.string(),
  status: z.string(),
  created_at: moment,
})

/** As many of the newest as are shown. */
const MOST_SHOWN = 100

export const incidentRules = {
  ...table,

  /** The newest incidents that a rule has opened, and how many there are. */
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
