import '@/commands/every-command'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { dialogResponse, openCommand } from '@tests/helpers/command-dialog'

const [ADA, RESTART] = ['5a000001-0000-4000-8000-00000000000a', '5a000003-0000-4000-8000-000000000001']
const PATH = '/api/rbac/_explain'

const denied = {
  subject: { type: 'person', id: ADA, name: 'Ada Lovelace' },
  action: 'playbook:run',
  object: 'playbooks',
  resources: [{ kind: 'playbook', id: RESTART, name: 'restart-pods' }],
  isAllowed: false,
  right: { action: 'playbook:run', object: 'playbooks' },
  rules: [
    {
      is: 'permission',
      id: '5a000004-0000-4000-8000-000000000001',
      deny: true,
      action: 'playbook:run',
      object: 'playbooks',
      isConditional: false,
      name: 'no restarts',
      description: null,
      until: null,
      subject: { type: 'team', id: '5a000002-0000-4000-8000-000000000001', name: 'platform' },
    },
  ],
  holders: {
    roles: ['admin', 'editor'],
    teams: [],
    people: { total: 3, first: [{ id: '5a000001-0000-4000-8000-00000000000b', name: 'Bo Li' }], isPartial: false },
  },
}
const granted = {
  ...denied,
  action: 'read',
  object: 'catalog',
  resources: [],
  isAllowed: true,
  right: { action: 'read', object: 'catalog' },
  rules: [{ is: 'role', role: 'everyone', action: 'read', object: 'catalog' }],
}

async function select(field: string, option: string | RegExp) {
  await userEvent.click(screen.getByRole('combobox', { name: field }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

type Question = { action: string }
type Row = Record<string, unknown>
const PERMISSION = '5a000004-0000-4000-8000-000000000009'
const permissionCall = `permission.explain?permission=${PERMISSION}`

/** Answers with a stored permission and its resolved names. */
const answerPermission = (row: Row) => (path: string) =>
  path === '/api/db/permissions_summary'
    ? dialogResponse([{ id: PERMISSION, action: 'read', subject_type: 'group', ...row }])
    : path === '/api/db/permissions'
      ? dialogResponse([{ id: PERMISSION, ...row }])
      : undefined

const open = (call: string, roles: readonly string[] = ['admin'], failure?: Response) =>
  openCommand(call, {
    answer: (path, body) => {
      if (path === '/api/db/people') return dialogResponse([{ id: ADA, name: 'Ada Lovelace' }])
      if (path !== PATH) return undefined
      return failure?.clone() ?? dialogResponse((body as Question).action === 'read' ? granted : denied)
    },
    environment: { roles },
    names: { [ADA]: 'Ada Lovelace', [RESTART]: 'restart-pods' },
  })
const questions = (posted: readonly [string, unknown][]) =>
  posted.filter(([path]) => path === PATH).map(([, body]) => body)

test('answers a question of a link as a sentence, with those who have the right', async () => {
  const { posted } = open(`permission.explain?subject=${ADA}&action=playbook:run&playbook=${RESTART}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  const answer = within(await dialog.findByRole('region', { name: 'Answer' }))
  expect(
    await answer.findByText(
      'Ada Lovelace may not run the playbook restart-pods: the permission “no restarts” denies playbook:run on playbooks to the team platform.'
    )
  ).toBeTruthy()
  expect(answer.getByText('Admin, Editor')).toBeTruthy()
  expect(answer.getByRole('link', { name: 'Bo Li' }).getAttribute('href')).toBe(
    '/settings/users?id=5a000001-0000-4000-8000-00000000000b'
  )
  expect(answer.getByText(/and 2 more$/)).toBeTruthy()
  expect(questions(posted)).toEqual([{ subject: ADA, action: 'playbook:run', resource: { playbook: RESTART } }])
})

test('asks again as soon as a field changes, without a button', async () => {
  const { posted } = open('permission.explain')
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText(/^Ada Lovelace may read the catalog: everyone/)).toBeTruthy()
  await select('Object', /^connection(?!-)/)
  await select('Subject', 'A role')
  await select('Role', 'Editor')
  await waitFor(() =>
    expect(questions(posted).at(-1)).toEqual({ subject: 'editor', action: 'read', object: 'connection' })
  )
  expect(questions(posted)[0]).toEqual({ action: 'read', object: 'catalog' })
})

test('asks for a resource before it sends an incomplete question', async () => {
  const { posted } = open('permission.explain?action=read')
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  await dialog.findByText(/^Ada Lovelace may read/)
  const before = posted.length
  await select('Resource', 'One connection')
  expect(await dialog.findByText('Choose a subject, an action and a resource.')).toBeTruthy()
  expect(posted).toHaveLength(before)
})

test('offers questions about others only to users who may read roles, and says who may', async () => {
  open(`permission.explain?subject=${ADA}`, ['viewer'])
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(
    dialog.getByText(
      'You can ask about yourself. To ask about others: Requires read access to roles. Administrators have it.'
    )
  ).toBeTruthy()
  expect(dialog.queryByRole('combobox', { name: 'Subject' })).toBeNull()
})

test('shows a failure as a failure', async () => {
  open('permission.explain', ['admin'], dialogResponse({ error: 'No database answers' }, 500))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText(/No database answers/)).toBeTruthy()
  expect(dialog.getByRole('button', { name: /Try again/ })).toBeTruthy()
})

test.each<[name: string, row: Row, question: object]>([
  [
    'a person and a playbook',
    {
      action: 'playbook:run,playbook:approve',
      subject_type: 'person',
      subject: ADA,
      person: { id: ADA, name: 'Ada Lovelace' },
      playbook_id: RESTART,
      playbook_object: { id: RESTART, name: 'restart-pods' },
    },
    { subject: ADA, action: 'playbook:run', resource: { playbook: RESTART } },
  ],
  [
    'a team by its column, and all actions on an object',
    { action: '*', subject_type: 'team', team_id: RESTART, team: { id: RESTART, name: 'platform' }, object: 'logs' },
    { subject: RESTART, action: 'read', object: 'logs' },
  ],
  [
    'a role and a connection',
    {
      action: 'update',
      subject: 'viewer',
      connection_id: RESTART,
      connection_object: { id: RESTART, name: 'orders' },
    },
    { subject: 'viewer', action: 'update', resource: { connection: RESTART } },
  ],
  [
    'a playbook for a config item',
    { action: 'playbook:approve', subject: 'editor', playbook_id: RESTART, config_id: ADA },
    { subject: 'editor', action: 'playbook:approve', resource: { playbook: RESTART, config: ADA } },
  ],
])('asks about the subject, action and resource of a permission: %s', async (_name, row, question) => {
  const { posted } = openCommand(permissionCall, {
    answer: (path) => answerPermission(row)(path) ?? (path === PATH ? dialogResponse(granted) : undefined),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  await dialog.findByText(/^Ada Lovelace may read the catalog/)
  expect(questions(posted)).toEqual([question])
})

test('names what a question cannot express, and asks nothing until it is chosen', async () => {
  const { posted } = openCommand(permissionCall, {
    answer: answerPermission({
      subject_type: 'notification',
      subject: ADA,
      notification_id: ADA,
      notification: { id: ADA, name: 'gold checks' },
      object_selector: { components: [{ name: 'checkout' }] },
    }),
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(
    await dialog.findByText(
      'The subject of the permission is gold checks (notification). Choose a person, a team or a role.'
    )
  ).toBeTruthy()
  expect(
    dialog.getByText('The permission is for components named checkout. Choose one of these resources.')
  ).toBeTruthy()
  expect(dialog.getByRole('combobox', { name: 'Resource' }).textContent).toContain('One component')
  expect(dialog.getByText('Choose a subject, an action and a resource.')).toBeTruthy()
  expect(questions(posted)).toEqual([])
})

test('says that a permission no longer exists', async () => {
  openCommand(permissionCall)
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText('The permission no longer exists')).toBeTruthy()
})

const REVIEWS = '/api/rbac/subject-access-reviews'
const openInFrontOfMissionControl = (call: string, review: () => Response, row: Row = {}) =>
  openCommand(call, {
    answer(path) {
      if (path === '/api/auth/whoami')
        return dialogResponse({ payload: { user: { id: ADA, name: 'Ada Lovelace' }, roles: ['admin'] } })
      return path === REVIEWS ? review() : answerPermission(row)(path)
    },
    environment: { deployment: { backend: 'gateway', signIn: 'kratos' } },
    names: { [ADA]: 'Ada Lovelace', [RESTART]: 'restart-pods' },
  })
const reviewed =
  (allowed: boolean, subject = ADA) =>
  () =>
    dialogResponse({ results: [{ subject, allowed }] })

test('answers without a rule in front of a Mission Control', async () => {
  const { posted, asked } = openInFrontOfMissionControl('permission.explain', reviewed(true))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText('Ada Lovelace may read the catalog.')).toBeTruthy()
  expect(dialog.getByText('This backend does not say which rule decides, or who else has the right.')).toBeTruthy()
  expect(posted).toEqual([[REVIEWS, { action: 'read', resource: { global: 'catalog' }, subjects: [ADA] }]])
  expect(asked).not.toContain(PATH)
  await userEvent.click(dialog.getByRole('combobox', { name: 'Resource' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'All resources of an object',
    'One playbook',
  ])
})

test('reviews the permission of a row in front of a Mission Control', async () => {
  const { posted } = openInFrontOfMissionControl(permissionCall, reviewed(false, 'viewer'), {
    action: 'playbook:run',
    subject: 'viewer',
    playbook_id: RESTART,
    playbook_object: { id: RESTART, name: 'restart-pods' },
  })
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText('The role viewer may not run the playbook restart-pods.')).toBeTruthy()
  expect(posted).toEqual([[REVIEWS, { action: 'playbook:run', resource: { playbook: RESTART }, subjects: ['viewer'] }]])
})

test('shows a failed review as a failure', async () => {
  openInFrontOfMissionControl('permission.explain', () => dialogResponse({ error: 'No database answers' }, 500))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText(/No database answers/)).toBeTruthy()
})

test('does not show the answer about another subject', async () => {
  openInFrontOfMissionControl('permission.explain', reviewed(true, RESTART))
  const dialog = within(await screen.findByRole('dialog', { name: 'Explain a permission' }))
  expect(await dialog.findByText('The backend did not answer for this subject.')).toBeTruthy()
})
