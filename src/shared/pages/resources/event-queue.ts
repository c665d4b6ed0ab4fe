import { defineResource } from '../../routing/resource'

declare module '../../routing/resource' {
  interface ResourceKinds {
    queuedevent: true
  }
}

export default defineResource({
  kind: 'queuedevent',
  noun: 'event',
  path: '/settings/event-queue-status',
  formerPaths: ['/settings/event-queue'],
  title: 'Event queue',
  access: {
    feature: 'settings.event_queue_status',
    areas: ['database'],
    objects: ['database.monitor'],
    action: 'read',
  },
  hasCommands: true,
  nav: { icon: 'jobs', label: 'Event Queue' },
  go: { id: 'go.eventQueue', title: 'Go to the event queue', keywords: 'events pending failed errors stuck settings' },
})
