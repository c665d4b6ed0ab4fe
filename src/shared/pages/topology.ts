import { definePage } from '../routing/page'

/** Redirects to the dashboard, or to Health in health-only mode. */
export const HOME_PATH = '/'

export const dashboardPage = definePage({
  path: '/topology',
  title: 'Dashboard',
  files: ['src/views/topology/topology.page.tsx'],
  access: { feature: 'topology', areas: ['topologies'], action: 'read' },
  formerPaths: [HOME_PATH],
  nav: { icon: 'cards', order: 1 },
  go: {
    id: 'go.topology',
    title: 'Go to the dashboard',
    keywords: 'topology home components services applications overview start',
    keys: 'g t',
  },
})

export const componentPage = definePage({
  path: '/topology/:id',
  title: 'Component',
  kind: 'component',
  files: ['src/views/topology/detail/component.page.tsx'],
  access: { feature: 'topology', areas: ['topologies'], action: 'read' },
})

/** A public card of one component, which other sites embed: it does not wait for data that only the console needs. */
export const componentCardPage = definePage({
  path: '/view/topology/:id',
  title: 'Component',
  files: ['src/views/topology/detail/component-card.page.tsx'],
  ignoresFlags: true,
})
