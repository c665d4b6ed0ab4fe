import type { QueryClient } from '@tanstack/react-query'
import { peopleChoices } from '@/api/incidents/responders'
import { runName, runList, type RunRow } from '@/api/playbooks/run-list'
import { capital } from '@/shared/format'
import { runStatuses, formatRunStatus } from '@/lib/playbooks/run-status'
import { prefetchListPage, definePagedList } from '../../shared/list/paged-list'

export const toRunTarget = (run: RunRow) => ({ kind: 'run', id: run.id, label: runName(run) }) as const

export const pagedRuns = definePagedList({
  paging: 'pages',
  filters: [
    { field: 'playbook', label: 'Playbook', known: runList.playbooks },
    {
      field: 'status',
      label: 'Status',
      values: runStatuses.map((value) => ({ value, label: capital(formatRunStatus(value)) })),
    },
    { field: 'config', label: 'Config item', known: () => runList.things('config') },
    { field: 'component', label: 'Component', known: () => runList.things('component') },
    { field: 'check', label: 'Check', known: () => runList.things('check') },
    { field: 'by', label: 'Started by', known: peopleChoices },
  ],
  time: { initial: undefined },
  targetOf: toRunTarget,
  page: runList.page,
  matching: async (query) => (await runList.matching(query)).map(toRunTarget),
})

export const prefetchRuns = (queries: QueryClient): Promise<void> => prefetchListPage(queries, pagedRuns)
