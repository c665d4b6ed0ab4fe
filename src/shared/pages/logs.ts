import { definePage } from '../routing/page'

export const logsPage = definePage({
  path: '/logs',
  title: 'Logs',
  files: ['src/views/logs/logs.page.tsx'],
  access: { feature: 'logs', areas: ['topologies'], objects: ['logs'], action: 'read' },
  nav: { icon: 'logs', order: 6 },
  go: {
    id: 'go.logs',
    title: 'Go to logs',
    keywords: 'log lines output messages stdout stderr search',
    keys: 'g l',
  },
})

/** Logs of a component in a time range, by default the last hour. */
export const logsPath = (componentId: string, between?: { from: Date; to: Date }) =>
  `${logsPage.path}?topologyId=${encodeURIComponent(componentId)}${
    between
      ? `&rangeType=absolute&display=Custom&from=${between.from.toISOString()}&to=${between.to.toISOString()}`
      : ''
  }`
