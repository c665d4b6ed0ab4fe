import '../every-command'
import { expect, test } from 'vitest'
import { NO_ACCOUNTS } from '@/shared/settings/no-accounts'
import type { OutboxMessage } from '@/api/settings/outbox'
import type { Effects } from '../command'
import { buildContext } from '../context'
import { commandAvailability } from '../prepare'
import { findCommand } from '../registry'

const message = (body: string): OutboxMessage => ({
  id: 'm',
  status: 'queued',
  recipient: 'ada@example.org',
  template: 'invitation',
  subject: 'You are invited',
  body,
  send_count: 0,
  created_at: '2026-11-21T10:00:00Z',
})

async function run(id: string, found: OutboxMessage | null) {
  const copied: string[] = []
  const effects: Partial<Effects> = {
    fetch: (async () => found) as unknown as Effects['fetch'],
    copy: async (text) => void copied.push(text),
  }
  const target = { kind: 'message' as const, id: 'm', label: 'You are invited' }
  return { outcome: await findCommand(id)?.run?.({ message: [target] }, effects as Effects), copied }
}

const BODY = 'Open https://console.example/recovery?flow=f and type in this code: 482915'

test.each([
  [
    'message.copyLink',
    BODY,
    ['https://console.example/recovery?flow=f#code=482915'],
    'Copied the link in “You are invited”.',
  ],
  ['message.copyLink', 'Your code: 482915', [], 'There is no link in this message.'],
  ['message.copy', BODY, [BODY], 'Copied the text of “You are invited”.'],
  ['message.copy', '', [], 'The text is no longer stored because the message was sent.'],
])('%s of %j copies %j to the clipboard', async (id, body, copied, expected) => {
  const done = await run(id, message(body))
  expect(done.copied).toEqual(copied)
  expect(done.outcome).toMatchObject({ message: expected })
})

test('reports a message that no longer exists', async () => {
  await expect(run('message.copy', null)).rejects.toThrow('no longer in the outbox')
})

const NOBODY = NO_ACCOUNTS
test.each([
  [['admin'], 'kratos', 'embedded', true],
  [['viewer'], 'kratos', 'embedded', 'Requires write access to accounts. Administrators and editors have it.'],
  [['admin'], 'none', 'embedded', NOBODY],
  [['admin'], 'basic', 'embedded', NOBODY],
  [['admin'], 'kratos', 'gateway', 'The backend has no outbox.'],
] as const)('for %j, with %s sign-in and the %s backend, the outbox is %s', (roles, signIn, backend, expected) => {
  const command = findCommand('go.outbox')
  const here = { path: '/', roles, online: true, deployment: { signIn, backend }, nameOf: () => undefined }
  expect(command && commandAvailability(command, buildContext([], here))).toBe(expected)
})
