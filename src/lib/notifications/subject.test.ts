import { expect, test } from 'vitest'
import { notificationSubject } from './subject'

test.each([
  [{ resource: { name: 'cart', type: 'http' }, source_event: 'check.failed' }, 'cart'],
  [{ resource: { name: null, type: 'Kubernetes::Pod' }, source_event: 'config.unhealthy' }, 'Kubernetes::Pod'],
  [{ resource: { name: null, type: null }, source_event: 'check.failed' }, 'a deleted resource'],
  [{ resource: null, source_event: 'incident.created' }, 'an incident'],
  [{}, 'a deleted resource'],
])('a notification about %o is about %s', (message, subject) => expect(notificationSubject(message)).toBe(subject))
