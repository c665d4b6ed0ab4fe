import '@/commands/every-command'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ItemOptions, ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { schedules } from '@/shared/forms/schedules'
import { journal } from '@/app/journal'
import { flagProperty } from '@/shared/access/flags'
import examples from '@dev/examples/topologies.examples'
import { deleteDrafts } from '@/ui/form/drafts'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import './document-editor'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteDrafts()
  history.replaceState(null, '', '/')
})

const [quillmoor, depot, belts] = examples as [(typeof examples)[0], (typeof examples)[1], (typeof examples)[2]]
const LIST = '/api/db/topologies_with_status'

const open = (address: string, options?: ItemOptions) =>
  openItem('topology', 'topologies_with_status', address, options)

const at = (id: string, more = '') => `/settings/topologies/${id}${more}`
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const save = async (name: 'Save' | 'Update') => {
  await userEvent.click(button('Review changes'))
  await userEvent.click(button(name))
}

test('lists topologies without specs, failed ones first, with the last job, and opens one at its URL [ROUTE-55]', async () => {
  const { performed, urls } = await openResource('topology', {
    answer: (path) => (path === LIST ? listResponse(examples) : undefined),
  })
  const row = await screen.findByRole('row', {
    name: 'quillmoor, mission-control, success, 19 components, @every 10m, from console',
  })
  expect(
    screen.getByRole('row', { name: /^depot, mission-control, never ran, @every 10m, from agent depot-leeds$/ })
  ).toBeTruthy()
  const failed = screen.getByRole('row', {
    name: /^everything\.that.*, failed, components\.0\.lookup\.catalog: Too small/,
  })
  expect(within(failed).getByText(/^components\.0\.lookup\.catalog: Too small/)).toBeTruthy()
  expect(failed.compareDocumentPosition(row)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const asked = urls.find(({ pathname }) => pathname === LIST)?.searchParams
  expect(asked?.get('select')?.split(',')).toEqual(
    expect.arrayContaining(['spec_schedule:spec->>schedule', 'job_status'])
  )
  expect(asked?.get('select')?.split(',')).not.toContain('spec')
  row.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(performed).toContain(`resource.open?resource=topology:${quillmoor.id}`))
})

test('a topology has a page with name, namespace, labels and spec in a form, and as code [ROUTE-57 TOPO-09 TOPO-11 INTEG-22]', async () => {
  await open(at(quillmoor.id))
  expect(await screen.findByRole('heading', { level: 1, name: 'quillmoor' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Spec', selected: true })).toBeTruthy()
  expect((await field('Name')).value).toBe('quillmoor')
  expect((await field('Namespace')).value).toBe('mission-control')
  expect(screen.getByRole('button', { name: 'Remove environment=production' })).toBeTruthy()
  expect(screen.getByText('Source', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Console')
  expect(screen.getByText('Components', { selector: 'dt' }).nextElementSibling?.textContent).toBe('19')
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  const code = await screen.findByRole('textbox', { name: 'quillmoor as code' })
  expect(code.innerText).toContain('namespace: mission-control')
  expect(code.innerText).toContain('owner: storefront')
})

test('changing a field of a component keeps the rest of the spec and updates the integrations [ROUTE-49 INTEG-24 TOPO-10]', async () => {
  const { posted, dispatcher } = await open(at(quillmoor.id))
  const [ofShop] = await screen.findAllByRole('textbox', { name: 'Owner' })
  await userEvent.fill(ofShop as HTMLElement, 'payments')
  await userEvent.click(button('Review changes'))
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(button('Update'))
  const row = {
    id: quillmoor.id,
    name: 'quillmoor',
    namespace: 'mission-control',
    labels: { environment: 'production' },
  }
  const [first, ...others] = quillmoor.spec.components
  const spec = { ...quillmoor.spec, components: [{ ...first, owner: 'payments' }, ...others] }
  await waitFor(() => expect(posted).toEqual([[`/api/db/topologies?id=eq.${quillmoor.id}`, { ...row, spec }]]))
  await waitFor(() => expect(location.pathname).toBe('/settings/integrations'))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`/api/db/topologies?id=eq.${quillmoor.id}`, { ...row, spec: quillmoor.spec }])
})

test('returns users without access to the integrations to the list after saving [RESOURCE-08]', async () => {
  const flags = new Set(['settings.integrations'])
  expect(flagProperty('settings.integrations')).toBe('settings.integrations.disable')
  const { posted } = await open(at(quillmoor.id), { environment: { flags } })
  const [owner] = await screen.findAllByRole('textbox', { name: 'Owner' })
  await userEvent.fill(owner as HTMLElement, 'payments')
  await save('Update')
  await waitFor(() => expect(posted.length).toBe(1))
  await waitFor(() => expect(location.pathname).toBe('/settings/topologies'))
})

test('name and namespace of an existing topology cannot be changed [TEAM-06 TEAM-07]', async () => {
  const { unmount } = await open(at(quillmoor.id))
  expect([(await field('Name')).readOnly, (await field('Namespace')).readOnly]).toEqual([true, true])
  expect(screen.getByText('The namespace of an existing topology cannot be changed.')).toBeTruthy()
  unmount()
  await open('/settings/topologies/new')
  expect([(await field('Name')).readOnly, (await field('Namespace')).readOnly]).toEqual([false, false])
})

test('offers the schedules of the default set [FORM-09]', async () => {
  await open(at(quillmoor.id))
  await userEvent.click(await screen.findByRole('combobox', { name: 'Schedule' }))
  await userEvent.keyboard('{ArrowDown}')
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(schedules.default)
})

test('cancelling returns to the list and changes nothing [INTEG-25 RESOURCE-06 RESOURCE-08]', async () => {
  const { posted } = await open(at(quillmoor.id))
  await field('Name')
  await userEvent.click(button('Cancel'))
  await waitFor(() => expect(location.pathname).toBe('/settings/topologies'))
  expect(posted).toEqual([])
})

test('soft-deletes a topology after confirmation, updates the integrations, and can undo it [ROUTE-50 INTEG-26 INTEG-29 RESOURCE-19 RESOURCE-20 DIALOG-02]', async () => {
  const { posted, dispatcher } = await open(at(quillmoor.id))
  await field('Name')
  await userEvent.click(button('Delete'))
  const asked = await screen.findByRole('alertdialog')
  expect(within(asked).getByRole('heading', { name: 'Delete resource' })).toBeTruthy()
  expect(within(asked).getByText(/Are you sure you want to delete this resource\?/)).toBeTruthy()
  expect(posted).toEqual([])
  await userEvent.click(within(asked).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(posted).toEqual([[`/api/db/topologies?id=eq.${quillmoor.id}`, { deleted_at: 'now()' }]]))
  await waitFor(() => expect(location.pathname).toBe('/settings/integrations'))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`/api/db/topologies?id=eq.${quillmoor.id}`, { deleted_at: null }])
})

test('a new topology opens its form with Save, has the console as its source, and opens the dashboard [CALL-129 TOPO-10 INTEG-23 ROUTE-38]', async () => {
  const { posted } = await open('/settings/topologies/new')
  expect((await field('Namespace')).value).toBe('default')
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  await userEvent.fill(await field('Name'), 'harbour')
  await userEvent.fill(await field('Component name'), 'cranes')
  await save('Save')
  await waitFor(() => expect(posted[0]?.[0]).toBe('/api/db/topologies'))
  expect(posted[0]?.[1]).toEqual({
    name: 'harbour',
    namespace: 'default',
    labels: null,
    source: 'UI',
    created_by: ME,
    spec: { schedule: '@every 1h', components: [{ name: 'cranes', type: 'Application' }] },
  })
  await waitFor(() => expect(location.pathname).toBe('/topology'))
})

test('warns about values that the engine would refuse, but allows saving them', async () => {
  const spec = { components: [{ name: 'shop', colour: 'red' }, { name: 'shop' }] }
  const { posted } = await open(at(quillmoor.id), { rows: [{ ...quillmoor, spec }] })
  const [owner] = await screen.findAllByRole('textbox', { name: 'Owner' })
  await userEvent.fill(owner as HTMLElement, 'payments')
  await userEvent.click(button('Review changes'))
  expect(await screen.findByText(/^Line \d+: colour is not a known key/)).toBeTruthy()
  expect(screen.getByText(/^“shop” is defined twice/)).toBeTruthy()
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted.length).toBe(1))
})

test('shows a notice above the editor for a topology of another backend', async () => {
  const spec = { components: [{ name: 'shop', relationships: [{ type: 'Service' }] }] }
  await open(at(quillmoor.id), { rows: [{ ...quillmoor, spec }] })
  expect(await screen.findByText(/^The embedded backend does not support relationships and/)).toBeTruthy()
})

test('a topology from elsewhere is read-only and shows its origin; a failed job is shown first', async () => {
  await open(at(depot.id))
  expect(
    (await screen.findAllByText((_, one) => one?.textContent === 'Managed by agent depot-leeds. Change it there.'))
      .length
  ).toBeGreaterThan(0)
  expect((await field('Name')).readOnly).toBe(true)
  for (const name of ['Review changes', 'Delete', 'Cancel']) expect(screen.queryByRole('button', { name })).toBeNull()
  cleanup()
  await open(at(belts.id))
  const why = await screen.findByText(/^components\.0\.lookup\.catalog: Too small/)
  expect(why.parentElement?.textContent).toMatch(/^The last job failed .* ago: components/)
})

test('the job history has a URL and shows the results of each run [TOPO-12]', async () => {
  const run = {
    id: ME,
    name: 'Topology',
    status: 'WARNING',
    time_start: '2026-11-08T10:30:00Z',
    created_at: '2026-11-08T10:30:00Z',
    duration_millis: 5004,
    success_count: 3,
    error_count: 1,
    details: { errors: ['shop: selects nothing'], summary: { added: 1, updated: 0, unchanged: 2, deleted: 4 } },
  }
  const { urls } = await open(at(quillmoor.id), {
    answer: (path) => (path === '/api/db/job_histories' ? listResponse([run]) : undefined),
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Job History' }))
  await waitFor(() => expect(location.search).toBe('?tab=jobs'))
  expect(await screen.findByText('shop: selects nothing')).toBeTruthy()
  expect(screen.getByRole('row', { name: 'Components 1 0 2 4' })).toBeTruthy()
  const asked = urls.find(({ pathname }) => pathname === '/api/db/job_histories')?.searchParams
  expect(asked?.get('resource_id')).toBe(`eq.${quillmoor.id}`)
})

test('runs a topology now and reports the result', async () => {
  const { posted } = await open(at(quillmoor.id), {
    answer: (path) =>
      path.startsWith('/api/canary/run/topology/')
        ? listResponse({ summary: { added: 1, updated: 2, unchanged: 16, deleted: 0 } })
        : undefined,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run now' }))
  await waitFor(() => expect(posted[0]?.[0]).toBe(`/api/canary/run/topology/${quillmoor.id}`))
  await waitFor(() =>
    expect(journal.messages.get()[0]?.text).toBe('Ran quillmoor: 1 added, 2 updated and 16 unchanged.')
  )
})

test('a deleted topology shows a notice, and without write permission a topology is read-only', async () => {
  const { unmount } = await open(at(ME))
  expect(await screen.findByText('Topology not found')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Open topologies' })).toBeTruthy()
  unmount()
  await open(at(quillmoor.id), { environment: { roles: ['viewer'] } })
  expect(
    await screen.findByText('Requires write access to topologies. Administrators and editors have it.')
  ).toBeTruthy()
  expect((await field('Name')).readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})
