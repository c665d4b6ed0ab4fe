import { definePage } from './page'

/** The events before a failure. */
export const timelinePage = definePage({
  path: '/timeline',
  title: 'Catalog',
  files: ['src/views/timeline/timeline.page.tsx'],
  access: { feature: 'config', areas: ['database'], action: 'read' },
})

export const timelinePages = [timelinePage] as const

export const timelinePath = (kind: string, id: string) => `${timelinePage.path}?of=${kind}:${encodeURIComponent(id)}`
