import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { buildContext } from '@/commands/context'
import { placesAround } from '@/commands/place'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import IncidentView from '../incident.page'

const id = (last: number) => `5a000012-0000-4000-8000-${String(last).padStart(12, '0')}`
const [INCIDENT, OTHER, CHECK, ITEM, CHANGE, EVIDENCE] = [1, 2, 3, 4, 5, 6].map(id)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const cart = { id: CHECK, name: 'cart API' }
const incident = (evidences: object[]) => ({
  id: INCIDENT,
  incident_id: 'INC-1',
  title: 'Cart forgets',
  description: '',
  type: 'availability',
  severity: 'High',
  status: 'open',
  created_at: ago(60),
  hypotheses: [{ id: id(10), type: 'root', title: 'Cart forgets', status: 'possible', created_at: ago(60), evidences }],
  comments: [],
  responders: [],
})
const evidence = {
  id: EVIDENCE,
  hypothesis_id: id(10),
  type: 'check',
  description: '',
  evidence: null,
  properties: null,
  created_at: ago(60),
  checks: cart,
}
const other = {
  ...incident([{ checks: cart }]),
  id: OTHER,
  incident_id: 'INC-2',
  title: 'Sessions lost',
  type: 'cost',
  status: 'closed',
  created_at: ago(60 * 24 * 20),
  closed: ago(60 * 24 * 19),
}

function open(
  evidences: object[] = [evidence],
  changed: Record<string, Response> = {},
  others: object[] = [other],
  more = ''
) {
  window.history.replaceState(null, '', `/incidents/${INCIDENT}?panel=related${more}`)
  return openPage(IncidentView, '/incidents', {
    answer(path, url) {
      const override = changed[path]
      if (override) return override.clone()
      const params = new URL(url, location.origin).searchParams
      if (path === '/api/db/incidents')
        return listResponse(params.has('id') ? [incident(evidences)] : [incident(evidences), ...others])
      if (path === '/api/db/rpc/related_configs_recursive')
        return listResponse([{ id: ITEM, name: 'cart', type: 'Deployment', related_ids: null }])
      if (path === '/api/db/config_changes')
        return listResponse([{ id: CHANGE, config_id: ITEM, change_type: 'diff', created_at: ago(70) }])
      if (path === '/api/db/checks') {
        if (params.has('last_transition_time'))
          return listResponse([{ id: CHECK, status: 'unhealthy', last_transition_time: ago(65) }])
        const linked = { id: CHECK, name: 'cart API', configs: [{ config_id: ITEM }], components: [] }
        return listResponse(params.has('configs.config_id') ? [] : [linked])
      }
      return undefined
    },
  })
}
const rows = () =>
  screen
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-label'))
    .filter((name) => /Incident,|Change,|check,/.test(name ?? ''))

afterEach(() => {
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

test('lists related incidents, changes and failing checks with the reasons, and requests each once', async () => {
  const { asked } = open()
  await screen.findByRole('treegrid', { name: 'Similar and related' })
  expect(rows()).toEqual([
    '1., Incident, Sessions lost, closed, the same check: cart API',
    '1., Change, Document changed of cart, 5m before, 1 step away, first in 30 days',
    'Failing check, cart API, already linked, start of the incident, on the same resource',
  ])
  expect(askedForRows(asked).toSorted()).toEqual([
    '/api/db/checks',
    '/api/db/checks',
    '/api/db/checks',
    '/api/db/config_changes',
    // The titles of the changes.
    '/api/db/config_changes',
    '/api/db/incidents',
    '/api/db/incidents',
    '/api/db/rpc/related_configs_recursive',
  ])
})

test('opens a similar incident', async () => {
  open()
  const row = await screen.findByRole('row', { name: /^1\., Incident, Sessions lost/ })
  row.focus()
  buildContext(placesAround(row), { path: '/', roles: [], online: true, nameOf: () => undefined }).handler(
    'list.open'
  )?.(1, {})
  await waitFor(() => expect(location.pathname).toBe(`/incidents/${OTHER}`))
})

test('says that the related config items could not be loaded', async () => {
  const failed = listResponse({ message: 'out of order' }, 500)
  open([evidence], { '/api/db/rpc/related_configs_recursive': failed })
  expect(await screen.findByText('Some data could not be loaded. Related config items: out of order.')).toBeTruthy()
})

test('names a source that could not be loaded, and shows the rest', async () => {
  open([evidence], { '/api/db/config_changes': listResponse({ message: 'permission denied' }, 403) })
  expect(await screen.findByText(/^Some data could not be loaded. Changes: /)).toBeTruthy()
  expect(rows()[0]).toMatch(/Sessions lost/)
})

/** Without the count of the bell, which the page requests when it is idle. */
const askedForRows = (asked: readonly string[]) => asked.filter((path) => !path.endsWith('/notification_send_history'))

test('compares only incidents and explains why when there is no evidence', async () => {
  const { asked } = open([], {}, [])
  const notice = await screen.findByText('No similar or related items')
  expect(within(document.body).getByText(/Link a check, a component or a config item as evidence/)).toBeTruthy()
  expect(notice).toBeTruthy()
  expect(askedForRows(asked)).toEqual(['/api/db/incidents', '/api/db/incidents'])
})

test('groups by kind by default, and does not group if the URL disables it', async () => {
  open()
  await screen.findByRole('treegrid', { name: 'Similar and related' })
  expect(screen.getByRole('row', { name: /^Similar incidents/ })).toBeTruthy()
  cleanup()
  open([evidence], {}, [other], '&groupBy=none')
  await screen.findByRole('grid', { name: 'Similar and related' })
  expect(screen.queryByRole('row', { name: /^Similar incidents/ })).toBeNull()
})
