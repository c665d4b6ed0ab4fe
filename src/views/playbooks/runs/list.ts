import type { QueryClient } from '@tanstack/react-query'
import { peopleChoices } from '../../../api/responders'
import { nameOfRow, runList, type RunRow } from '../../../api/run-list'
import { capital } from '../../../lib/format'
import { runStatuses, wordsOfStatus } from '../../../lib/run-status'
import { askForPage, definePagedList } from '../../shell/list/paged-list'

export const targetOf = (run: RunRow) => ({ kind: 'run', id: run.id, label: nameOfRow(run) }) as const

export const everyRun = definePagedList({
  paging: 'pages',
  filters: [
    { field: 'playbook', label: 'Playbook', known: runList.playbooks },
    {
      field: 'status',
      label: 'Status',
      values: runStatuses.map((value) => ({ value, label: capital(wordsOfStatus(value)) })),
    },
    { field: 'config', label: 'Config item', known: () => runList.things('config') },
    { field: 'component', label: 'Component', known: () => runList.things('component') },
    { field: 'check', label: 'Check', known: () => runList.things('check') },
    { field: 'by', label: 'Started by', known: peopleChoices },
  ],
  time: { initial: undefined },
  targetOf,
  page: runList.page,
  matching: async (query) => (await runList.matching(query)).map(targetOf),
})

export const prefetchRuns = (queries: QueryClient): Promise<void> => askForPage(queries, everyRun)
