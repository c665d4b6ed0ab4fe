import { writtenCall } from '@tests/helpers/written-call'
import '@/commands/every-command'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ItemOptions, ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { journal } from '@/app/journal'
import { schedules } from '@/shared/forms/schedules'
import examples from '@dev/examples/canaries.examples'
import { deleteDrafts } from '@/ui/form/drafts'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import './document-editor'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteDrafts()
  history.replaceState(null, '', '/')
})

const [storefront, nodes, belts] = examples as [(typeof examples)[0], (typeof examples)[1], (typeof examples)[2]]

const open = (address: string, options?: ItemOptions) => openItem('canary', 'canaries', address, options)
const at = (id: string, more = '') => `/settings/canaries/${id}${more}`
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string) => screen.getByRole('button', { name })
const save = async (name: 'Save' | 'Update' = 'Update') => {
  await userEvent.click(button('Review changes'))
  await userEvent.click(button(name))
}

/** The call leaves the URL shortly after the dialog has closed. */
const closeDialog = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(location.search).not.toContain('do='))
}
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

test('lists canaries with namespace, check health, schedule and origin, without their specs [ROUTE-55]', async () => {
  const asked: string[] = []
  const { performed } = await openResource('canary', {
    answer(path, input) {
      if (path !== '/api/db/canaries_with_status') return undefined
      asked.push(new URL(input, location.origin).searchParams.get('select') ?? '')
      return listResponse(examples)
    },
  })
  const row = await screen.findByRole('row', {
    name: 'storefront, shop, 1 healthy, @every 30s, from console',
  })
  expect(
    screen.getByRole('row', { name: /^harbour-nodes, platform, 1 unhealthy, @every 60s, from kubernetescrd$/ })
  ).toBeTruthy()
  expect(asked[0]?.split(',')).not.toContain('spec')
  row.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(performed).toContain(`resource.open?resource=canary:${storefront.id}`))
})

test('a canary has a page with its name, namespace, labels, schedule and checks in a form [ROUTE-56 CHECKFORM-04 CHECKFORM-05 CHECKFORM-21 CALL-70 ENT-09]', async () => {
  const { urls } = await open(at(storefront.id))
  expect(await screen.findByRole('heading', { level: 1, name: 'storefront' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: 'Spec', selected: true })).toBeTruthy()
  expect((await field('Name')).value).toBe('storefront')
  expect((await field('Namespace')).value).toBe('shop')
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Schedule' })).value).toBe('@every 30s')
  expect(screen.getByText('team=shop')).toBeTruthy()
  expect((await field('URL')).value).toBe('https://shop.example/')
  expect([fact('Type'), fact('Source'), fact('Created by')]).toEqual(['HTTP', 'Console', 'Ada'])
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  const code = await screen.findByRole('textbox', { name: 'storefront as code' })
  expect(code.innerText).toContain('thresholdMillis: 800')
  // Only one row is requested, by its id.
  expect(urls.map(({ pathname }) => pathname)).not.toContain('/api/db/canaries_with_status')
})

test('offers response codes as checkboxes, and a body if the method has one, and saves the spec [CHECKFORM-18 CHECKFORM-19 CHECKFORM-20]', async () => {
  const { posted, dispatcher } = await open(at(storefront.id))
  await userEvent.click(await screen.findByRole('checkbox', { name: '301' }))
  expect(screen.queryByRole('textbox', { name: 'Body' })).toBeNull()
  await userEvent.click(screen.getByRole('combobox', { name: 'Method' }))
  await userEvent.click(await screen.findByRole('option', { name: 'PUT' }))
  await userEvent.fill(await field('Body'), '{}')
  await save()
  const [check] = storefront.spec.http ?? []
  const row = { id: storefront.id, name: 'storefront', namespace: 'shop', labels: { team: 'shop' } }
  const spec = {
    ...storefront.spec,
    http: [{ ...check, responseCodes: [200, 204, 301], method: 'PUT', body: '{}' }],
  }
  await waitFor(() => expect(posted).toEqual([[`/api/db/canaries?id=eq.${storefront.id}`, { ...row, spec }]]))
  await dispatcher.undo()
  expect(posted.at(-1)?.[1]).toEqual({ ...row, spec: storefront.spec })
})

test('messages and shareable calls contain no part of a spec', async () => {
  const { posted } = await open(at(storefront.id))
  await userEvent.fill(await field('URL'), 'https://ada:secret@shop.example/')
  await save()
  await waitFor(() => expect(JSON.stringify(posted)).toContain('secret'))
  await waitFor(() => expect(journal.messages.get().length).toBeGreaterThan(0))
  expect(writtenCall(journal.lastChange.get())).toBe(`resource.edit?resource=canary:${storefront.id}&values=%7B%7D`)
  expect(JSON.stringify([journal.messages.get(), journal.toRepeat.get()])).not.toContain('secret')
})

test('a URL opens the check that it names, with focus in it', async () => {
  const tcp = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, endpoint: `${name}.example:5432` }))
  const rows = [{ ...storefront, spec: { tcp } }]
  await open(at(storefront.id, '?part=tcp%3Ad'), { rows })
  const [first, wanted] = await Promise.all(['TCP: a', 'TCP: d'].map((name) => screen.findByText(name)))
  expect(first?.closest('details')?.open).toBe(false)
  expect(wanted?.closest('details')?.open).toBe(true)
  const urlOf = within(wanted?.closest('details') as HTMLElement).getByRole<HTMLInputElement>('textbox', {
    name: 'URL',
  })
  expect(urlOf.value).toBe('d.example:5432')
  await waitFor(() => expect(document.activeElement?.closest('details')).toBe(wanted?.closest('details')))
  // Collapsed sections render when they are expanded.
  expect(screen.getAllByRole('textbox', { name: 'URL' }).length).toBe(1)
  await userEvent.click(first as HTMLElement)
  await waitFor(() => expect(screen.getAllByRole('textbox', { name: 'URL' }).length).toBe(2))
})

test('runs and explains the edited text once without saving it', async () => {
  const tcp = ['a', 'b'].map((name) => ({ name, endpoint: `${name}.example:5432` }))
  const { posted } = await open(at(storefront.id), {
    rows: [{ ...storefront, spec: { env: { a: 'b' }, tcp } }],
    answer(path) {
      if (path !== '/api/canary/explain') return undefined
      return listResponse({
        outcome: { kind: 'failed', error: 'connection refused' },
        rules: [],
        steps: [],
        dropped: 0,
      })
    },
  })
  const [, second] = await screen.findAllByRole('textbox', { name: 'URL' })
  await userEvent.fill(second as HTMLElement, 'b.example:1')
  await userEvent.click(button('Run once'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain TCP: b' }))
  expect(await dialog.findByText('Failed: connection refused.')).toBeTruthy()
  // Not in the URL, because a spec may contain secrets.
  expect(location.href).not.toContain('example:1')
  await userEvent.click(dialog.getByRole('combobox', { name: 'Check' }))
  await userEvent.click(await screen.findByRole('option', { name: 'TCP: a' }))
  await waitFor(() => expect(posted.length).toBe(2))
  expect(posted).toEqual([
    ['/api/canary/explain', { type: 'tcp', spec: { name: 'b', endpoint: 'b.example:1' }, env: { a: 'b' } }],
    ['/api/canary/explain', { type: 'tcp', spec: tcp[0], env: { a: 'b' } }],
  ])
  await closeDialog()
})

test('a text without a check has nothing to run', async () => {
  await open('/settings/canaries/new?type=custom')
  await userEvent.click(await screen.findByRole('button', { name: 'Run once' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Nothing to explain' }))
  expect(dialog.getByText(/^The text contains no check/)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Run again' })).toBeNull()
  await closeDialog()
})

test('the job history is a tab of the canary [CHECKFORM-22 CALL-110]', async () => {
  const { urls } = await open(at(storefront.id, '?tab=jobs'))
  expect(await screen.findByRole('tab', { name: 'Job History', selected: true })).toBeTruthy()
  await waitFor(() => {
    const asked = urls.find(({ pathname }) => pathname === '/api/db/job_histories')?.searchParams
    expect(asked?.get('resource_id')).toBe(`eq.${storefront.id}`)
  })
})

test.each([
  [nodes.id, 'a Kubernetes CRD'],
  [belts.id, 'agent depot-leeds'],
])('a canary from elsewhere is read-only and shows its origin: %s', async (id, origin) => {
  await open(at(id))
  const told = (_: string, one: Element | null) => one?.textContent === `Managed by ${origin}. Change it there.`
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0)
  // A type without a form is shown as code.
  expect(await screen.findByRole('tab', { name: 'Code', selected: true })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Review changes' })).toBeNull()
})

test.each([
  ['HTTP', 'http', ['Check name', 'URL']],
  ['ICMP', 'icmp', ['Host']],
  ['Redis', 'redis', ['Address']],
  ['MongoDB', 'mongodb', ['Check name']],
  ['TCP', 'tcp', ['URL']],
  ['Elasticsearch', 'elasticsearch', ['URL', 'Index', 'Query']],
  ['Folder', 'folder', ['Check name', 'Path']],
])(
  'a new check of %s says what it needs before it is saved [CHECKFORM-06 CHECKFORM-07 CHECKFORM-08 CHECKFORM-09 CHECKFORM-10 CHECKFORM-11 CHECKFORM-12 CHECKFORM-13 CHECKFORM-14 CHECKFORM-15 CHECKFORM-16]',
  async (_label, type, needed) => {
    await open(`/settings/canaries/new?type=${type}`)
    await userEvent.fill(await field('Name'), 'mine')
    await userEvent.click(button('Review changes'))
    for (const one of needed) expect(await screen.findByText(`${one}: This field is required`)).toBeTruthy()
  }
)

test('offers the schedules of the short set for a probe, and refuses an unknown time zone [FORM-06]', async () => {
  await open('/settings/canaries/new?type=http')
  const schedule = await screen.findByRole('combobox', { name: 'Schedule' })
  await userEvent.click(schedule)
  await userEvent.keyboard('{ArrowDown}')
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(schedules.short)
  await userEvent.fill(schedule, 'CRON_TZ=Mars/Olympus 0 9 * * *')
  await userEvent.tab()
  expect(await screen.findByText('"Mars/Olympus" is not a time zone such as Europe/Berlin.')).toBeTruthy()
})

test('shows an error for negative numbers [CHECKFORM-17]', async () => {
  await open('/settings/canaries/new?type=http')
  await userEvent.fill(await screen.findByRole('spinbutton', { name: /^Maximum duration/ }), '-1')
  await userEvent.tab()
  expect(await screen.findByText('The minimum is 0.')).toBeTruthy()
})

test('a new canary starts with tiles of all check types, then shows the form of one [CHECKFORM-01 CHECKFORM-02 RESOURCE-08]', async () => {
  const { posted } = await open('/settings/canaries/new')
  const types = within(await screen.findByRole('navigation', { name: 'Types' }))
  const names = types.getAllByRole('link').map(({ textContent }) => textContent)
  expect(names).toEqual(expect.arrayContaining(['HTTP', 'ICMP', 'Redis', 'MongoDB', 'TCP', 'Elasticsearch', 'Folder']))
  expect(names.length).toBeGreaterThan(40)
  await userEvent.click(types.getByRole('link', { name: 'TCP' }))
  await waitFor(() => expect(location.search).toBe('?type=tcp'))
  await userEvent.fill(await field('Name'), 'databases')
  await userEvent.fill(await field('URL'), 'db.example:5432')
  await save('Save')
  await waitFor(() => expect(posted[0]?.[0]).toBe('/api/db/canaries'))
  expect(posted[0]?.[1]).toEqual({
    name: 'databases',
    namespace: 'default',
    labels: null,
    source: 'UI',
    created_by: ME,
    spec: { schedule: '@every 5m', tcp: [{ name: '', endpoint: 'db.example:5432' }] },
  })
  await waitFor(() => expect(location.pathname).toBe('/settings/canaries'))
})

test('a type without a form is edited as code, with a notice if this backend does not run it [CHECKFORM-02]', async () => {
  await open('/settings/canaries/new?type=kubernetes')
  expect(await screen.findByText(/^The embedded backend does not run Kubernetes/)).toBeTruthy()
  expect(await screen.findByRole('tab', { name: 'Code', selected: true })).toBeTruthy()
})

test.each([
  ['kubernetes', 'New canary as code'],
  ['tcp', 'Name'],
])('a new canary of type %s focuses the field %s', async (type, name) => {
  await open(`/settings/canaries/new?type=${type}`)
  const first = await screen.findByRole('textbox', { name })
  await waitFor(() => expect(document.activeElement).toBe(first))
})
