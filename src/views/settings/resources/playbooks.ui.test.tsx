import '@/commands/every-command'
import { cleanup, screen, waitFor, within, render } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toCall } from '@/commands/call'
import { findCommand } from '@/commands/registry'
import { type ItemOptions, ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { createConsoleContext } from '@tests/helpers/console-context'
import examples from '@dev/examples/playbooks.examples'
import document from '@/resources/playbooks/document'
import { deleteDrafts } from '@/ui/form/drafts'
import DryRun from '../../playbooks/playbook.dryRun.dialog'
// Loaded lazily on first use, so load it here before the first test.
import '@/ui/form/document/document-view'
import './document-editor'
import './item-list'

afterEach(() => {
  vi.unstubAllGlobals()
  deleteDrafts()
  history.replaceState(null, '', '/')
})

const ID = '5a000022-0000-4000-8000-000000000004'
const LIST = '/api/db/playbooks'
const spec = {
  title: 'Count open orders',
  category: 'Databases',
  description: 'Orders that were paid',
  icon: 'postgres',
  components: [{ types: ['Service'], labelSelector: 'team=payments' }],
  parameters: [{ name: 'since', label: 'Since', type: 'list', default: '2d', properties: { options: ['1d'] } }],
  'x-kept': { by: 'another tool' },
  actions: [{ name: 'count', sql: { connection: 'connection://payments/orders', query: 'select 1' } }],
}
const row = {
  id: ID,
  name: 'open-orders',
  namespace: 'default',
  title: 'Count open orders',
  category: 'Databases',
  description: 'Orders that were paid',
  icon: 'postgres',
  source: 'UI',
  created_at: '2026-11-01T10:00:00Z',
  spec,
}

const open = (more = '', { rows = [row], ...options }: ItemOptions = {}) =>
  openItem('playbook', 'playbooks', `/playbooks/${more || ID}`, { rows, ...options })
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const save = async (name: 'Save' | 'Update') => {
  await userEvent.click(await button('Review changes'))
  await userEvent.click(await button(name))
}

test('lists playbooks by category with scope, approval and latest run [PLAY-01 CALL-85]', async () => {
  const { urls } = await openResource('playbook', {
    answer: (path) => (path === LIST ? listResponse(examples) : undefined),
  })
  await screen.findByRole('row', { name: /^Diagnostics, / })
  const names = screen.getAllByRole('row').map((one) => one.getAttribute('aria-label') ?? '')
  const at = (start: string) => names.findIndex((name) => name.startsWith(start))
  expect([at('Diagnostics'), at('Count products'), at('Kubernetes'), at('Restart'), at('Other')]).toEqual(
    [at('Diagnostics'), at('Count products'), at('Kubernetes'), at('Restart'), at('Other')].toSorted((a, b) => a - b)
  )
  expect(names[at('Restart deployment')]).toMatch(/for config items, 1 parameter, last run: failed, exec is turned off/)
  expect(names[at('everything.that')]).toMatch(/for checks and components, requires approval/)
  expect(names[at('Count products')]).toMatch(/for no resource, not run yet$/)
  const asked = urls.find(({ pathname }) => pathname === LIST)?.searchParams
  expect(asked?.get('deleted_at')).toBe('is.null')
  expect(asked?.get('playbook_runs.limit')).toBe('1')
})

test('the latest run is not cut off next to the sidebar on a small screen', async () => {
  await page.viewport(824, 700)
  onTestFinished(() => page.viewport(1280, 800))
  const waiting = {
    ...row,
    playbook_runs: [{ id: ME, status: 'pending_approval', created_at: '2026-11-24T10:00:00Z' }],
  }
  await openResource('playbook', { answer: (path) => (path === LIST ? listResponse([waiting]) : undefined) })
  const badge = await screen.findByText('Pending approval')
  expect(badge.getBoundingClientRect().right).toBeLessThanOrEqual(
    badge.parentElement?.getBoundingClientRect().right ?? 0
  )
})

test('a playbook without a job has no "never ran" in its history', async () => {
  await open(`${ID}?tab=jobs`, { answer: (path) => (path === '/api/db/job_histories' ? listResponse([]) : undefined) })
  expect(await screen.findByText('The job history of Count open orders is empty.')).toBeTruthy()
})

test('edits a playbook by id in a form and as code, and keeps values without a field [CALL-86]', async () => {
  const { posted, urls, dispatcher } = await open()
  expect((await field('Title')).value).toBe('Count open orders')
  expect(urls.find(({ pathname }) => pathname === LIST)?.searchParams.get('id')).toBe(`eq.${ID}`)
  await userEvent.fill(await field('Title'), 'Orders')
  await save('Update')
  const columns = { category: 'Databases', description: 'Orders that were paid', icon: 'postgres' }
  // The name is read-only, because other resources refer to it.
  await waitFor(() =>
    expect(posted).toEqual([
      [`${LIST}?id=eq.${ID}`, { id: ID, title: 'Orders', ...columns, spec: { ...spec, title: 'Orders' } }],
    ])
  )
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`${LIST}?id=eq.${ID}`, { id: ID, title: 'Count open orders', ...columns, spec }])
})

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const partOf = (name: string) => screen.getByText(name).closest('details') as HTMLDetailsElement

test('shows every field of a playbook and its spec on its page [ENT-16 ENT-17]', async () => {
  const checks = [{ types: ['http'], name: 'orders*' }]
  const configs = [{ types: ['Kubernetes::Deployment'], tagSelector: 'cluster=harbour' }]
  const whole = { ...row, created_by: { id: ME, name: 'Ada' }, spec: { ...spec, checks, configs } }
  await open('', { rows: [whole] })
  expect((await field('Title')).value).toBe('Count open orders')
  expect([(await field('Category')).value, (await field('Icon')).value]).toEqual(['Databases', 'postgres'])
  expect(['Name', 'Category', 'Created by'].map(fact)).toEqual(['open-orders', 'Databases', 'Ada'])
  // Scope, parameters and actions have a section each.
  const partNames = ['Applies to: Checks', 'Applies to: Components', 'Applies to: Config items', 'Parameter Since']
  for (const name of [...partNames, 'Action 1: count']) {
    if (!partOf(name).open) await userEvent.click(screen.getByText(name))
    expect(partOf(name).open).toBe(true)
  }
  await userEvent.click(screen.getByRole('tab', { name: 'Code' }))
  const code = (await screen.findByRole('textbox', { name: /as code$/ })).innerText
  for (const written of ['orders*', 'team=payments', 'cluster=harbour', 'name: since', 'connection://payments/orders'])
    expect(code).toContain(written)
})

test('soft-deletes a playbook after confirmation, and can undo it [PLAY-10]', async () => {
  const { posted, dispatcher } = await open()
  await field('Title')
  await userEvent.click(await button('Delete'))
  const asked = await screen.findByRole('alertdialog')
  expect(posted).toEqual([])
  await userEvent.click(within(asked).getByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(posted).toEqual([[`${LIST}?id=eq.${ID}`, { deleted_at: 'now()' }]]))
  await waitFor(() => expect(location.pathname).toBe('/playbooks'))
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([`${LIST}?id=eq.${ID}`, { deleted_at: null }])
})

test('a new playbook is named after its title, and is not sent without actions', async () => {
  const { posted } = await open('new')
  await userEvent.click(await screen.findByRole('link', { name: 'Send an HTTP request' }))
  await userEvent.fill(await field('Title'), 'Ask it')
  await userEvent.fill(await field('URL'), 'https://shop.example/health')
  await save('Save')
  await waitFor(() => expect(posted[0]?.[0]).toBe(LIST))
  expect(posted[0]?.[1]).toMatchObject({
    name: 'Ask it',
    title: 'Ask it',
    category: '',
    source: 'UI',
    created_by: ME,
    spec: { title: 'Ask it', actions: [{ name: 'request', http: { url: 'https://shop.example/health' } }] },
  })
})

test('warns about values that would be refused at run time', () => {
  const { advise, noteOf } = document
  expect(
    advise({
      title: 'a',
      parameters: [{ name: 'reason' }, { name: 'reason' }],
      actions: [
        { name: 'one', exec: { script: 'echo {{.params.other}} $(.params.reason)' }, sql: {} },
        { name: 'one', notification: {} },
      ],
    })
  ).toEqual([
    'More than one action has the name “one”. Rename one.',
    'More than one parameter has the name “reason”. Rename one.',
    '“one” has more than one kind: sql and exec. Keep one.',
    'A template uses “other”, which is not a parameter.',
  ])
  const elsewhere = {
    actions: [
      { name: 'a', gitops: {} },
      { name: 'b', http: {} },
    ],
  }
  expect(noteOf(elsewhere, { backend: 'embedded', signIn: 'none' })).toMatch(/does not support gitops: runs fail/)
  expect(noteOf(elsewhere, { backend: 'gateway', signIn: 'none' })).toBeUndefined()
})

const kinds = [
  { ai: { connection: 'connection://ai', prompt: 'why?' } },
  { notification: { connection: 'connection://chat', title: 'a', message: 'b' } },
  { exec: { script: 'date' } },
  { gitops: { repo: { url: 'https://git.example/a' }, patches: [] } },
  { github: { repo: 'a/b', workflows: [{ id: 'deploy' }] } },
  { azureDevopsPipeline: { org: 'a', project: 'b', pipeline: { id: 1 } } },
  { http: { url: 'https://shop.example', method: 'GET' } },
  { sql: { connection: 'connection://orders', query: 'select 1' } },
  { pod: { name: 'a', spec: { containers: [] } } },
]

test('accepts actions of every kind, and warns only about unknown ones [PLAY-02]', async () => {
  const actions = [...kinds, { telepathy: {} }].map((kind, at) => ({ name: `step ${at}`, ...kind }))
  await open('', { rows: [{ ...row, spec: { ...spec, 'x-kept': undefined, actions } }] })
  await userEvent.click(await screen.findByRole('tab', { name: 'Form' }))
  await userEvent.fill(await field('Title'), 'Orders')
  await userEvent.click(await button('Review changes'))
  const told = await screen.findAllByText(/^Line \d+: /)
  expect(told.map((one) => one.textContent?.replace(/^Line \d+: /, ''))).toEqual([
    expect.stringMatching(/^telepathy is not a known key/),
  ])
  expect(screen.getAllByText(/has no known kind/).map((one) => one.textContent)).toEqual([
    '“step 9” has no known kind.',
  ])
})

test('links to the latest runs, and shows an error when they cannot be loaded', async () => {
  const runs = [
    {
      id: ME,
      status: 'timed_out',
      created_at: '2026-11-24T10:00:00Z',
      error: 'took too long',
      component: { name: 'cart' },
    },
    { id: ID, status: 'completed', created_at: '2026-11-23T10:00:00Z', config: { id: ID, name: null } },
  ]
  await open(`${ID}?tab=runs`, {
    answer: (path) => (path === '/api/db/playbook_runs' ? listResponse(runs) : undefined),
  })
  const list = await screen.findByRole('list', { name: 'Runs' })
  expect(within(list).getByRole('link', { name: 'cart' }).getAttribute('href')).toBe(`/playbooks/runs/${ME}`)
  // An item without a name is named by the end of its id.
  expect(within(list).getByRole('link', { name: ID.slice(-12) })).toBeTruthy()
  expect(within(list).getByText('Timed out')).toBeTruthy()
  expect(within(list).getByText('took too long')).toBeTruthy()
  cleanup()
  await open(`${ID}?tab=runs`, {
    answer: (path) => (path === '/api/db/playbook_runs' ? listResponse({ message: 'out of memory' }, 500) : undefined),
  })
  expect((await screen.findByRole('group', { name: 'The runs could not be loaded' })).textContent).toContain(
    'out of memory'
  )
})

const PERSON = '5a000001-0000-4000-8000-000000000002'
const permission = (number: number) => `5a000060-0000-4000-8000-00000000000${number}`
const given = (number: number, more: object) => ({
  id: permission(number),
  action: 'playbook:run',
  deny: false,
  subject: 'editor',
  subject_type: 'group',
  created_at: '2026-11-24T10:00:00Z',
  ...more,
})

test('the Permissions tab lists who may do what and why, and is hidden without permission to read it', async () => {
  const answer = (path: string) => {
    if (path === '/api/db/permissions')
      return listResponse([
        { id: permission(1), playbook_id: ID },
        { id: permission(2), object: 'playbooks' },
        { id: permission(3), playbooks: [{ name: 'open-*' }] },
        { id: permission(4), playbooks: [{ name: 'restart-*' }] },
      ])
    if (path !== '/api/db/permissions_summary') return undefined
    return listResponse([
      given(1, {
        action: 'playbook:run,playbook:approve',
        subject: PERSON,
        subject_type: 'person',
        person: { id: PERSON, name: 'Mireille Castellanos' },
      }),
      given(2, { deny: true }),
      given(3, {
        subject: 'a',
        subject_type: 'team',
        team: { id: 'a', name: 'payments' },
        until: '2027-01-01T00:00:00Z',
      }),
    ])
  }
  const { urls } = await open(`${ID}?tab=permissions`, { answer })
  const list = await screen.findByRole('list', { name: 'Permissions' })
  expect(within(list).getByRole('link', { name: 'Mireille Castellanos' }).getAttribute('href')).toContain(PERSON)
  const texts = within(list)
    .getAllByRole('listitem')
    .map((one) => one.textContent)
  expect(texts).toEqual([
    expect.stringMatching(/^Mireille CastellanosCan run and approvethis playbook/),
    expect.stringMatching(/^editorCannot runall playbooks/),
    expect.stringMatching(/^Team paymentsCan runplaybooks that match a selector, until 2027-01-01/),
  ])
  const ids = urls.find(({ pathname }) => pathname === '/api/db/permissions_summary')?.searchParams.get('id')
  expect(ids).not.toContain(permission(4))
  cleanup()
  await open('', { environment: { roles: ['nobody'] } })
  await field('Title')
  expect(screen.queryByRole('tab', { name: 'Permissions' })).toBeNull()
})

test('a playbook from a cluster is read-only', async () => {
  await open('', { rows: [{ ...row, source: 'KubernetesCRD' }] })
  expect(await screen.findByText('Change it there.', { exact: false })).toBeTruthy()
  expect((await field('Title')).readOnly).toBe(true)
})

const things = (...names: string[]) =>
  names.map((name, at) => ({
    id: `5a000010-0000-4000-8000-00000000000${at}`,
    name,
    type: 'Service',
    namespace: 'shop',
  }))

async function dryRun(call: string, answer: (body: unknown) => Response) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (_input: string, init?: RequestInit) => {
    const body: unknown = JSON.parse(String(init?.body))
    asked.push(body)
    return answer(body)
  })
  const { args } = toCall(call, findCommand)
  const { around } = createConsoleContext({ path: '/playbooks' })
  render(
    around(
      <DryRun
        places={[]}
        call={{ id: 'playbook.dryRun', args: {} }}
        written={'playbook.dryRun'}
        known={args}
        onAnswer={() => undefined}
        onClose={async () => undefined}
      />
    )
  )
  return asked
}
const dryRunOf = (typed: object) => `playbook.dryRun?typed=${encodeURIComponent(JSON.stringify(typed))}`

test('a dry run lists the matches of each selector and parameter errors, and runs nothing', async () => {
  const byType = { types: ['Service'] }
  const byLabel = { labelSelector: 'team=payments' }
  const typed = document.trial.valueOf({ ...spec, components: [byType, byLabel] })
  const asked = await dryRun(dryRunOf(typed), (body) =>
    listResponse({
      components: JSON.stringify(body).includes('types') ? things('cart', 'checkout') : things('cart'),
    })
  )
  expect(await screen.findByText('Applies to 1 component.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'cart' }).getAttribute('href')).toMatch(/^\/topology\/5a000010/)
  expect(screen.queryByText('checkout')).toBeNull()
  expect(asked).toEqual([
    { limit: 500, components: [byType] },
    { limit: 500, components: [byLabel] },
  ])
  expect(screen.getByText('The default 2d is not one of the options: 1d.')).toBeTruthy()
})

test('a refused selector shows an error, and not an empty result', async () => {
  await dryRun(dryRunOf({ configs: [{ labelSelector: '((' }] }), () => listResponse({ error: 'unexpected (' }, 400))
  expect((await screen.findByRole('group', { name: 'The config items could not be loaded' })).textContent).toContain(
    'unexpected ('
  )
  expect(screen.queryByText(/There is no/)).toBeNull()
})
