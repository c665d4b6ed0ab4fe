import { definePage } from '../routing/page'

/** The events before a failure. */
export const timelinePage = definePage({
  path: '/timeline',
  title: 'Catalog',
  files: ['src/views/timeline/timeline.page.tsx'],
  access: { feature: 'config', areas: ['database'], action: 'read' },
  parent: '/catalog',
})

export const timelinePath = (kind: string, id: string) => `${timelinePage.path}?of=${kind}:${encodeURIComponent(id)}`
