import { definePage } from '../routing/page'

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

export const runsOfPath = (playbookId: string) => `${runsPage.path}?playbook=${encodeURIComponent(playbookId)}`
