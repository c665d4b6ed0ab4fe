import '@/commands/every-command'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, openCommand } from '@tests/helpers/command-dialog'
import { createConsoleContext } from '@tests/helpers/console-context'
import { ME } from '@tests/helpers/item-page'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { Routes } from '@/app/routes'
import { journal } from '@/app/journal'
import type { CommandEnvironment } from '@/commands/context'
import { charts } from '@/shared/settings/charts'
import type { Integration } from '@/api/settings/integrations'
import logBackends from '@dev/examples/log-backends.examples'
import scrapers from '@dev/examples/scrapers.examples'
import topologies from '@dev/examples/topologies.examples'
import { deleteDrafts } from '@/ui/form/drafts'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import '@/ui/form/code/code-view'
import '../document-editor'
import './direct'
import './fields-form'
import './git-ops'
import './integration.page'
import IntegrationsView from './integrations.page'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  deleteDrafts()
  history.replaceState(null, '', '/')
})

const [quillmoor, , belts] = topologies as [(typeof topologies)[0], (typeof topologies)[1], (typeof topologies)[2]]
const [printers] = scrapers as [(typeof scrapers)[0]]
const [shopLogs, depotLogs] = logBackends as [(typeof logBackends)[0], (typeof logBackends)[1]]

const LIST = '/settings/integrations'
const rows: readonly Integration[] = [
  { ...shopLogs, integration_type: 'logging_backends' },
  { ...printers, job_details: null, integration_type: 'scrapers', creator_name: 'Ines Okonkwo' },
  { ...belts, integration_type: 'topologies' },
  { ...quillmoor, integration_type: 'topologies' },
]

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** Opens the list with a fake server. */
const openList = (environment: Partial<CommandEnvironment> = {}, answer: unknown = rows) =>
  openPage(IntegrationsView, LIST, {
    environment,
    answer: (path) => (path === '/api/db/integrations_with_status' ? listResponse(answer) : undefined),
  })

/** Opens any URL as the app routes it, with a fake server that performs commands. */
function openAddress(address: string, environment: Partial<CommandEnvironment> = {}) {
  history.replaceState(null, '', address)
  const posted: [path: string, body: unknown][] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const url = new URL(input, location.origin)
    asked.push(url.pathname)
    if (['PATCH', 'POST'].includes(init?.method?.toUpperCase() ?? '') && typeof init?.body === 'string') {
      posted.push([`${url.pathname}${url.search}`, JSON.parse(init.body)])
      return listResponse([{ id: ME }])
    }
    const of = (list: readonly { id: string }[]) =>
      listResponse(list.filter(({ id }) => [null, `eq.${id}`].includes(url.searchParams.get('id'))))
    if (url.pathname === '/api/db/topologies_with_status') return of(topologies)
    if (url.pathname === '/api/db/config_scrapers_with_status') return of(scrapers)
    if (url.pathname === '/api/db/logging_backends') return of(logBackends)
    if (url.pathname === '/api/db/integrations_with_status') return listResponse(rows)
    if (url.pathname === '/api/auth/whoami')
      return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: [] } })
    return listResponse([])
  })
  const { around } = createConsoleContext({ path: address, ...environment })
  render(
    around(
      <Routes
        path={address.split('?')[0] ?? ''}
        isHealthOnly={false}
        hasProfile={false}
        flags={{ is: 'here', flags: environment.flags ?? new Set() }}
      />
    )
  )
  return { posted, asked }
}

test('lists integrations of all kinds with type and last job, failed ones first [ROUTE-48 INTEG-27 INTEG-30 CALL-113]', async () => {
  const { urls } = openList()
  const failed = await screen.findByRole('row', { name: /^everything\.that.*, Topology, failed, components\.0/ })
  expect(screen.getByRole('row', { name: 'printers, Scraper, success, from console' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'shop-logs, Log backend, from console' })).toBeTruthy()
  expect(screen.getAllByRole('row')[1]).toBe(failed)
  const asked = urls.find(({ pathname }) => pathname === '/api/db/integrations_with_status')?.searchParams
  expect([asked?.get('deleted_at'), asked?.get('order')]).toEqual(['is.null', 'created_at.desc'])
  expect(screen.getByText('Ines Okonkwo')).toBeTruthy()
})

test.each([
  ['printers', `${LIST}/scrapers/${printers.id}`],
  ['quillmoor', `${LIST}/topologies/${quillmoor.id}`],
  ['shop-logs', `${LIST}/logging_backends/${shopLogs.id}`],
])('Enter opens %s at a URL with its type', async (name, path) => {
  openList()
  const row = await screen.findByRole('row', { name: new RegExp(`^${name}`) })
  await userEvent.dblClick(within(row).getByText(name))
  await waitFor(() => expect(location.pathname).toBe(path))
})

test('users without write permission cannot add integrations and open the page of the resource [INTEG-28]', async () => {
  openList({ roles: ['viewer'] })
  const row = await screen.findByRole('row', { name: /^quillmoor/ })
  expect(screen.queryByRole('button', { name: /Add integration/ })).toBeNull()
  await userEvent.dblClick(within(row).getByText('quillmoor'))
  await waitFor(() => expect(location.pathname).toBe(`/settings/topologies/${quillmoor.id}`))
})

test('shows an empty state without integrations, and the error of the server when loading fails', async () => {
  openList({}, [])
  expect(await screen.findByRole('heading', { name: 'No integrations' })).toBeTruthy()
  cleanup()
  openPage(IntegrationsView, LIST, { answer: () => listResponse({ error: 'unauthorized: read on it' }, 403) })
  expect(await screen.findByText('unauthorized: read on it')).toBeTruthy()
  expect(screen.queryByText('No integrations')).toBeNull()
})

test('the page of an integration is refused without write access, and shown with it [ROUTE-51 ROUTE-52 INTEG-28]', async () => {
  const address = `${LIST}/topologies/${quillmoor.id}`
  openAddress(address, { roles: ['viewer'] })
  expect(await screen.findByText(/^Requires write access to integrations\./)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'quillmoor' })).toBeNull()
  cleanup()
  openAddress(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'quillmoor' })).toBeTruthy()
  expect((await field('Name')).value).toBe('quillmoor')
  expect(screen.getByRole('link', { name: 'Integrations' }).getAttribute('href')).toBe(LIST)
})

test('saving or cancelling a scraper opened from the integrations returns to them', async () => {
  const { posted } = openAddress(`${LIST}/scrapers/${printers.id}`)
  await userEvent.fill(await field('Path'), '/srv/all/*.json')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted[0]?.[0]).toBe(`/api/db/config_scrapers?id=eq.${printers.id}`))
  await waitFor(() => expect(location.pathname).toBe(LIST))
  cleanup()
  // Without an earlier page of the console, Cancel opens the list.
  for (const address of ['/no/such/page', LIST]) history.pushState(null, '', address)
  openAddress(`${LIST}/scrapers/${printers.id}`)
  await field('Path')
  await userEvent.click(button('Cancel'))
  await waitFor(() => expect(location.pathname).toBe(LIST))
})

test('a log backend is edited and deleted on its page with the fields of its dialog [INTEG-29]', async () => {
  const { posted } = openAddress(`${LIST}/logging_backends/${shopLogs.id}`)
  await userEvent.fill(await field('Name'), 'all-logs')
  await userEvent.click(button('Update'))
  const { id, labels, spec } = shopLogs
  await waitFor(() =>
    expect(posted).toEqual([[`/api/db/logging_backends?id=eq.${id}`, { id, name: 'all-logs', labels, spec }]])
  )
  await waitFor(() => expect(location.pathname).toBe(LIST))
  cleanup()
  const again = openAddress(`${LIST}/logging_backends/${shopLogs.id}`)
  await field('Name')
  await userEvent.click(button('Delete'))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(again.posted).toEqual([[`/api/db/logging_backends?id=eq.${id}`, { deleted_at: 'now()' }]]))
  await waitFor(() => expect(location.pathname).toBe(LIST))
})

test('an integration from elsewhere is read-only; a deleted one or an unknown type shows a notice', async () => {
  openAddress(`${LIST}/logging_backends/${depotLogs.id}`)
  expect(await screen.findByText('Managed by a local file (ConfigFile). Change it there.')).toBeTruthy()
  expect((await field('Name')).readOnly).toBe(true)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  cleanup()
  openAddress(`${LIST}/logging_backends/${ME}`)
  expect(await screen.findByText('Log backend not found')).toBeTruthy()
  cleanup()
  openAddress(`${LIST}/topologies/${quillmoor.id}`, { flags: new Set(['topology']) })
  expect(await screen.findByText('Topologies is turned off')).toBeTruthy()
})

const gitOps = ['AWS', 'Azure', 'Prometheus', 'Flux', 'Kubernetes', 'Mission Control']
const direct = ['Custom Topology', 'Catalog Scraper', 'Log Backends']
const tilesOf = (group: string) =>
  within(screen.getByRole('region', { name: group }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

type Options = Parameters<typeof openCommand>[1]
async function add(call = 'integration.add', options: Options = {}) {
  history.replaceState(null, '', LIST)
  const opened = openCommand(call, {
    environment: { path: LIST, ...options.environment },
    answer: (path, body, query) => {
      if (path === '/api/auth/whoami')
        return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: [] } })
      if (body !== undefined) return listResponse([{ id: quillmoor.id }])
      return options.answer?.(path, body, query)
    },
  })
  const dialog = await screen.findByRole('dialog', { name: 'Add Integration' })
  return { ...opened, dialog }
}

test('Add Integration offers charts and direct integrations in a grid of four columns [INTEG-01 INTEG-02 INTEG-06 INTEG-07 INTEG-17 INTEG-18 INTEG-19 INTEG-20]', async () => {
  await add()
  expect(tilesOf('Add via GitOps')).toEqual(gitOps)
  expect(tilesOf('Add Directly')).toEqual(direct)
  const tops = within(screen.getByRole('region', { name: 'Add via GitOps' }))
    .getAllByRole('button')
    .map((tile) => Math.round(tile.getBoundingClientRect().top))
  expect(tops.filter((top) => top === tops[0]).length).toBe(4)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('AWS'))
})

test('does not offer log backends if logs are turned off [INTEG-21]', async () => {
  await add('integration.add', { environment: { flags: new Set(['logs']) } })
  expect(tilesOf('Add Directly')).toEqual(direct.slice(0, 2))
})

test('adds a topology: the dialog closes after saving, and the list reloads [INTEG-03 INTEG-05 INTEG-22 INTEG-23]', async () => {
  const { posted, inAddress } = await add()
  await userEvent.click(button('Custom Topology'))
  expect(inAddress()).toBe('integration.add?option=topology&type=')
  expect((await field('Namespace')).value).toBe('default')
  await userEvent.fill(await field('Name'), 'harbour')
  await userEvent.fill(await field('Component name'), 'cranes')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Save'))
  await untilDialogClosed()
  expect(posted[0]).toEqual([
    '/api/db/topologies',
    expect.objectContaining({ name: 'harbour', namespace: 'default', source: 'UI', created_by: ME }),
  ])
  expect(location.pathname).toBe(LIST)
  await waitFor(() => expect(journal.messages.get()[0]?.text).toBe('Added harbour.'))
})

test('the list behind the dialog loads the new integration [INTEG-05]', async () => {
  const { asked, posted } = openAddress(LIST)
  await screen.findByRole('row', { name: /^quillmoor/ })
  const count = () => asked.filter((path) => path === '/api/db/integrations_with_status').length
  expect(count()).toBe(1)
  await userEvent.click(button('Add integration'))
  await userEvent.click(await screen.findByRole('button', { name: 'Custom Topology' }))
  await userEvent.fill(await field('Name'), 'harbour')
  await userEvent.click(button('Review changes'))
  await userEvent.click(button('Save'))
  await untilDialogClosed()
  expect(posted.length).toBe(1)
  await waitFor(() => expect(count()).toBe(2))
})

test('Back returns to the chosen option and keeps the input [INTEG-04]', async () => {
  await add('integration.add')
  await userEvent.click(button('Custom Topology'))
  await userEvent.fill(await field('Name'), 'harbour')
  await userEvent.click(button('Back'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Custom Topology'))
  await userEvent.click(button('Custom Topology'))
  await waitFor(async () => expect((await field('Name')).value).toBe('harbour'))
})

test('a scraper prompts for its type before its form, and Back goes one step back', async () => {
  await add()
  await userEvent.click(button('Catalog Scraper'))
  await userEvent.click(await screen.findByRole('button', { name: 'HTTP' }))
  expect(await field('URL')).toBeTruthy()
  await userEvent.click(button('Back'))
  expect(await screen.findByRole('button', { name: 'HTTP' })).toBeTruthy()
  await userEvent.click(button('Back'))
  expect(await screen.findByRole('region', { name: 'Add Directly' })).toBeTruthy()
})

test('adds a log backend with the fields of its own dialog [INTEG-20 INTEG-05]', async () => {
  const { posted } = await add('integration.add?option=logbackend')
  await userEvent.fill(await field('Name'), 'loki')
  const spec = await screen.findByRole('textbox', { name: 'Spec' })
  spec.focus()
  await userEvent.keyboard('file: x')
  await waitFor(() => expect(button('Add').getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(button('Add'))
  await untilDialogClosed()
  expect(posted[0]).toEqual([
    '/api/db/logging_backends',
    expect.objectContaining({ name: 'loki', spec: { file: 'x' } }),
  ])
})

test('Cancel closes the dialog [INTEG-25]', async () => {
  const { posted } = await add('integration.add?option=topology')
  await userEvent.fill(await field('Name'), 'shop')
  await userEvent.click(button('Cancel'))
  await userEvent.click(await screen.findByRole('button', { name: /^Discard/ }))
  await untilDialogClosed()
  expect(posted).toEqual([])
})

test('Cancel of a new integration without input does not ask', async () => {
  const { posted } = await add('integration.add?option=topology')
  await field('Name')
  await userEvent.click(button('Cancel'))
  await untilDialogClosed()
  expect(posted).toEqual([])
})

const schema = {
  type: 'object',
  required: ['region'],
  additionalProperties: false,
  properties: { region: { type: 'string' }, zone: { type: 'string' } },
}
const ofChart = (path: string) =>
  path === '/api/_charts/aws' ? listResponse({ name: 'mission-control-aws', version: '1.0.7', schema }) : undefined
const textOf = (label: string) => screen.getByRole('group', { name: `${label}, code` }).textContent

test('the values of a chart produce the Flux manifest and the Helm command [INTEG-08 INTEG-10 INTEG-11 INTEG-12 INTEG-13 INTEG-14 INTEG-15 INTEG-16 CALL-134]', async () => {
  const { asked } = await add('integration.add?option=aws', { answer: ofChart })
  expect(await screen.findByText('Chart mission-control-aws 1.0.7.')).toBeTruthy()
  expect(asked).toContain('/api/_charts/aws')
  expect((await field('Namespace')).value).toBe('mission-control')
  expect((await field('Interval')).value).toBe('30m')
  await userEvent.fill(await field('Name'), 'cloud')
  await userEvent.fill(await field('Labels'), 'team=platform{Enter}')
  ;(await screen.findByRole('textbox', { name: 'Chart values' })).focus()
  await userEvent.keyboard('region: eu-west-1')
  await waitFor(() => expect(textOf('Flux manifest')).toContain('region: eu-west-1'))
  expect(textOf('Flux manifest')).toContain('name: cloud\n  namespace: mission-control')
  expect(screen.getByText(/^The Kubernetes chart must already be installed with Flux/)).toBeTruthy()
  await userEvent.click(screen.getByRole('tab', { name: 'Helm CLI' }))
  await waitFor(() =>
    expect(textOf('Helm install command')).toContain('helm upgrade --install cloud flanksource/mission-control-aws')
  )
})

test('validates values against the schema of the chart [INTEG-09]', async () => {
  await add('integration.add?option=aws', { answer: ofChart })
  await screen.findByText('Chart mission-control-aws 1.0.7.')
  ;(await screen.findByRole('textbox', { name: 'Chart values' })).focus()
  await userEvent.keyboard('zonne: a')
  expect(await screen.findByText(/zonne is not a known key/, undefined, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByText(/needs region/)).toBeNull()
})

test('a chart without a definition can be installed, with a notice that values are not validated', async () => {
  await add('integration.add?option=aws', {
    answer: () => listResponse({ error: 'The registry does not answer' }, 502),
  })
  expect(await screen.findByText('The values are not validated: The registry does not answer')).toBeTruthy()
  expect(textOf('Flux manifest')).toContain('chart: mission-control-aws')
  expect(charts.map(({ label }) => label)).toEqual(gitOps)
})
