import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import IncidentView from '../incident.page'

const id = (last: number) => `5a000012-0000-4000-8000-${String(last).padStart(12, '0')}`
const [INCIDENT, ROOT, CHECK, NOTE, BROKEN, ADA, TEAM] = [1, 2, 3, 4, 5, 6, 7].map(id)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const evidence = (over: object) => ({
  hypothesis_id: ROOT,
  type: 'check',
  description: '',
  evidence: null,
  properties: null,
  definition_of_done: true,
  done: false,
  script: null,
  script_result: null,
  created_at: ago(60),
  ...over,
})
const check = { id: id(20), name: 'cart API', status: 'unhealthy' }
const parts = [
  evidence({ id: CHECK, checks: check, script: "check.status == 'healthy'", script_result: 'false' }),
  evidence({ id: NOTE, type: 'comment', description: 'Tell the shop', done: true }),
  evidence({ id: BROKEN, checks: check, script: 'check.nope', script_result: 'No such key: nope (column 7)' }),
]
const responders = [
  { id: id(30), type: 'person', person: { id: ADA, name: 'Ada' }, created_at: ago(50) },
  {
    id: id(31),
    type: 'team',
    team: { id: TEAM, name: 'payments' },
    external_id: 'PAY-3312',
    properties: { url: 'https://jira.shop.example/browse/PAY-3312' },
    created_at: ago(40),
  },
  {
    id: id(32),
    type: 'team',
    team: { id: TEAM, name: 'media' },
    external_id: 'javascript:alert(1)',
    created_at: ago(30),
  },
  { id: id(33), type: 'person', person: { id: ADA, name: 'Bo' }, created_at: ago(20), deleted_at: ago(10) },
]
const incident = (evidences: object[] = parts, over: object = {}) => ({
  id: INCIDENT,
  incident_id: 'INC-1',
  title: 'Cart forgets',
  description: '',
  type: 'availability',
  severity: 'High',
  status: 'open',
  created_at: ago(60),
  hypotheses: [{ id: ROOT, type: 'root', title: 'Cart forgets', status: 'possible', created_at: ago(60), evidences }],
  comments: [],
  responders,
  ...over,
})

function open(found: object = incident(), history: unknown = [], backend: 'embedded' | 'proxy' = 'embedded') {
  window.history.replaceState(null, '', `/incidents/${INCIDENT}?panel=done`)
  return openPage(IncidentView, '/incidents', {
    environment: { deployment: { backend, signIn: 'kratos' } as never },
    answer(path) {
      if (path === '/api/db/incidents') return listResponse([found])
      if (path === '/api/db/incident_histories') return history instanceof Response ? history : listResponse(history)
      if (path === '/api/incidents/definitions') return listResponse({ at: ago(0.1) })
      return undefined
    },
  })
}
const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.getAttribute('aria-label'))

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('lists the items of the definition of done with their last results and the progress [INC-15]', async () => {
  const at = ago(5)
  const { asked } = open(incident(), [
    { id: id(40), type: 'evidence.done_updated', description: 'true', created_at: at, evidence: { id: NOTE } },
  ])
  await screen.findByRole('grid', { name: 'Definition of done' })
  expect(rows()).toEqual([
    'To do, cart API, Check, When its check is healthy',
    'Condition failed, cart API, Check, When its script returns true, No such key: nope (column 7)',
    'Done, Tell the shop, When marked as done manually',
  ])
  expect(screen.getByRole('meter', { name: 'Done' }).getAttribute('aria-valuetext')).toBe('1 of 3 items')
  expect(within(screen.getByRole('list', { name: 'Failed conditions' })).getByRole('listitem').textContent).toBe(
    'The condition of cart API failed: No such key: nope (column 7).'
  )
  expect(await screen.findByText(/^Checked/)).toBeTruthy()
  await waitFor(() => expect(screen.getByText('5m ago')).toBeTruthy())
  expect(asked.filter((path) => path !== '/api/db/incidents').toSorted()).toEqual([
    '/api/db/incident_histories',
    '/api/incidents/definitions',
  ])
})

test('requests no evaluation times from a backend without them', async () => {
  const { asked } = open(incident(), [], 'proxy')
  expect(await screen.findByText('The server checks the conditions about every 5 minutes.')).toBeTruthy()
  expect(asked).not.toContain('/api/incidents/definitions')
})

test('states that the conditions of a closed incident are no longer checked', async () => {
  open(incident(parts, { status: 'closed', closed: ago(1) }))
  expect(await screen.findByText('The conditions of a closed incident are no longer checked.')).toBeTruthy()
})

test('shows the items and an error when the history could not be loaded', async () => {
  open(incident(), listResponse({ message: 'permission denied' }, 403))
  expect(await screen.findByRole('group', { name: 'The times of the last changes could not be loaded' })).toBeTruthy()
  expect(rows()).toHaveLength(3)
})

test('explains how to add the first item', async () => {
  open(incident([]))
  expect(await screen.findByText('No items yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Add condition…' })).toHaveLength(1)
})

test('lists responders with their tickets, and removes each of them [INC-17]', async () => {
  const { performed } = open()
  const list = within(await screen.findByRole('region', { name: 'Responders' }))
  const items = list.getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Ada'),
    expect.stringContaining('paymentsTeam, joined 40m ago'),
    expect.stringContaining('media'),
  ])
  const link = list.getByRole('link', { name: 'PAY-3312 (opens a new tab)' })
  expect(link.getAttribute('href')).toBe('https://jira.shop.example/browse/PAY-3312')
  // A URL that is not http or https is plain text.
  expect(list.getByText('javascript:alert(1)').closest('a')).toBeNull()
  list.getByRole('button', { name: 'Remove Ada' }).click()
  expect(performed).toEqual([`responder.remove?responder=responder:${id(30)}`])
})
