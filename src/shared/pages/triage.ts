import { definePage, type PagePart } from '../routing/page'

/** The sources of the queue. The page omits those that are turned off, and names those that the user may not read. */
export const triageParts = {
  incidents: { feature: 'incidents', area: 'incident' },
  checks: { feature: 'health', area: 'canaries' },
  runs: { feature: 'playbooks', area: 'playbook_runs' },
  notifications: { feature: 'settings.notifications', area: 'notifications' },
  insights: { feature: 'config', area: 'database' },
} satisfies Record<string, PagePart>

const { checks: _checks, ...others } = triageParts

export const triagePage = definePage({
  path: '/triage',
  title: 'Triage',
  files: ['src/views/triage/triage.page.tsx'],
  // For a user who can read only checks, the health page is the queue.
  parts: Object.values(others),
  nav: { icon: 'triage', order: 4 },
  go: {
    id: 'go.triage',
    title: 'Go to triage',
    keywords: 'queue inbox todo on-call next work attention',
    keys: 'g q',
  },
})
