import { definePage } from './page'
import { defineResourcePages } from './resource-page'

const title = 'Playbook runs'
const access = { feature: 'playbooks', areas: ['playbook_runs'], action: 'read' } as const

export const runsPage = definePage({
  path: '/playbooks/runs',
  title,
  files: ['src/views/playbooks/runs/runs.page.tsx'],
  access,
  parent: '/playbooks',
  nav: { icon: 'play', label: 'Runs', order: 1 },
  go: {
    id: 'go.runs',
    title: 'Go to playbook runs',
    keywords: 'executions automation history jobs running failed approvals',
    keys: 'g r',
  },
})

export const runPage = definePage({
  path: '/playbooks/runs/:id',
  kind: 'run',
  title,
  files: ['src/views/playbooks/run/run.page.tsx'],
  access,
})

export const playbookResource = defineResourcePages({
  kind: 'playbook',
  file: 'playbooks',
  path: '/playbooks',
  title: 'Playbooks',
  access: { feature: 'playbooks', areas: ['playbooks'], action: 'read' },
  hasCommands: true,
  hasItems: true,
  nav: { icon: 'play', order: 7 },
  go: { id: 'go.playbooks', title: 'Go to playbooks', keywords: 'actions automation remedies', keys: 'g p' },
})

export const runPages = [runsPage, runPage] as const

export const runsOfPath = (playbookId: string) => `${runsPage.path}?playbook=${encodeURIComponent(playbookId)}`
