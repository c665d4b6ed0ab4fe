import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const EDGE = '5a000001-0000-4000-8000-000000000001'
const LOCAL = '00000000-0000-0000-0000-000000000000'

const edge = {
  id: EDGE,
  name: 'edge',
  hostname: 'edge-0',
  description: null,
  version: '1.0.340',
  properties: { region: 'eu' },
  created_at: '2026-11-20T10:00:00+00:00',
  created_by: null,
  last_seen: new Date().toISOString(),
  last_received: '0001-01-01T00:00:00+00:00',
  config_count: 12,
  checks_count: null,
  config_scrapper_count: 1,
  playbook_runs_count: null,
}

/** The texts of the dialog that shows them once. */
async function installTexts(name: string) {
  const shown = within(await screen.findByRole('dialog', { name: `Install the agent ${name}` }))
  return ['Helm CLI', 'Flux manifest'].map((label) => shown.getByRole('figure', { name: label }).textContent ?? '')
}

const listing = (path: string) => (path === '/api/db/agents_summary' ? listResponse([edge]) : undefined)

test('lists the agents without the local one, with their health and counts [ROUTE-45 AGENT-01 AGENT-02 AGENT-03 CALL-116]', async () => {
  const { urls } = await openResource('agent', { answer: listing })
  const row = await screen.findByRole('row', { name: 'edge, online, 12 config items' })
  for (const words of ['Online', '12', '1', 'never']) expect(within(row).getByText(words)).toBeTruthy()
  const asked = urls.find(({ pathname }) => pathname === '/api/db/agents_summary')?.searchParams
  expect(asked?.get('id')).toBe(`neq.${LOCAL}`)
  expect(asked?.get('deleted_at')).toBe('is.null')
})

test('selects the agent of a link [ROUTE-46]', async () => {
  history.replaceState(null, '', `/settings/agents?id=${EDGE}`)
  await openResource('agent', { answer: listing })
  const row = await screen.findByRole('row', { name: /^edge/ })
  await waitFor(() => expect(document.activeElement).toBe(row))
})

test('creates an agent, and shows its install text with the token once [AGENT-04 CALL-117]', async () => {
  const { posted } = openCommand('agent.generate', {
    answer: (path) =>
      path === '/api/agent/generate'
        ? listResponse({ id: EDGE, username: 'agent-1', access_token: 'mct_once' }, 201)
        : undefined,
    environment: { path: '/settings/agents', roles: ['admin'] },
  })
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'edge two')
  await userEvent.click(screen.getByRole('button', { name: 'Add agent' }))
  await waitFor(() => expect(posted).toEqual([['/api/agent/generate', { name: 'edge two', properties: {} }]]))
  for (const text of await installTexts('edge two')) {
    expect(text).toContain('mct_once')
    expect(text).toContain('interval: 30m')
    expect(text).toContain(`host: ${location.origin}`)
  }
  const kept = JSON.stringify({ ...localStorage, ...sessionStorage }) + location.href
  expect(kept).not.toContain('mct_once')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(document.body.textContent).not.toContain('mct_once'))
  await untilDialogClosed()
})

test('says at the name that an agent exists', async () => {
  openCommand('agent.generate', {
    answer: (path) => (path === '/api/agent/generate' ? listResponse({ error: 'duplicate' }, 409) : undefined),
    environment: { path: '/settings/agents', roles: ['admin'] },
  })
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'edge')
  await userEvent.click(screen.getByRole('button', { name: 'Add agent' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'))
  await userEvent.keyboard('{Escape}')
})

test('creates another token for an agent that exists', async () => {
  const { posted } = openCommand(`agent.install?agent=agent:${EDGE}`, {
    answer: (path) =>
      path === '/api/agent/token'
        ? listResponse({ id: EDGE, username: 'agent-1', access_token: 'mct_new' }, 201)
        : undefined,
    environment: { path: '/settings/agents', roles: ['admin'] },
    names: { [EDGE]: 'edge' },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Scrape the cluster' }))
  await userEvent.click(screen.getByRole('button', { name: 'Create install command' }))
  await waitFor(() => expect(posted).toEqual([['/api/agent/token', { agentName: 'edge' }]]))
  const [helm] = await installTexts('edge')
  expect(helm).toContain('mct_new')
  expect(helm).not.toContain('mission-control-kubernetes')
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await untilDialogClosed()
})

test.each([
  [false, { deleted_at: 'now()' }],
  [true, { deleted_at: 'now()', cleanup: true }],
])('deletes an agent, with what it pushed: %s [AGENT-05 AGENT-06]', async (cleanup, body) => {
  const { posted, journal } = openCommand(`agent.delete?agents=agent:${EDGE}`, {
    answer: (path) => (path === '/api/db/agents' ? listResponse([{ id: EDGE }]) : undefined),
    environment: { path: '/settings/agents', roles: ['admin'] },
    names: { [EDGE]: 'edge' },
  })
  const box = await screen.findByRole('checkbox', { name: 'Also delete the pushed data' })
  if (cleanup) await userEvent.click(box)
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(posted).toEqual([['/api/db/agents', body]]))
  await untilDialogClosed()
  expect(journal.messages.get()[0]?.text).toBe(
    `edge deleted successfully${cleanup ? ', with the data that the agents pushed' : ''}`
  )
})

test('shows an agent with its labels', async () => {
  openCommand(`agent.open?agent=agent:${EDGE}`, { answer: listing, environment: { path: '/settings/agents' } })
  const shown = within(await screen.findByRole('dialog', { name: 'edge' }))
  for (const words of ['Online', 'edge-0', '1.0.340', 'eu', 'Never']) expect(await shown.findByText(words)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await untilDialogClosed()
})

test('offers no changes without the right to write agents', async () => {
  await openResource('agent', { answer: listing, environment: { roles: ['viewer'] } })
  await screen.findByRole('row', { name: /^edge/ })
  expect(screen.queryByRole('button', { name: /Add an agent/ })).toBeNull()
})
