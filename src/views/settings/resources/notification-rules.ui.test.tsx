import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import examples from '@dev/examples/notification-rules.examples'
import { openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const [gold, printers] = examples as [(typeof examples)[0], (typeof examples)[1]]
const ME = '5a000001-0000-4000-8000-000000000001'
const LIST = '/api/db/notifications_summary'
const TABLE = '/api/db/notifications'
const CHECK = '5a00001a-0000-4000-8000-000000000041'
const MINUTE_MS = 60_000

const dryRun = {
  since: '2026-01-01T00:00:00Z',
  until: '2026-01-02T00:00:00Z',
  events: 5,
  isPartial: true,
  partialReason: 'Changes of health are known for the last hour only',
  counts: { sent: 2, silenced: 1, filtered: 2 },
  messages: [
    {
      event: 'check.failed',
      at: '2026-01-01T22:00:00Z',
      status: 'sent',
      resource: { id: CHECK, name: 'cart', kind: 'check', type: 'http' },
      recipient: { kind: 'team', name: 'storefront' },
      title: 'cart fails',
    },
  ],
}

/** A fake server with the examples. */
const answer = (path: string, body?: unknown) => {
  if (path === '/api/auth/whoami')
    return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: [] } })
  if (path === LIST) return listResponse(examples)
  if (path === TABLE) return listResponse(body === undefined ? [gold] : [{ id: gold.id }])
  if (path === '/api/db/teams') return listResponse([{ id: gold.team_id, name: 'storefront' }])
  if (path === '/api/notification/_dry_run') return listResponse(dryRun)
  if (path === '/api/notification/_recent_events')
    return listResponse([
      {
        name: 'check.failed',
        at: new Date(Date.now() - MINUTE_MS).toISOString(),
        resource: dryRun.messages[0]?.resource,
      },
    ])
  if (path === '/api/notification/_preview')
    return listResponse({ title: 'cart fails', body: 'Look at <b>cart</b>', isMatch: false })
  return undefined
}

test('lists rules with their events, recipient, messages and error [ROUTE-19 NOTIF-03 NOTIF-05 CALL-95]', async () => {
  const { urls } = await openResource('notificationrule', { answer })
  expect(
    await screen.findByRole('row', {
      name: 'failing gold checks, active, check failed, to storefront, 1,204 sent, created by Ada Lovelace',
    })
  ).toBeTruthy()
  const broken = screen.getByRole('row', { name: /^printers, disabled, .*, Syntax error/ })
  expect(within(broken).getByText('ntfy.quillmoor.example')).toBeTruthy()
  expect(screen.getByRole('row', { name: /, failing, .*3 sent, 2 failed, 1 pending/ })).toBeTruthy()
  const asked = urls.find(({ pathname }) => pathname === LIST)?.searchParams
  expect(asked?.get('limit')).toBe('1000')
  expect(asked?.get('order')).toBe('created_at.desc')
})

test('opens the rule of a link [ROUTE-20]', async () => {
  history.replaceState(null, '', `?id=${gold.id}`)
  const { performed } = await openResource('notificationrule', { answer })
  await waitFor(() => expect(performed).toEqual([`resource.edit?resource=notificationrule:${gold.id}`]))
  history.replaceState(null, '', '/')
})

/** The button of the form comes last. */
const button = (name: string) => screen.getAllByRole('button', { name }).at(-1) as HTMLElement
const changes = (posted: readonly [string, unknown][]) => posted.filter(([path]) => path === TABLE)

test('creates a rule for a team [NOTIF-04 ENT-20 CALL-105]', async () => {
  const { posted, asked } = openCommand('resource.create?type=notificationrule', { answer })
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'new rule')
  button('Add').click()
  expect(await screen.findByText('Select at least one event.')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Failed' }))
  await userEvent.fill(screen.getByRole('combobox', { name: 'Team' }), 'store')
  await userEvent.click(await screen.findByRole('option', { name: 'storefront' }))
  expect(asked).toContain('/api/db/teams')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Repeat interval' }), '4h')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Wait for' }), '2m')
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(changes(posted)).toEqual([
    [
      TABLE,
      expect.objectContaining({
        name: 'new rule',
        events: ['check.failed'],
        team_id: gold.team_id,
        person_id: null,
        custom_services: null,
        repeat_interval: '4h',
        wait_for: 120_000_000_000,
        source: 'UI',
        created_by: ME,
      }),
    ],
  ])
})

test('changes a rule, and can undo it [NOTIF-06 CALL-96]', async () => {
  const { posted, journal, dispatcher } = openCommand(`resource.edit?resource=notificationrule:${gold.id}`, { answer })
  const name = await screen.findByRole('textbox', { name: 'Name' })
  expect((name as HTMLInputElement).value).toBe(gold.name)
  expect((screen.getByRole('combobox', { name: 'Team' }) as HTMLInputElement).value).toBe('storefront')
  await userEvent.fill(name, 'renamed')
  await userEvent.click(button('Update'))
  await untilDialogClosed()
  await waitFor(() =>
    expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Notification updated successfully' })
  )
  expect(changes(posted)).toMatchObject([[TABLE, { name: 'renamed', filter: gold.filter, team_id: gold.team_id }]])
  await dispatcher.undo()
  expect(posted.at(-1)).toMatchObject([TABLE, { name: gold.name }])
})

test('shows what the rule would have sent, and the message about a past event as text', async () => {
  const { posted } = openCommand(`resource.edit?resource=notificationrule:${gold.id}`, { answer })
  expect(
    await screen.findByText(
      '2 messages would have been sent; 1 message would have been held back; 2 events did not match the filter.'
    )
  ).toBeTruthy()
  expect(screen.getByText('Changes of health are known for the last hour only.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'cart' })).toBeTruthy()
  expect(await screen.findByText('Look at <b>cart</b>')).toBeTruthy()
  expect(screen.getByText('The filter does not match this event.')).toBeTruthy()
  await userEvent.fill(screen.getByRole('textbox', { name: 'Filter' }), 'check.name == "cart"')
  await waitFor(() =>
    expect(posted.findLast(([path]) => path === '/api/notification/_dry_run')?.[1]).toMatchObject({
      rule: { id: gold.id, filter: 'check.name == "cart"' },
      hours: 24,
    })
  )
})

test('shows the error of a filter, not an empty result', async () => {
  openCommand(`resource.edit?resource=notificationrule:${gold.id}`, {
    answer: (path, body) =>
      path === '/api/notification/_dry_run'
        ? listResponse({ ...dryRun, error: 'Filter: undeclared reference to "chek"' })
        : answer(path, body),
  })
  expect(await screen.findByText('Filter: undeclared reference to "chek".')).toBeTruthy()
  expect(screen.queryByText(/would have been sent/)).toBeNull()
})

test('requests no dry run from a backend that has none', async () => {
  const { asked } = openCommand(`resource.edit?resource=notificationrule:${gold.id}`, {
    answer,
    environment: { deployment: { backend: 'gateway', signIn: 'kratos' } },
  })
  await screen.findByRole('textbox', { name: 'Name' })
  await new Promise((done) => setTimeout(done, 700))
  expect(asked.filter((path) => path.includes('/_'))).toEqual([])
})

test('shows a rule of a Kubernetes manifest without changing it', async () => {
  openCommand(`resource.edit?resource=notificationrule:${printers.id}`, {
    answer: (path, body) =>
      path === TABLE ? listResponse([{ ...printers, source: 'KubernetesCRD' }]) : answer(path, body),
  })
  expect(await screen.findByText('Managed by a Kubernetes CRD. Change it there.')).toBeTruthy()
})
