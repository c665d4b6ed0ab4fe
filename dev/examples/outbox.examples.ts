import type { OutboxMessage } from '../../src/api/settings/outbox'

const message = (id: string, more: Partial<OutboxMessage> = {}): OutboxMessage => ({
  id,
  status: 'queued',
  recipient: 'priya@fennick.example',
  template: 'invitation',
  subject: 'You are invited to Mission Control',
  body: 'Open https://console.example/recovery?flow=f and type in this code: 482915',
  send_count: 0,
  created_at: '2026-11-20T10:00:00Z',
  ...more,
})

export default [
  message('a'),
  message('b', {
    subject: 'A second factor of your Mission Control account was removed',
    recipient: 'mireille.castellanos-featherstonehaugh@quillmoor.example',
    send_count: 3,
    last_error: 'connect ECONNREFUSED',
  }),
  message('c', { status: 'sent', body: '', send_count: 1 }),
  message('d', { status: 'failed', send_count: 8 }),
] satisfies readonly OutboxMessage[]
