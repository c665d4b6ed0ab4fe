import type { QueuedEvents } from '../../src/api/settings/event-queue'

const events = (name: string, more: Partial<QueuedEvents> = {}): QueuedEvents => ({
  id: name,
  name,
  pending: 1,
  failed: 0,
  oldest: '2026-11-20T10:00:00Z',
  ...more,
})

export default [
  events('notification.send', {
    pending: 1204,
    failed: 12,
    average_attempts: 3.5,
    last_failure: '2026-11-20T10:20:00Z',
    most_common_error:
      'failed to send message: Post "https://hooks.chat.example/services": net/http: TLS handshake timeout (Client.Timeout exceeded while awaiting headers)',
  }),
  events('check.failed'),
  events('incident.comment.added', { id: 'incident.comment.added:5a000001', event_id: '5a000001', oldest: undefined }),
] satisfies readonly QueuedEvents[]
