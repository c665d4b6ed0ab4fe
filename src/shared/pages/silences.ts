import { definePage } from '../routing/page'

/** The list of silences with the form of a new one, which the query can fill in: `?check_id=…`. */
export const addSilencePage = definePage({
  path: '/notifications/silences/add',
  title: 'Add silence',
  files: ['src/views/notifications/add-silence.page.tsx'],
  access: { feature: 'settings.notifications', areas: ['notifications'], action: 'write' },
})
