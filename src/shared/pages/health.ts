import { definePage } from '../routing/page'

/** The details of a check next to the list, with the figures of the last hour. */
export const checkPath = (id: string) => `/health?checkId=${encodeURIComponent(id)}&timeRange=1h`

export const healthPage = definePage({
  path: '/health',
  publicPath: '/view/health',
  title: 'Health',
  files: ['src/views/health/health.page.tsx'],
  access: { feature: 'health', areas: ['canaries'], action: 'read' },
  addresses: { check: checkPath },
  isInHealthOnlyMode: true,
  nav: { icon: 'health', order: 2 },
  go: {
    id: 'go.health',
    title: 'Go to Health',
    keywords: 'checks canaries monitors home dashboard overview',
    keys: 'g h',
  },
})
