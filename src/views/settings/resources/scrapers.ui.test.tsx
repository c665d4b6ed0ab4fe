import '@/commands/every-command'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand } from '@tests/helpers/command-dialog'
import { type ItemOptions, ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { journal } from '@/app/journal'
import examples from '@dev/examples/scrapers.examples'
import { deleteDrafts } from '@/ui/form/drafts'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import './document-editor'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteDrafts()
  history.replaceState(null, '', '/')
})

const [printers, harbour, belts] = examples as [(typeof examples)[0], (typeof examples)[1], (typeof examples)[2]]
const LIST = '/api/db/config_scrapers_with_status'

const open = (address: string, options?: ItemOptions) =>
  openItem('scraper', 'config_scrapers_with_status', address, options)

const at = (id: string, more = '') => `/catalog/scrapers/${id}${more}`
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const save = async (name: 'Save' | 'Update' = 'Update') => {
  await userEvent.click(button('Review changes'))
  await userEvent.click(button(name))
}

test('lists scrapers with type, last job, schedule and results, and opens one at its URL [ROUTE-29]', async () => {
  const { performed } = await openResource('scraper', {
    answer: (path) => (path === LIST ? listResponse(examples) : undefined),
  })
  const row = await screen.findByRole('row', {
    name: 'printers, File, success, 43 items, @every 30m, from console',
  })
  expect(screen.getByRole('row', { name: /^harbour, Kubernetes, failed, 0 items, from kubernetescrd$/ })).toBeTruthy()
  expect(
    screen.getByRole('row', { name: /^everything\.that.*, Custom, never ran, from agent depot-leeds$/ })
  ).toBeTruthy()
  row.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(performed).toContain(`resource.open?resource=scraper:${printers.id}`))
})

test('a scraper has a page with its name, source and spec in a form, and as code [ROUTE-30 SCRAPER-02 SCRAPER-14 SCRAPER-15]', async () => {
  await open(at(printers.id))
  expect(await screen.findByRole('heading', { level: 1, name: 'printers' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Spec', selected: true })).toBeTruthy()
  expect((await field('Name')).value).toBe('printers')
  expect((await field('Path')).value).toBe('/srv/printers/*.json')
  expect(screen.getByText('Source', { selector: 'dt' }).nextElementSibling?.textContent).toBe('Console')
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  const code = await screen.findByRole('textbox', { name: 'printers as code' })
  expect(code.innerText).toContain('spec:')
  expect(code.innerText).toContain('id: $.serial')
})

test('a failed job is shown first in the row and at the top of the page', async () => {
  const errors = ['connect ECONNREFUSED 10.0.0.7:443', 'connect ECONNREFUSED 10.0.0.7:443', 'no such host: depot']
  const failed = { ...printers, job_status: 'FAILED', job_details: { ...printers.job_details, errors } }
  await openResource('scraper', { answer: (path) => (path === LIST ? listResponse([failed]) : undefined) })
  const words = 'connect ECONNREFUSED 10.0.0.7:443 (and 1 more)'
  const row = await screen.findByRole('row', {
    name: `printers, File, failed, ${words}, 43 items, @every 30m, from console`,
  })
  expect(within(row).getByText(words)).toBeTruthy()
  cleanup()
  await open(at(printers.id), { rows: [failed] })
  const line = await screen.findByText(words)
  expect(line.parentElement?.textContent).toMatch(/^The last job failed .* ago: connect/)
  expect(line.compareDocumentPosition(screen.getByRole('tab', { name: 'Job History' }))).toBe(
    Node.DOCUMENT_POSITION_FOLLOWING
  )
})

test('saving a changed field is a command that can be undone, and returns to the list [CALL-130 RESOURCE-07 RESOURCE-08]', async () => {
  const { posted, dispatcher } = await open(at(printers.id))
  await userEvent.fill(await field('Path'), '/srv/all/*.json')
  await save()
  const spec = { ...printers.spec, file: [{ ...printers.spec.file?.[0], paths: ['/srv/all/*.json'] }] }
  const row = { id: printers.id, name: 'printers', namespace: 'depot', description: null }
  await waitFor(() => expect(posted).toEqual([[`/api/db/config_scrapers?id=eq.${printers.id}`, { ...row, spec }]]))
  await waitFor(() => expect(location.pathname).toBe('/catalog/scrapers'))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`/api/db/config_scrapers?id=eq.${printers.id}`, { ...row, spec: printers.spec }])
})

test('warns about schema findings and comments before saving, but allows it [EDITOR-03]', async () => {
  const odd = { ...printers, spec: { file: [{ pathz: 'x', id: '$.serial', type: 'Depot::Printer' }] } }
  const { posted } = await open(at(printers.id), { rows: [odd] })
  await userEvent.click(await screen.findByRole('tab', { name: 'Code' }))
  ;(await screen.findByRole('textbox', { name: 'printers as code' })).focus()
  await userEvent.keyboard('{Control>}{Home}{/Control}# typed{Enter}')
  await userEvent.click(button('Review changes'))
  expect(await screen.findByText('Path: This field is required')).toBeTruthy()
  expect(screen.getByText(/^Line \d+: .*pathz/)).toBeTruthy()
  expect(screen.getByText(/^Comments are not saved/)).toBeTruthy()
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted.length).toBe(1))
})

test('rejects an invalid scraper with the reason', async () => {
  const { posted } = await open('/catalog/scrapers/new?type=file')
  await userEvent.fill(await field('Path'), '/srv/*.json')
  await save('Save')
  expect(await screen.findByText(/Name is required/)).toBeTruthy()
  expect(posted).toEqual([])
})

const COMPONENT = '5a000011-0000-4000-8000-000000000015'
const made = { ...printers, id: '5a000013-0000-4000-8000-0000000000c0', source: COMPONENT }
test.each([
  ['a Kubernetes CRD', harbour, `/catalog/${harbour.id}`],
  ['agent depot-leeds', belts, `/settings/agents?id=${belts.agent?.id}`],
  ['a topology component', made, `/topology/${COMPONENT}`],
])(
  'a scraper of %s is read-only, and links to it [RESOURCE-10 RESOURCE-11 RESOURCE-12 RESOURCE-15]',
  async (origin, row, href) => {
    await open(at(row.id), { rows: [row] })
    expect((await screen.findByRole('link', { name: origin })).getAttribute('href')).toBe(href)
    expect(
      (await screen.findAllByText((_, one) => one?.textContent === `Managed by ${origin}. Change it there.`)).length
    ).toBeGreaterThan(0)
    await userEvent.click(await screen.findByRole('tab', { name: 'Form' }))
    expect((await field('Name')).readOnly).toBe(true)
    expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull()
  }
)

test('the job history has a URL and shows the results of each run [SCRAPER-16 JOBS-44 CALL-135]', async () => {
  const run = {
    id: ME,
    name: 'Scraper',
    status: 'FAILED',
    time_start: '2026-11-08T10:30:00Z',
    created_at: '2026-11-08T10:30:00Z',
    duration_millis: 5004,
    success_count: 0,
    error_count: 1,
    details: {
      errors: ['no such host'],
      scrape_summary: { 'Depot::Printer': { added: 2, updated: 0, unchanged: 40 } },
    },
  }
  const { urls } = await open(at(printers.id), {
    answer: (path) => (path === '/api/db/job_histories' ? listResponse([run]) : undefined),
  })
  await userEvent.click(await screen.findByRole('tab', { name: 'Job History' }))
  await waitFor(() => expect(location.search).toBe('?tab=jobs'))
  expect(await screen.findByText('no such host')).toBeTruthy()
  expect(screen.getByRole('row', { name: 'Depot::Printer 2 0 40' })).toBeTruthy()
  const asked = urls.find(({ pathname }) => pathname === '/api/db/job_histories')?.searchParams
  expect(asked?.get('resource_id')).toBe(`eq.${printers.id}`)
  expect(asked?.get('resource_type')).toBe('in.(config_scraper,catalog_scraper)')
  expect(asked?.get('limit')).toBe('50')
  expect(asked?.get('order')).toBe('created_at.desc')
})

test('runs a scraper now and reports the result', async () => {
  const { posted } = await open(at(printers.id), {
    answer: (path) =>
      path.startsWith('/api/config/run/')
        ? listResponse({ scrape_summary: { 'Depot::Printer': { added: 2, updated: 1, unchanged: 40 } } })
        : undefined,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Run now' }))
  await waitFor(() => expect(posted[0]?.[0]).toBe(`/api/config/run/${printers.id}`))
  const told = 'Ran printers: 2 added, 1 updated and 40 unchanged.'
  await waitFor(() => expect(journal.messages.get()[0]?.text).toBe(told))
})

const tiles = [
  'Kubernetes',
  'Azure',
  'Kubernetes File',
  'SQL',
  'Trivy',
  'AWS',
  'File',
  'Github Actions',
  'HTTP',
  'Azure DevOps',
  'Custom',
]

test('a new scraper starts with its types, then shows the form of one, and opens the catalog [SCRAPER-01 SCRAPER-03 CALL-130 ROUTE-37]', async () => {
  const { posted } = await open('/catalog/scrapers/new')
  const types = await screen.findByRole('navigation', { name: 'Types' })
  expect(
    within(types)
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  ).toEqual(tiles)
  await userEvent.click(within(types).getByRole('link', { name: 'HTTP' }))
  await waitFor(() => expect(location.search).toBe('?type=http'))
  await userEvent.fill(await field('URL'), 'https://inventory.example/things')
  await userEvent.fill(await field('Name'), 'inventory')
  await save('Save')
  await waitFor(() => expect(posted[0]?.[0]).toBe('/api/db/config_scrapers'))
  expect(posted[0]?.[1]).toEqual({
    name: 'inventory',
    namespace: 'default',
    description: null,
    source: 'UI',
    created_by: ME,
    spec: { schedule: '@hourly', http: [{ url: 'https://inventory.example/things', id: '', type: '' }] },
  })
  await waitFor(() => expect(location.pathname).toBe('/catalog'))
})

test('a type that this backend does not support can be edited and has a notice', async () => {
  await open('/catalog/scrapers/new?type=kubernetes')
  expect(await screen.findByText(/^The embedded backend does not support Kubernetes/)).toBeTruthy()
  expect(await field('Cluster name')).toBeTruthy()
  expect((await screen.findByRole<HTMLInputElement>('spinbutton', { name: 'Max in flight' })).value).toBe('64')
})

test('input survives a reload', async () => {
  const { unmount } = await open(at(printers.id))
  await userEvent.fill(await field('Path'), '/srv/all/*.json')
  unmount()
  await open(at(printers.id))
  await waitFor(async () => expect((await field('Path')).value).toBe('/srv/all/*.json'))
})

test('shows a notice for a deleted scraper, and a read-only form with the reason without write access [RESOURCE-16 RESOURCE-17 RESOURCE-18]', async () => {
  const { unmount } = await open(at(ME))
  expect(await screen.findByText('Scraper not found')).toBeTruthy()
  unmount()
  const viewing = await open(at(printers.id), { environment: { roles: ['viewer'] } })
  expect(await screen.findByText('Requires write access to scrapers. Administrators and editors have it.')).toBeTruthy()
  expect((await field('Path')).readOnly).toBe(true)
  for (const name of ['Review changes', 'Update', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull()
  viewing.unmount()
  await open('/catalog/scrapers/new', { environment: { roles: ['viewer'] } })
  expect(await screen.findByRole('heading', { name: 'Unauthorized' })).toBeTruthy()
})

test.each([
  ['resource.create?type=scraper', '/catalog/scrapers/new'],
  [`resource.edit?resource=scraper:${printers.id}`, at(printers.id)],
  [`resource.open?resource=scraper:${printers.id}`, at(printers.id)],
])('%s opens %s instead of a dialog', async (call, path) => {
  openCommand(call)
  await waitFor(() => expect(location.pathname).toBe(path))
  expect(screen.queryByRole('dialog')).toBeNull()
})
