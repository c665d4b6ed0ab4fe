import '@/commands/every-command'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { connectionCases, type ConnectionCase } from '@tests/helpers/connection-forms'
import { type ItemOptions, ME, openItem } from '@tests/helpers/item-page'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { createQueryClient } from '@/api/client'
import { journal } from '@/app/journal'
import { findCommand } from '@/commands/registry'
import examples from '@dev/examples/connections.examples'
import { hideSecrets, MASK } from '@/shared/connections/secret-parts'
import { storeAllDrafts } from '@/ui/form/drafts'
// Loaded lazily on first use, so load them here before the first test.
import './field-editor'
import '@/resources/connections/form'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
})

const open = (address: string, options?: ItemOptions) => openItem('connection', 'connections', address, options)
const at = (id: string) => `/settings/connections/${id}`
const ID = '5a000029-0000-4000-8000-000000000009'

const button = (name: string) => screen.getByRole('button', { name })

/** The control of a field: of its literal value, if the value can also come from a secret. */
function control(label: string): HTMLElement {
  for (const name of [`Value of ${label}`, label])
    for (const role of ['textbox', 'combobox', 'spinbutton', 'checkbox', 'radio']) {
      const [found] = screen.queryAllByRole(role, { name })
      if (found) return found
    }
  // Password fields have no role.
  return screen.getByLabelText(label.startsWith('Value of ') ? label : `Value of ${label}`)
}

async function enter(label: string, value: string | number | boolean) {
  const field = control(label)
  const role = field.getAttribute('role')
  if (typeof value === 'boolean') return userEvent.click(field)
  if (field.tagName === 'BUTTON' || role === 'combobox') {
    await userEvent.click(field)
    const option = screen.queryByRole('option', { name: String(value) })
    if (option) return userEvent.click(option)
  }
  await userEvent.fill(field, String(value))
  field.blur()
}

const valueOf = (field: HTMLElement): string | boolean =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
    ? field.checked
    : field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
      ? field.value
      : (field.textContent ?? '')

/** Opens the form of a new connection, and fills it in. @returns the stored row */
async function create({ type, input }: ConnectionCase) {
  const { posted, unmount } = await open(`/settings/connections/new?type=${type}`)
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'mine')
  for (const [label, value] of Object.entries(input)) await enter(label, value)
  await userEvent.click(button('Save'))
  await waitFor(() => expect(posted.length).toBe(1))
  unmount()
  const [[path, row] = []] = posted
  expect(path).toBe('/api/db/connections')
  return row as Readonly<Record<string, unknown>>
}

/** The row as the embedded backend returns it. */
const returned = (row: Readonly<Record<string, unknown>>) => ({
  id: ID,
  source: 'UI',
  url: null,
  username: null,
  password: null,
  certificate: null,
  properties: null,
  insecure_tls: false,
  ...Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => column !== 'created_by')
      .map(([column, value]) => [column, hideSecrets(column, value, () => MASK)])
  ),
})

/** The rows of the specification that the cases of a type cover. */
const claims: Readonly<Record<string, string>> = {
  anthropic: '[CONN-09]',
  openai: '[CONN-10]',
  ollama: '[CONN-11]',
  postgres: '[CONN-12]',
  mysql: '[CONN-13]',
  sql_server: '[CONN-14]',
  http: '[CONN-15]',
  prometheus: '[CONN-16]',
  elasticsearch: '[CONN-17]',
  mongo: '[CONN-18]',
  ldap: '[CONN-19]',
  redis: '[CONN-20 CONN-21 CONN-22]',
  windows: '[CONN-23]',
  google_cloud: '[CONN-24]',
  gcs: '[CONN-25]',
  sftp: '[CONN-26 CONN-27]',
  aws: '[CONN-28]',
  s3: '[CONN-29]',
  azure_devops: '[CONN-30]',
  azure: '[CONN-31]',
  github: '[CONN-32]',
  gitlab: '[CONN-33]',
  restic: '[CONN-34]',
  smb: '[CONN-35 CONN-36]',
  dynatrace: '[CONN-38]',
  folder: '[CONN-39]',
  git: '[CONN-40 CONN-41 CONN-42]',
  kubernetes: '[CONN-43 CONN-44 CONN-45 CONN-46 CONN-47]',
  discord: '[CONN-48]',
  email: '[CONN-49 CONN-50 CONN-51 CONN-52]',
  slack: '[CONN-53]',
  ntfy: '[CONN-54 CONN-55]',
  opsgenie: '[CONN-56 CONN-57]',
  teams: '[CONN-58 CONN-59]',
  generic_webhook: '[CONN-60 CONN-61 CONN-62 CONN-63 CONN-64]',
  google_chat: '[CONN-65]',
  ifttt: '[CONN-66]',
  matrix: '[CONN-67]',
  mattermost: '[CONN-68]',
  pushbullet: '[CONN-69]',
  pushover: '[CONN-70]',
  rocketchat: '[CONN-71]',
  telegram: '[CONN-72]',
  zulip_chat: '[CONN-73]',
}

const named = connectionCases.map(
  (one) => [[one.type, one.variant].filter(Boolean).join(': '), claims[one.type] ?? '', one] as const
)

const hidden = (one: ConnectionCase) => one.type === 'jmeter'

test.each(named.filter(([, , one]) => !hidden(one)))(
  '%s: stores its fields, and is saved again unchanged without its secrets [CONN-01 CONN-74] %s',
  async (_name, _rows, one) => {
    const row = await create(one)
    expect(row).toEqual({
      name: 'mine',
      namespace: 'default',
      type: one.type,
      source: 'UI',
      created_by: ME,
      ...one.row,
    })
    const { posted } = await open(at(ID), { rows: [returned(row)] })
    await screen.findByRole('textbox', { name: 'Name' })
    expect(document.body.innerHTML).not.toContain('sesame')
    await userEvent.click(button('Update'))
    await waitFor(() => expect(posted.length).toBe(1))
    const { source: _source, created_by: _author, ...kept } = row
    // An address with a secret stays on the server, as do the secrets themselves.
    const expected = Object.entries<unknown>({ id: ID, ...kept }).flatMap(([column, value]): [string, unknown][] => {
      const masked = hideSecrets(column, value, () => MASK)
      if (column === 'properties') return [[column, masked]]
      return JSON.stringify(masked) === JSON.stringify(value) ? [[column, value]] : []
    })
    expect(posted).toEqual([[`/api/db/connections?id=eq.${ID}`, Object.fromEntries(expected)]])
  }
)

/** The labels of the fields that are marked as required. */
const requiredLabels = () =>
  [...document.querySelectorAll('[data-name]')].flatMap((one) =>
    one.nextElementSibling?.textContent === '*' ? (one.textContent ?? '') : []
  )

/** The types that are offered as tiles. */
const offered = () => screen.queryAllByRole('link').flatMap((one) => one.getAttribute('href')?.split('?type=')[1] ?? [])

/** JMeter is not offered for new connections. */
const withDefaults = named.filter(
  ([, , one]) => one.type !== 'jmeter' && (one.variant === undefined || one.initial !== undefined)
)

test.each(withDefaults)(
  '%s: requires only its required fields, and has its defaults [CONN-02 CONN-03 CONN-04 CONN-05] %s',
  async (_name, _rows, { type, required = [], initial = {} }) => {
    await open(`/settings/connections/new?type=${type}`)
    expect(valueOf(await screen.findByRole('textbox', { name: 'Namespace' }))).toBe('default')
    expect(requiredLabels().toSorted()).toEqual(['Name', 'Namespace', ...required].toSorted())
    for (const [label, value] of Object.entries(initial)) expect(valueOf(control(label))).toBe(value)
  }
)

test('does not save without a name, a namespace and the required fields [CONN-02 CONN-03]', async () => {
  const { posted } = await open('/settings/connections/new?type=s3')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Namespace' }), '')
  // The button is marked as disabled, and leads to the first error.
  button('Save').click()
  await waitFor(() => expect(screen.getAllByText('This field is required').length).toBe(3))
  expect(posted).toEqual([])
})

test('offers every type but JMeter as a searchable tile, notification types in a group of their own [CONN-06 CONN-07 CONN-08]', async () => {
  await open('/settings/connections/new')
  const search = await screen.findByRole('searchbox', { name: 'Search types' })
  expect(document.activeElement).toBe(search)
  const all = connectionCases.map(({ type }) => type).filter((type) => type !== 'jmeter')
  expect(offered().toSorted()).toEqual([...new Set(all)].toSorted())
  expect(offered().length).toBe(44)
  const notifying = within(screen.getByRole('region', { name: 'Notifications' }))
  expect(notifying.getAllByRole('link').length).toBe(16)
  await userEvent.fill(search, 'mss')
  await waitFor(() => expect(offered()).toEqual(['sql_server']))
  await userEvent.fill(search, 'nothing like it')
  expect(await screen.findByText('No type matches “nothing like it”.')).toBeTruthy()
  await userEvent.fill(search, 'post')
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('textbox', { name: 'Name' })).toBeTruthy()
  expect(location.search).toBe('?type=postgres')
  await userEvent.click(screen.getByRole('link', { name: 'Choose another type' }))
  expect(await screen.findByRole('searchbox', { name: 'Search types' })).toBeTruthy()
})

const stored = {
  name: 'orders',
  namespace: 'payments',
  type: 'postgres',
  url: 'postgres://app:sesame@db.example/shop',
  username: 'console',
  password: 'sesame',
}

test('an existing JMeter connection opens its form [CONN-07 CONN-37 CALL-119]', async () => {
  const { urls } = await open(at(ID), {
    rows: [returned({ ...stored, type: 'jmeter', url: 'load.example', properties: { port: '1' } })],
  })
  expect(valueOf(await screen.findByRole('textbox', { name: 'Value of Host' }))).toBe('load.example')
  const asked = urls.find(({ pathname }) => pathname === '/api/db/connections')
  expect(asked?.searchParams.get('id')).toBe(`eq.${ID}`)
})

test.each(['embedded', 'another'] as const)(
  'shows no secret that the %s backend returns, and stores none in the browser',
  async (backend) => {
    const row = { ...returned(stored), ...(backend === 'another' && stored) }
    const { posted } = await open(at(ID), { rows: [row] })
    const url = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Value of URL' })
    expect(url.value).toBe('postgres://app:***@db.example/shop')
    expect(document.body.innerHTML).not.toContain('sesame')
    await userEvent.click(button('Replace Password'))
    await userEvent.fill(control('Password'), 'new-secret')
    await userEvent.fill(screen.getByRole('textbox', { name: 'Value of Username' }), 'reader')
    dispatchEvent(new Event('pagehide'))
    storeAllDrafts()
    expect(JSON.stringify({ ...sessionStorage, ...localStorage, at: location.href })).not.toMatch(/new-secret|reader/)
    await userEvent.click(button('Update'))
    await waitFor(() => expect(posted.length).toBe(1))
    // The address, whose secret the form does not know, is left out.
    expect(posted[0]?.[1]).toEqual({
      id: ID,
      name: 'orders',
      namespace: 'payments',
      type: 'postgres',
      username: 'reader',
      password: 'new-secret',
      insecure_tls: false,
    })
    await waitFor(() => expect(location.pathname).toBe('/settings/connections'))
    await waitFor(() =>
      expect(journal.messages.get()[0]?.text).toMatch(/^orders updated successfully\. This cannot be undone/)
    )
    expect(JSON.stringify([journal.messages.get(), journal.lastChange.get(), journal.toRepeat.get()])).not.toContain(
      'new-secret'
    )
    expect(document.body.innerHTML).not.toContain('new-secret')
  }
)

test('keeps the stored secret of a password that is not replaced after all', async () => {
  const { posted, dispatcher } = await open(at(ID), {
    rows: [returned({ ...stored, url: 'postgres://db.example/shop' })],
  })
  await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.click(button('Replace Password'))
  await userEvent.click(button('Keep current value of Password'))
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted.length).toBe(1))
  expect(posted[0]?.[1]).not.toHaveProperty('password')
  await dispatcher.undo()
  expect(posted[1]?.[1]).toEqual(posted[0]?.[1])
})

test('refers to a secret or a config map by name and key [CONN-75]', async () => {
  const { posted } = await open('/settings/connections/new?type=azure_devops')
  await userEvent.fill(await screen.findByRole('textbox', { name: 'Name' }), 'mine')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Source of Organization' }), 'Config map')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Config map of Organization' }), 'names')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Key of Organization' }), 'azure')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Source of Personal access token' }), 'Secret')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Secret of Personal access token' }), 'azure')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Key of Personal access token' }), 'token')
  await userEvent.click(button('Save'))
  await waitFor(() => expect(posted.length).toBe(1))
  const row = { username: 'configmap://names/azure', password: 'secret://azure/token' }
  expect(posted[0]?.[1]).toMatchObject(row)
  await waitFor(() => expect(location.pathname).toBe('/settings/connections'))
  cleanup()
  const again = await open(at(ID), { rows: [returned({ name: 'mine', type: 'azure_devops', ...row })] })
  expect(valueOf(await screen.findByRole('textbox', { name: 'Secret of Personal access token' }))).toBe('azure')
  expect(valueOf(screen.getByRole('textbox', { name: 'Key of Organization' }))).toBe('azure')
  await userEvent.click(button('Update'))
  await waitFor(() => expect(again.posted[0]?.[1]).toMatchObject(row))
})

test('edits an address that another program wrote as it is, or from its parts', async () => {
  const row = returned({ name: 'chat', type: 'slack', url: 'slack://xoxb:1-sesame@C01' })
  const { posted, unmount } = await open(at(ID), { rows: [row] })
  expect(valueOf(await screen.findByRole('textbox', { name: 'URL' }))).toBe('slack://***')
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted.length).toBe(1))
  expect(posted[0]?.[1]).not.toHaveProperty('url')
  // The list follows; the second page must not be left for it.
  await waitFor(() => expect(location.pathname).toBe('/settings/connections'))
  unmount()
  const again = await open(at(ID), { rows: [row] })
  await userEvent.click(await screen.findByRole('radio', { name: 'From its parts' }))
  await userEvent.fill(screen.getByRole('textbox', { name: 'Channel' }), 'C02')
  await userEvent.fill(control('Bot token'), 'xoxb-2')
  await userEvent.click(button('Update'))
  await waitFor(() =>
    expect(again.posted[0]?.[1]).toMatchObject({ url: 'slack://$(password)@C02', password: 'xoxb-2' })
  )
})

test('keeps the copy of a part of the address as it is written while the part is the same, also in an undo', async () => {
  const row = returned({
    name: 'mail',
    type: 'email',
    url: 'smtp://$(username):$(password)@smtp.example:2525/?UseStartTLS=false&Encryption=None&Auth=None',
    properties: {
      host: 'smtp.example',
      port: '2525',
      authMethod: 'none',
      encryptionMethod: 'none',
      from: 'a@b.example',
    },
  })
  const { posted, dispatcher } = await open(at(ID), { rows: [row] })
  await userEvent.click(await screen.findByRole('combobox', { name: 'SMTP auth method' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Plain' }))
  await userEvent.click(button('Update'))
  await waitFor(() => expect(posted.length).toBe(1))
  expect(posted[0]?.[1]).toMatchObject({ properties: { authMethod: 'Plain', encryptionMethod: 'none' } })
  await dispatcher.undo()
  expect(posted[1]?.[1]).toMatchObject({
    url: expect.stringContaining('Auth=None'),
    properties: { authMethod: 'none', encryptionMethod: 'none' },
  })
})

test.each([
  [200, { message: 'ok' }, 'orders works.'],
  [
    200,
    { message: 'ok', payload: { payload: { version: '16.3', database: 'shop', port: 1 } } },
    'orders works. version 16.3, database shop, port 1.',
  ],
  [400, { error: 'password authentication failed' }, 'orders does not work: password authentication failed.'],
  [501, { error: 'not implemented' }, 'orders was not tested: this backend has no test for its type.'],
])(
  'tests the saved connection, and reports a response with status %i [CONN-76 CALL-120]',
  async (status, body, message) => {
    const { posted } = await open(at(ID), {
      rows: [returned(stored)],
      answer: (path) => (path === `/api/connection/test/${ID}` ? listResponse(body, status) : undefined),
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Test connection/ }))
    await waitFor(() => expect(journal.messages.get()[0]?.text).toBe(message))
    expect(posted).toEqual([[`/api/connection/test/${ID}`, undefined]])
  }
)

const uses = {
  uses: [
    {
      kind: 'canary',
      id: '5a000005-0000-4000-8000-000000000001',
      name: 'shop',
      namespace: 'shop',
      parts: ['homepage'],
      at: '2026-11-08T10:00:00Z',
    },
  ],
  unread: ['playbook'],
}

test('lists what uses a connection, and what happens without it', async () => {
  await open(`${at(ID)}?tab=uses`, {
    rows: [returned(stored)],
    answer: (path) => (path === `/api/connection/${ID}/_uses` ? listResponse(uses) : undefined),
  })
  const list = await screen.findByRole('list', { name: 'Used by' })
  expect(within(list).getByRole('link', { name: 'shop' }).getAttribute('href')).toBe(
    '/settings/canaries/5a000005-0000-4000-8000-000000000001'
  )
  expect(within(list).getByText('without it: its checks fail, checks homepage')).toBeTruthy()
  expect(screen.getByText('Others may use it, too: you may not read playbooks.')).toBeTruthy()
})

test('does not offer that list where the backend has none', async () => {
  await open(at(ID), {
    rows: [returned(stored)],
    environment: { deployment: { backend: 'gateway', signIn: 'kratos' } },
  })
  expect(await screen.findByRole('tab', { name: 'Permissions' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'Used by' })).toBeNull()
})

test.each([
  [
    200,
    uses,
    ['Canary shop uses it (checks homepage). Its checks fail.', 'Others may use it, too: you may not read playbooks.'],
  ],
  [200, { uses: [], unread: [] }, ['Nothing that you may read uses orders.']],
  [404, { error: 'not found' }, ['This backend does not report what uses a connection.']],
])('says before the deletion what stops working: %i %j', async (status, body, sentences) => {
  vi.stubGlobal('fetch', async () => listResponse(body, status))
  const command = findCommand('resource.delete')
  const queries = createQueryClient({ signedOut: () => undefined })
  const target = { kind: 'connection', id: ID, label: 'orders' }
  const found = await command?.consequences?.({ resources: [target] }, (query) => queries.fetchQuery(query))
  expect(found).toEqual(sentences)
})

test.each([
  [{ source: 'KubernetesCRD' }, expect.stringMatching(/^orders comes from .*\. Change it there\.$/)],
  [{}, undefined],
])('refuses to delete a connection before asking if its source is elsewhere: %j', async (managed, expected) => {
  vi.stubGlobal('fetch', async () => listResponse([{ ...returned(stored), ...managed }]))
  const queries = createQueryClient({ signedOut: () => undefined })
  const target = { kind: 'connection', id: ID, label: 'orders' }
  const reason = await findCommand('resource.delete')?.refusal?.({ resources: [target] }, (query) =>
    queries.fetchQuery(query)
  )
  expect(reason).toEqual(expected)
})

test('lists the permissions that name the connection', async () => {
  const permission = '5a000030-0000-4000-8000-000000000001'
  await open(`${at(ID)}?tab=permissions`, {
    rows: [returned(stored)],
    answer(path) {
      if (path === '/api/db/permissions')
        return listResponse([{ id: permission, connection_id: ID, object: null, connections: null }])
      if (path !== '/api/db/permissions_summary') return undefined
      const subject = { subject_type: 'group', subject: 'editor', action: 'read', deny: true }
      return listResponse([{ id: permission, ...subject, created_at: '2026-11-08T10:00:00Z' }])
    },
  })
  const list = await screen.findByRole('list', { name: 'Permissions' })
  expect(within(list).getByText('Cannot read')).toBeTruthy()
  expect(within(list).getByText('this connection')).toBeTruthy()
})

test('lists connections with namespace, type, author and times, filtered by type [ROUTE-39 CALL-118]', async () => {
  const asked: string[] = []
  const { performed } = await openResource('connection', {
    answer(path, input) {
      if (path !== '/api/db/connections') return undefined
      asked.push(new URL(input, location.origin).searchParams.get('select') ?? '')
      return listResponse(examples)
    },
  })
  const row = await screen.findByRole('row', { name: 'orders, payments, Postgres, from console' })
  expect(screen.getByRole('row', { name: /^deployments\..*, mission-control, Git, from kubernetescrd$/ })).toBeTruthy()
  expect(screen.getByRole('row', { name: /^キーの保管庫, aws_kms, from console$/ })).toBeTruthy()
  // The list requests neither addresses nor credentials.
  expect(asked[0]).toBe('id,name,namespace,type,source,created_at,updated_at,created_by(id,name)')
  row.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(performed).toContain(`resource.open?resource=connection:${examples[0]?.id}`))
})

test('shows why connections could not be listed [CONN-77]', async () => {
  await openResource('connection', {
    answer: (path) =>
      path === '/api/db/connections' ? listResponse({ message: 'the database is restarting' }, 500) : undefined,
  })
  expect(await screen.findByText(/the database is restarting/)).toBeTruthy()
})
