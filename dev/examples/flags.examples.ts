import type { Property } from '../../src/api/settings/properties'

export default [
  { name: 'incidents.disable', value: 'false', source: 'db' },
  { name: 'logs.disable', value: 'true', source: 'local' },
  {
    name: 'notifications.max.count.per.resource.and.window.before.they.are.collected',
    value: 'every 15 minutes, but never more often than the window of the rule allows',
    source: 'db',
  },
] satisfies readonly Property[]
