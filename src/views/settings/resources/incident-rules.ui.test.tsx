import '@/commands/every-command'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ItemOptions, ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import examples from '@dev/examples/incident-rules.examples'
import { deleteDrafts } from '@/ui/form/drafts'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import './document-editor'
import './item-list'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteDrafts()
  history.replaceState(null, '', '/')
})

const [services, belts, giftCards] = examples as [(typeof examples)[0], (typeof examples)[1], (typeof examples)[2]]
const LIST = '/api/db/incident_rules'
const RUNS = '/api/db/job_histories'

const open = (address: string, options?: ItemOptions) => openItem('incidentrule', 'incident_rules', address, options)
const at = (id: string, more = '') => `/settings/incident_rules/${id}${more}`
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const save = async (name: 'Save' | 'Update') => {
  await userEvent.click(button('Review changes'))
  await userEvent.click(button(name))
}

const run = (of: string, status: string, errors: string[] = []) => ({
  resource_id: of,
  status,
  time_start: '2026-11-24T10:30:00Z',
  created_at: '2026-11-24T10:30:00Z',
  details: { errors },
})

test('lists rules with their scope, latest run and opened incidents, failed rules first [ROUTE-55 INC-29]', async () => {
  const rows = examples.map(({ id, name, spec, source, created_at, incidents }) => ({
    id,
    name,
    spec,
    source,
    created_at,
    incidents,
  }))
  const runs = [
    run(services.id, 'SUCCESS'),
    run(services.id, 'FAILED', ['an older one']),
    run(giftCards.id, 'FAILED', ['hoursOfOperation is not supported']),
  ]
  const { performed, urls } = await openResource('incidentrule', {
    answer: (path) => (path === LIST ? listResponse(rows) : path === RUNS ? listResponse(runs) : undefined),
  })
  const row = await screen.findByRole('row', {
    name: 'unhealthy services, unhealthy components of type Service, success, incidents: 3 (1 open), from console',
  })
  const failed = screen.getByRole('row', {
    name: /^gift cards, unhealthy components with team=gift-cards, failed, hoursOfOperation .* incidents: 1, /,
  })
  expect(failed.compareDocumentPosition(row)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(
    screen.getByRole('row', {
      name: /and checks called belt\* of all agents, no runs, incidents: 0, from KubernetesCRD/i,
    })
  ).toBeTruthy()
  const asked = urls.find(({ pathname }) => pathname === RUNS)?.searchParams
  expect(asked?.get('resource_type')).toBe('eq.incident_rule')
  row.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(performed).toContain(`resource.open?resource=incidentrule:${services.id}`))
})

test('a user who may not read job runs sees the rules, and that their status is not available', async () => {
  await openResource('incidentrule', {
    answer: (path) =>
      path === LIST
        ? listResponse(examples)
        : path === RUNS
          ? listResponse({ error: 'unauthorized: read on monitor' }, 403)
          : undefined,
  })
  expect(await screen.findByText('Some data could not be loaded. Status: unauthorized: read on monitor.')).toBeTruthy()
  const row = screen.getByRole('row', { name: /^unhealthy services, .*, not available, incidents: 3 \(1 open\)/ })
  expect(within(row).getByText('Not available')).toBeTruthy()
  expect(screen.queryByText('No runs')).toBeNull()
})

test('a rule has a page with name and spec in a form and as code [INC-29 INC-30 ROUTE-54]', async () => {
  await open(at(services.id))
  expect(await screen.findByRole('heading', { level: 1, name: 'unhealthy services' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Spec', selected: true })).toBeTruthy()
  expect((await field('Name')).value).toBe('unhealthy services')
  expect((await field('Type')).value).toBe('Service')
  expect((await field('Responder')).value).toBe('on-call@quillmoor.example')
  expect(screen.getByText('Watches', { selector: 'dt' }).nextElementSibling?.textContent).toBe(
    'Unhealthy components of type Service'
  )
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  const code = await screen.findByRole('textbox', { name: 'unhealthy services as code' })
  expect(code.innerText).toContain('autoAssignOwner: true')
  expect(code.innerText).not.toContain('namespace')
})

test('changing a field keeps the rest of the spec and can be undone [INC-29 RESOURCE-07 RESOURCE-08]', async () => {
  const { posted, dispatcher } = await open(at(services.id))
  await userEvent.fill(await field('Title'), 'A service is down')
  await save('Update')
  const row = { id: services.id, name: 'unhealthy services' }
  const spec = { ...services.spec, template: { ...services.spec.template, title: 'A service is down' } }
  await waitFor(() => expect(posted).toEqual([[`${LIST}?id=eq.${services.id}`, { ...row, spec }]]))
  await waitFor(() => expect(location.pathname).toBe('/settings/incident_rules'))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`${LIST}?id=eq.${services.id}`, { ...row, spec: services.spec }])
})

test('soft-deletes a rule after confirmation, returns to the list, and can be undone', async () => {
  const { posted, dispatcher } = await open(at(services.id))
  await field('Name')
  await userEvent.click(button('Delete'))
  const asked = await screen.findByRole('alertdialog')
  expect(within(asked).getByText(/Are you sure you want to delete this resource\?/)).toBeTruthy()
  await userEvent.click(within(asked).getByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(posted).toEqual([[`${LIST}?id=eq.${services.id}`, { deleted_at: 'now()' }]]))
  await waitFor(() => expect(location.pathname).toBe('/settings/incident_rules'))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`${LIST}?id=eq.${services.id}`, { deleted_at: null }])
})

test('a new rule starts with its scope, and is saved with the console as its source [INC-29]', async () => {
  const { posted } = await open('/settings/incident_rules/new')
  expect(await screen.findByText('Choose the resources to watch')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Components with a label' }))
  await userEvent.fill(await field('Name'), 'shop')
  await userEvent.fill(await field('Label selector'), 'team=shop')
  await save('Save')
  await waitFor(() => expect(posted[0]?.[0]).toBe(LIST))
  expect(posted[0]?.[1]).toEqual({
    name: 'shop',
    source: 'UI',
    created_by: ME,
    spec: {
      components: [{ labelSelector: 'team=shop' }],
      filter: { status: ['unhealthy'] },
      template: { severity: 'Medium', type: 'availability' },
    },
  })
})

test('warns about rules that open nothing or would be refused, but allows saving them', async () => {
  const spec = { components: [{ types: [''] }], colour: 'red' }
  const { posted } = await open(at(services.id), { rows: [{ ...services, spec }] })
  await userEvent.fill(await field('Title'), 'services')
  await userEvent.click(button('Review changes'))
  expect(await screen.findByText(/^Line \d+: colour is not a known key/)).toBeTruthy()
  expect(screen.getByText('Components 1: the selector is empty and selects nothing. Add a condition.')).toBeTruthy()
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted.length).toBe(1))
})

test('shows a notice for rules of another backend, and shows a failed run first', async () => {
  await open(at(giftCards.id), {
    answer: (path) => (path === RUNS ? listResponse([run(giftCards.id, 'FAILED', ['not carried out'])]) : undefined),
  })
  expect(await screen.findByText(/^The embedded backend does not support hoursOfOperation and refuses/)).toBeTruthy()
  expect((await screen.findByText('not carried out')).parentElement?.textContent).toMatch(
    /^The last job failed .* ago: /
  )
})

test('a rule from elsewhere is read-only and shows its origin, as are all rules without write permission', async () => {
  await open(at(belts.id))
  expect(await screen.findByText('Change it there.', { exact: false })).toBeTruthy()
  expect((await field('Name')).readOnly).toBe(true)
  for (const name of ['Review changes', 'Delete', 'Cancel']) expect(screen.queryByRole('button', { name })).toBeNull()
  cleanup()
  await open(at(services.id), { environment: { roles: ['viewer'] } })
  expect(
    await screen.findByText(
      'Requires write access to incidents. Administrators, editors, commanders and responders have it.'
    )
  ).toBeTruthy()
  expect((await field('Name')).readOnly).toBe(true)
})

test('the job history has a URL and shows the matches and incidents of each run [INC-31]', async () => {
  const one = {
    ...run(services.id, 'WARNING', ['this backend does not notify responders by jira']),
    id: ME,
    name: 'IncidentRule',
    success_count: 1,
    error_count: 1,
  }
  const told = { ...one, details: { ...one.details, incidents: { matched: 3, opened: 1, closed: 0 } } }
  const { urls } = await open(at(services.id), { answer: (path) => (path === RUNS ? listResponse([told]) : undefined) })
  await userEvent.click(await screen.findByRole('tab', { name: 'Job History' }))
  await waitFor(() => expect(location.search).toBe('?tab=jobs'))
  expect(await screen.findByRole('row', { name: 'Incidents 3 1 0' })).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Errors' }).textContent).toContain('by jira')
  expect(urls.findLast(({ pathname }) => pathname === RUNS)?.searchParams.get('resource_id')).toBe(`eq.${services.id}`)
})

const incident = (number: number, status: string) => ({
  id: `5a000050-0000-4000-8000-00000000000${number}`,
  incident_id: `INC-${number}`,
  title: number === 1 ? 'cart is unhealthy' : 'media is unhealthy',
  severity: 'High',
  status,
  created_at: '2026-11-24T10:30:00Z',
})

test('links to the incidents that a rule has opened, with their status', async () => {
  const { urls } = await open(at(services.id, '?tab=incidents'), {
    answer: (path) =>
      path === '/api/db/incidents' ? listResponse([incident(1, 'open'), incident(2, 'closed')]) : undefined,
  })
  const list = await screen.findByRole('list', { name: 'Incidents' })
  const link = within(list).getByRole('link', { name: 'cart is unhealthy' })
  expect(link.getAttribute('href')).toBe(`/incidents/${incident(1, '').id}`)
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toContain('OpenINC-1')
  expect(second?.textContent).toContain('ClosedINC-2')
  const asked = urls.find(({ pathname }) => pathname === '/api/db/incidents')?.searchParams
  expect(asked?.get('incident_rule_id')).toBe(`eq.${services.id}`)
})

test('shows an empty state without opened incidents, and an error when they cannot be loaded', async () => {
  await open(at(services.id, '?tab=incidents'))
  expect(await screen.findByText('unhealthy services has not opened any incident.')).toBeTruthy()
  cleanup()
  await open(at(services.id, '?tab=incidents'), {
    answer: (path) => (path === '/api/db/incidents' ? listResponse({ message: 'out of memory' }, 500) : undefined),
  })
  expect((await screen.findByRole('group', { name: 'The incidents could not be loaded' })).textContent).toContain(
    'out of memory'
  )
  expect(screen.queryByText('unhealthy services has not opened any incident.')).toBeNull()
})
