import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand, untilDialogClosed } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import examples from '@dev/examples/permissions.examples'
import { StagedPalette, stagedContext } from '@dev/gallery/palette-stage'
import type { Target } from '@/commands/command'
import { planCall } from '@/commands/prepare'
import { findCommand } from '@/commands/registry'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

type Example = (typeof examples)[0]
const [restart, denial, ofRule, ofSelector, fromCluster] = examples as [Example, Example, Example, Example, Example]
const SUMMARY = '/api/db/permissions_summary'
const TABLE = '/api/db/permissions'
const ME = '5a000001-0000-4000-8000-000000000009'
const CHECKOUT = '5a000020-0000-4000-8000-000000000105'
const WAREHOUSE = '5a000011-0000-4000-8000-000000000002'

/** The ids of the rows, which the summary lacks. */
const ids: Readonly<Record<string, object>> = {
  [restart.id]: { team_id: restart.subject, playbook_id: restart.playbook_object?.id },
  [ofRule.id]: { notification_id: ofRule.subject, connection_id: ofRule.connection_object?.id },
}

const idIn = (query: URLSearchParams) => query.get('id')?.replace(/^eq\./, '') ?? ''

/** A fake server with the examples, which accepts every change. */
const answer = (path: string, body?: unknown, query = new URLSearchParams()) => {
  if (path === '/api/auth/whoami')
    return listResponse({ message: '', payload: { user: { id: ME, name: 'Ada' }, roles: ['admin'] } })
  if (path === SUMMARY) {
    const one = idIn(query)
    return listResponse(one ? examples.filter(({ id }) => id === one) : examples)
  }
  if (path === TABLE)
    return listResponse([{ id: restart.id, ...(!body && ids[idIn(query)]), ...(idIn(query) && { id: idIn(query) }) }])
  if (path === '/api/db/configs')
    return listResponse([{ id: CHECKOUT, name: 'checkout', type: 'Kubernetes::Deployment' }])
  if (path === '/api/db/components') return listResponse([{ id: WAREHOUSE, name: 'warehouse' }])
  if (path === '/api/db/teams') return listResponse([{ id: restart.subject, name: 'payments' }])
  if (path === '/api/db/people') return listResponse([{ id: ME, name: 'Ada' }])
  return undefined
}

const list = () => openResource('permission', { answer: (path) => answer(path) })
const editing = (row: { id: string }) => openCommand(`resource.edit?resource=permission:${row.id}`, { answer })
const adding = () => openCommand('resource.create?type=permission', { answer })

const field = (name: string) => screen.findByRole('combobox', { name: new RegExp(`^${name}`) })
const button = (name: string | RegExp) => screen.getByRole('button', { name })

async function select(label: string, option: string | RegExp) {
  await userEvent.click(await field(label))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

async function search(label: string, text: string) {
  await userEvent.fill(await field(label), text)
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${text}`) }))
}

/** The options of a select field. */
async function optionsOf(label: string) {
  await userEvent.click(await field(label))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  await userEvent.keyboard('{Escape}')
  return options
}

test('lists permissions page by page, with their subjects and resources by name [ROUTE-40 PERM-19 PERM-20 PERM-21 PERM-23 PERM-24 PERM-25 PERM-26 PERM-27 PERM-28 CALL-101 ENT-29 ENT-31 ENT-32]', async () => {
  const { urls } = await list()
  expect(
    await screen.findByRole('row', {
      name: /^payments \(team\): playbook:run on restart-deployment \(playbook\), The payments team/,
    })
  ).toBeTruthy()
  expect(
    screen.getByRole('row', {
      name: /: create, read, update and delete on playbooks named restart-\* and config items of type .* with tags cluster=harbour, agent depot-leeds, tag cluster=harbour, (?:ended|until) 2026-03-01, created by Ada/,
    })
  ).toBeTruthy()
  const headers = screen
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent?.replace(/[▲▼↑↓]/g, '').trim())
  expect(headers).toEqual([
    'Subject',
    'Resource',
    'Action',
    'Description',
    'Updated',
    'Created',
    'Created By',
    'Actions',
  ])
  expect(button(/^Add Permission/)).toBeTruthy()
  const asked = urls.find(({ pathname }) => pathname === SUMMARY)
  expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
    select: '*',
    deleted_at: 'is.null',
    order: 'created_at.desc,id.asc',
    limit: '50',
    offset: '0',
  })
})

test('marks a denial with an icon and a word [PERM-17 PERM-22]', async () => {
  await list()
  const row = await screen.findByRole('row', { name: /^guest \(role\): deny read on catalog \(global\)/ })
  const cell = within(row).getByText('read').closest('[role=gridcell]')
  expect(cell?.querySelector('svg')).not.toBeNull()
  expect(cell?.textContent).toBe('Deny: read')
  const allowed = screen.getByRole('row', { name: /^payments/ })
  expect(within(allowed).getByText('playbook:run').closest('[role=gridcell]')?.querySelector('svg')).toBeNull()
})

test('links a notification to its rule, and a resource to its page [PERM-30]', async () => {
  await list()
  const link = await screen.findByRole('link', { name: 'failing gold checks (notification)' })
  expect(link.getAttribute('href')).toBe(`/notifications/rules?id=${ofRule.subject}`)
  expect(screen.getByRole('link', { name: 'platform-chat (slack)' }).getAttribute('href')).toBe(
    `/settings/connections/${ofRule.connection_object?.id}`
  )
})

test('opens the editor of a row with a press [PERM-29]', async () => {
  const { performed } = await list()
  const row = await screen.findByRole('row', { name: /^guest/ })
  await userEvent.click(within(row).getByText('Auditors may read incidents, but not configuration'))
  await expect.poll(() => performed).toEqual([`resource.edit?resource=permission:${denial.id}`])
})

test('sorts, searches and filters on the server', async () => {
  const at =
    '?query=pay&sortBy=subject&sortOrder=desc&subject=team:1&resource=selector:1,global:-1&object=catalog:1&action=read:1,delete:-1&deny=true:1&source=UI:-1'
  history.replaceState(null, '', `/settings/permissions${at}`)
  const { urls } = await list()
  await screen.findAllByRole('row')
  const { searchParams } = urls.find(({ pathname }) => pathname === SUMMARY) ?? new URL('http://none')
  expect(searchParams.get('order')).toBe(
    'subject_type.desc.nullslast,person->>name.desc.nullslast,team->>name.desc.nullslast,notification->>name.desc.nullslast,playbook->>name.desc.nullslast,canary->>name.desc.nullslast,scraper->>name.desc.nullslast,topology->>name.desc.nullslast,subject.desc.nullslast,id.asc'
  )
  expect(searchParams.get('subject_type')).toBe('in.(team)')
  expect(searchParams.get('object_selector')).toBe('not.is.null')
  expect(searchParams.getAll('object')).toEqual(['is.null', 'in.(catalog)'])
  expect(searchParams.getAll('action')).toEqual([
    'not.eq.delete',
    'not.ilike.delete,*',
    'not.ilike.*,delete',
    'not.ilike.*,delete,*',
  ])
  expect(searchParams.get('deny')).toBe('in.(true)')
  const [searched, action, source] = searchParams.getAll('or')
  expect(searched).toMatch(/description\.ilike\."\*pay\*".*team->>name\.ilike\."\*pay\*"/)
  expect(action).toBe('(action.eq.read,action.ilike."read,*",action.ilike."*,read",action.ilike."*,read,*")')
  expect(source).toBe('(source.is.null,source.not.in.(UI))')
})

test('adds a permission, and can undo it [PERM-01 PERM-03 PERM-04 PERM-05 PERM-06 PERM-07 PERM-08 PERM-09 PERM-18 PERM-31 CALL-102 ENT-30]', async () => {
  const { posted, deleted, journal, dispatcher } = adding()
  const dialog = await screen.findByRole('dialog', { name: 'Add Permission' })
  expect(within(dialog).getByRole('switch', { name: /^Deny/ })).toHaveProperty('checked', false)
  await search('Catalog item', 'checkout')
  await search('Team', 'payments')
  await select('Action', 'read')
  await userEvent.fill(screen.getByRole('textbox', { name: 'Description' }), 'They own it')
  await userEvent.click(button('Save'))
  await untilDialogClosed()
  expect(posted).toEqual([
    [
      TABLE,
      {
        source: 'UI',
        config_id: CHECKOUT,
        component_id: null,
        connection_id: null,
        playbook_id: null,
        canary_id: null,
        object: null,
        object_selector: null,
        team_id: restart.subject,
        person_id: null,
        notification_id: null,
        subject_type: 'team',
        subject: restart.subject,
        action: 'read',
        deny: false,
        description: 'They own it',
        until: null,
        agents: null,
        tags: null,
        created_by: ME,
      },
    ],
  ])
  await waitFor(() => expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Permission added' }))
  await dispatcher.undo()
  expect(deleted).toEqual([`${TABLE}?id=eq.${restart.id}`])
})

test('offers the kinds, actions and areas of the specification [PERM-11 PERM-13 PERM-15 PERM-16]', async () => {
  adding()
  await screen.findByRole('dialog', { name: 'Add Permission' })
  expect(await optionsOf('Resource')).toEqual(['Catalog', 'Component', 'Connection', 'Playbook', 'Global'])
  expect(await optionsOf('Subject')).toEqual(['Team', 'Person', 'Notification'])
  expect(await optionsOf('Action')).toEqual([
    'read',
    'update',
    'create',
    'delete',
    expect.stringMatching(/^\*/),
    'create,read,update,delete',
    'playbook:run',
    'playbook:approve',
  ])
  await select('Resource', 'Global')
  expect(await optionsOf('Area')).toEqual([
    'canaries',
    'catalog',
    'incident',
    'people',
    'topology',
    'playbooks',
    'connection',
    'connection-detail',
    'agent-push',
    'kubernetes-proxy',
    'notification',
    'rbac',
    'logs',
    'agent',
    'artifact',
  ])
})

test('empties the fields of the previous kind when another kind is chosen [PERM-12 PERM-14]', async () => {
  adding()
  await screen.findByRole('dialog', { name: 'Add Permission' })
  await search('Catalog item', 'checkout')
  await search('Team', 'payments')
  await select('Resource', 'Component')
  await select('Subject', 'Person')
  expect(screen.queryByRole('combobox', { name: /^Catalog item/ })).toBeNull()
  await select('Resource', 'Catalog')
  await select('Subject', 'Team')
  expect(await field('Catalog item')).toHaveProperty('value', '')
  expect(await field('Team')).toHaveProperty('value', '')
})

/** The written rows, without the requests for the effect of the form. */
const changesIn = (posted: readonly [path: string, body: unknown][]) => posted.filter(([path]) => path === TABLE)

test('edits a permission, shows that it is saved, and can undo it [PERM-02 PERM-10 PERM-32 CALL-103]', async () => {
  let save: ((value: undefined) => void) | undefined
  const saved = new Promise<undefined>((resolve) => {
    save = resolve
  })
  const { posted, journal, dispatcher } = openCommand(`resource.edit?resource=permission:${restart.id}`, {
    async answer(path, body, query) {
      if (path === TABLE && body) await saved
      return answer(path, body, query)
    },
  })
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  expect(await field('Playbook')).toHaveProperty('value', 'restart-deployment')
  expect(await field('Team')).toHaveProperty('value', 'payments')
  await select('Resource', 'Component')
  await search('Component', 'warehouse')
  await userEvent.click(screen.getByRole('switch', { name: /^Deny/ }))
  await userEvent.click(button('Save'))
  expect(await screen.findByRole('button', { name: 'Saving ...' })).toBeTruthy()
  save?.(undefined)
  await untilDialogClosed()
  expect(changesIn(posted)[0]).toEqual([
    TABLE,
    expect.objectContaining({
      id: restart.id,
      playbook_id: null,
      component_id: WAREHOUSE,
      team_id: restart.subject,
      deny: true,
      updated_by: ME,
    }),
  ])
  await waitFor(() => expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Permission updated' }))
  await dispatcher.undo()
  expect(changesIn(posted).at(-1)).toEqual([
    TABLE,
    expect.objectContaining({
      id: restart.id,
      playbook_id: restart.playbook_object?.id,
      component_id: null,
      object_selector: null,
      deny: false,
      subject: restart.subject,
    }),
  ])
})

test('shows what the form does not offer in words, and keeps it', async () => {
  const { posted } = editing(ofSelector)
  await screen.findByRole('dialog', { name: 'Edit Permission' })
  expect((await field('Resource')).textContent).toMatch(/^playbooks named restart-\* and config items of type/)
  await userEvent.fill(screen.getByRole('textbox', { name: 'Description' }), 'For the audit')
  await userEvent.click(button('Save'))
  await untilDialogClosed()
  const [, sent] = changesIn(posted)[0] ?? []
  expect(sent).toMatchObject({ description: 'For the audit', agents: ['depot-leeds'], tags: { cluster: 'harbour' } })
  for (const column of ['object', 'object_selector', 'config_id']) expect(sent).not.toHaveProperty(column)
})

test('a permission of a cluster is read-only, with its origin', async () => {
  editing(fromCluster)
  expect(await screen.findByText('Managed by a Kubernetes CRD. Change it there.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
})

const toTarget = ({ id }: { id: string }): Target => ({ kind: 'permission', id, label: id })

test.each([
  [
    [restart],
    'Delete Permission',
    /^Deletes the permission 5a000004-.*1\. Are you sure you want to delete the permission\?$/,
  ],
  [[restart, denial], 'Delete Permissions', /^Deletes .* Are you sure you want to delete the permissions\?$/],
])('asks before it deletes permissions [PERM-34 PERM-35]', (rows, title, question) => {
  const call = { id: 'resource.delete', args: { resources: rows.map(toTarget) } }
  const plan = planCall({ call, origin: 'button' }, stagedContext(), findCommand)
  render(<StagedPalette {...(plan.step === 'confirm' ? { plan } : {})} />)
  const dialog = screen.getByRole('alertdialog', { name: title })
  expect(within(dialog).getByRole('heading', { name: title })).toBeTruthy()
  expect(dialog).toBe(screen.getByText(question).closest('[aria-describedby="confirm-text"]'))
})

const deletion = `resource.delete?resources=permission:${restart.id}`

test('deletes the row itself, and can insert it again [PERM-33 CALL-104]', async () => {
  const removed = { id: restart.id, action: 'playbook:run', namespace: 'shop', of_a_newer_server: 1 }
  const { posted, deleted, journal, dispatcher } = openCommand('message.open?message=message:a', {
    answer: (path, body, query) =>
      path === TABLE && query.has('id') && !query.has('select') ? listResponse([removed]) : answer(path, body, query),
  })
  await dispatcher.perform({ call: deletion, origin: 'palette', confirmed: true }, [])
  expect(deleted).toEqual([`${TABLE}?id=eq.${restart.id}`])
  expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Permission deleted' })
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual([TABLE, removed])
})

test('shows the reason if the server refuses the permission', async () => {
  const message = 'You cannot grant a right that you do not have: read on connection'
  openCommand('resource.create?type=permission', {
    answer: (path, body, query) =>
      path === TABLE && body
        ? listResponse({ code: '42501', message, details: null, hint: null }, 403)
        : answer(path, body, query),
  })
  await search('Catalog item', 'checkout')
  await search('Team', 'payments')
  await select('Action', 'read')
  await userEvent.click(button('Save'))
  expect(await screen.findByText(new RegExp(message))).toBeTruthy()
})
