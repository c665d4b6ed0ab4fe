import { definePage } from '../routing/page'

/** Each source of the queue has its own feature and area. The page omits or names the unavailable ones. */
export const triagePage = definePage({
  path: '/triage',
  title: 'Triage',
  files: ['src/views/triage/triage.page.tsx'],
  nav: {
    icon: 'triage',
    order: 4,
    // Checks are not listed: in a deployment with checks only, the health page is the queue.
    anyOf: [
      { feature: 'incidents', area: 'incident' },
      { feature: 'playbooks', area: 'playbook_runs' },
      { feature: 'settings.notifications', area: 'notifications' },
      { feature: 'config', area: 'database' },
    ],
  },
  go: {
    id: 'go.triage',
    title: 'Go to triage',
    keywords: 'queue inbox todo on-call next work attention',
    keys: 'g q',
  },
})
