import { unnamedTarget } from '@/commands/command'
import { openCall } from '@/commands/shell/navigation.commands'
import { writtenCall } from '@tests/helpers/written-call'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, dialogResponse, openCommand } from '@tests/helpers/command-dialog'
import { deferred } from '@/lib/deferred'
import { runPage } from '@/shared/pages/playbooks'

const ID = '5a000009-0000-4000-8000-000000000001'
const OTHER = '5a000009-0000-4000-8000-000000000002'
const CHECK = '5a000008-0000-4000-8000-000000000001'
const POD = '5a000010-0000-4000-8000-000000000001'
const CALL = `playbook.run?target=check:${CHECK}`

/**
 * Opens the dialog with a server whose responses are keyed by a part of the path; the first match counts. Without a
 * response, the check belongs to no component or config item.
 */
const show = (responses: Record<string, (body: unknown) => Response | Promise<Response>>, call = CALL) =>
  openCommand(call, {
    names: { [CHECK]: 'homepage', [POD]: 'api-7c' },
    answer: (path, body) =>
      (
        Object.entries(responses).find(([part]) => path.includes(part))?.[1] ??
        (() => (path === '/api/db/checks' ? dialogResponse([]) : dialogResponse({}, 404)))
      )(body),
  })

/** The element that has focus when there is no field. */
const review = () => screen.getByRole('region', { name: 'Review before the run' })

const one = {
  '/playbook/list': () => dialogResponse([{ id: ID, name: 'restart', parameters: null }]),
  '/db/playbooks': () => dialogResponse([{ id: ID, title: 'Restart', description: 'Takes a minute' }]),
}
const withParameters = (...params: object[]) => ({ ...one, '/params': () => dialogResponse({ params }) })

test('shows a notice with a Close button when no playbook applies', async () => {
  const { asked } = show({ '/playbook/list': () => dialogResponse([]) })
  await screen.findByRole('heading', { name: 'No playbook applies to this check' })
  expect(asked).toEqual(['/api/playbook/list', '/api/db/checks'])
  const [, foot] = screen.getAllByRole('button', { name: 'Close' })
  expect(document.activeElement).toBe(foot)
  await userEvent.click(foot ?? document.body)
  await untilDialogClosed()
})

test('offers the playbooks of the component of a check, and runs them for the component', async () => {
  const sent: unknown[] = []
  const lists = ['check', 'component'].map(() => [{ id: ID, name: 'restart', parameters: null }])
  show({
    ...one,
    '/db/checks': () =>
      dialogResponse([
        {
          id: CHECK,
          name: 'homepage',
          type: 'http',
          status: 'unhealthy',
          components: [{ components: { id: POD, name: 'api-7c' } }],
        },
      ]),
    '/playbook/list': () => dialogResponse(lists.shift() ?? []),
    '/params': () => dialogResponse({ params: [] }),
    '/playbook/run': (body) => {
      sent.push(body)
      return dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
    },
  })
  // The only playbook of the check itself is preselected.
  await screen.findByText('No parameters')
  expect(screen.getByRole('dialog', { name: 'Run playbook', description: 'For the check homepage' })).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Playbook' }))
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Restart',
    'Restartfor the component api-7c',
  ])
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await screen.findByRole('dialog', { name: 'Run playbook', description: 'For the component api-7c' })
  await screen.findByText('No parameters')
  // The playbooks of the check stay listed.
  await userEvent.click(screen.getByRole('combobox', { name: 'Playbook' }))
  expect(screen.getAllByRole('option')).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await untilDialogClosed()
  expect(sent).toEqual([{ id: ID, component_id: POD, params: {} }])
})

test('shows the error of a failed list, and retries', async () => {
  let tries = 0
  show({
    ...withParameters(),
    '/playbook/list': () => (++tries === 1 ? dialogResponse({ error: 'It is asleep.' }, 500) : one['/playbook/list']()),
  })
  await screen.findByText('It is asleep.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('No parameters')
  expect(screen.getByText('Restart')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(review()))
})

test('shows the reason when a playbook rejects the check', async () => {
  show({ ...one, '/params': () => dialogResponse({ error: 'Playbook validation failed: no.' }, 500) })
  expect(await screen.findByText('Playbook validation failed: no.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })))
})

test('runs the only playbook without parameters by its button, and not by Enter', async () => {
  const { asked } = show({
    ...withParameters(),
    '/playbook/run': () => dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201),
  })
  await screen.findByText('No parameters')
  await waitFor(() => expect(document.activeElement).toBe(review()))
  await userEvent.keyboard('{Enter}')
  expect(asked).not.toContain('/api/playbook/run')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await untilDialogClosed()
  expect(asked).toContain('/api/playbook/run')
})

test('runs with the entered values, and opens the run [PLAY-16 PLAY-18 CALL-87]', async () => {
  const sent: unknown[] = []
  const { journal } = show({
    ...withParameters({ name: 'why', label: 'Reason', required: true }),
    '/playbook/run': (body) => {
      sent.push(body)
      return dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
    },
    '/db/playbook_runs': () =>
      dialogResponse([
        { status: 'failed', error: null, playbook_run_actions: [{ name: 'ask', status: 'failed', error: 'refused' }] },
      ]),
  })
  const field = await screen.findByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('slow')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await untilDialogClosed()
  expect(sent).toEqual([{ id: ID, check_id: CHECK, params: { why: 'slow' } }])
  expect(location.pathname).toBe(runPage.at(ID))
  await waitFor(() =>
    expect(journal.messages.get().map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
      'bad: “Restart” for homepage failed: ask: refused.',
      'good: Started “Restart” for homepage.',
    ])
  )
  expect(journal.messages.get()[0]?.next).toEqual([{ title: 'Open run', call: openCall(unnamedTarget('run', ID)) }])
})

test('does not run on Enter in a parameter, and explains how to', async () => {
  const { asked } = show(withParameters({ name: 'why', label: 'Reason' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow{Enter}')
  await screen.findByText(/^This cannot be undone, so Enter alone does not submit it\./, { selector: 'form *' })
  expect(asked).not.toContain('/api/playbook/run')
})

test('shows the error for a missing required parameter, and does not run', async () => {
  const { asked } = show(withParameters({ name: 'why', label: 'Reason', required: true }))
  ;(await screen.findByRole('textbox', { name: 'Reason' })).focus()
  screen.getByRole('button', { name: 'Run' }).click()
  await screen.findByText('This field is required')
  expect(asked).not.toContain('/api/playbook/run')
})

test('reopens the form with the entered values when the command is repeated', async () => {
  const sent: unknown[] = []
  const { journal, dispatcher } = show({
    ...withParameters({ name: 'why', label: 'Reason' }),
    '/playbook/run': (body) => {
      sent.push(body)
      return dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
    },
    '/db/playbook_runs': () => dialogResponse([{ status: 'completed', error: null, playbook_run_actions: [] }]),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await untilDialogClosed()
  await waitFor(() => expect(journal.messages.get().length).toBeGreaterThan(0))
  await dispatcher.repeat()
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reason' })
  await waitFor(() => expect(again.value).toBe('slow'))
  expect(sent).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await untilDialogClosed()
  const once = { id: ID, check_id: CHECK, params: { why: 'slow' } }
  expect(sent).toEqual([once, once])
})

const two = {
  '/playbook/list': () => dialogResponse([ID, OTHER].map((id) => ({ id, name: id, parameters: null }))),
  '/db/playbooks': () =>
    dialogResponse([
      { id: ID, title: 'Restart' },
      { id: OTHER, title: 'Scale' },
    ]),
  '/params': () =>
    dialogResponse({
      params: [
        { name: 'why', label: 'Reason' },
        { name: 'token', label: 'Token', type: 'secret' },
      ],
    }),
}

test('shows the Run button immediately, and explains what is missing', async () => {
  const held = deferred<Response>()
  const { asked } = show({ ...two, '/params': () => held.promise })
  const run = await screen.findByRole('button', { name: 'Run' })
  const choice = screen.getByRole('combobox', { name: 'Playbook' })
  await waitFor(() => expect(document.activeElement).toBe(choice))
  expect(run.getAttribute('title')).toBe('Choose a playbook first.')
  run.focus()
  run.click()
  expect(document.activeElement).toBe(choice)
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Run' }).getAttribute('title')).toBe('The parameters are not loaded yet.')
  )
  expect(document.activeElement).toBe(choice)
  screen.getByRole('button', { name: 'Run' }).click()
  held.resolve(dialogResponse({ params: [] }))
  await screen.findByText('No parameters')
  expect(screen.getByRole('button', { name: 'Run' }).getAttribute('title')).toBeNull()
  expect(asked).not.toContain('/api/playbook/run')
})

const MORE = '5a000009-0000-4000-8000-000000000003'

test('lists the playbook last used for the check first, then that for other checks', async () => {
  show({
    ...two,
    '/playbook/list': () =>
      dialogResponse([ID, OTHER, MORE].map((id) => ({ id, name: `playbook ${id}`, parameters: null }))),
    '/db/playbook_runs': () =>
      dialogResponse([
        { playbook_id: MORE, thing: OTHER },
        { playbook_id: OTHER, thing: CHECK },
      ]),
  })
  ;(await screen.findByRole('combobox', { name: 'Playbook' })).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Scaleused last',
    `playbook ${MORE}`,
    'Restart',
  ])
})

test('lists playbooks by title when runs may not be read', async () => {
  show({ ...two, '/db/playbook_runs': () => dialogResponse({ message: 'no' }, 403) })
  ;(await screen.findByRole('combobox', { name: 'Playbook' })).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Restart', 'Scale'])
})

test('stores the chosen playbook in the URL, and keeps input after a reload', async () => {
  const { inAddress, reload } = show(two)
  ;(await screen.findByRole('combobox', { name: 'Playbook' })).focus()
  await userEvent.keyboard('sca{Enter}')
  await screen.findByRole('textbox', { name: 'Reason' })
  expect(inAddress()).toBe(`${CALL}&playbook=${OTHER}`)
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'slow')
  reload()
  expect(await screen.findByDisplayValue('slow')).toBeTruthy()
})

test('sends secret parameters, and stores them nowhere', async () => {
  const sent: unknown[] = []
  const { journal, dispatcher } = show(
    {
      ...two,
      '/playbook/run': (body) => {
        sent.push(body)
        return dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
      },
      '/db/playbook_runs': () => dialogResponse([{ status: 'completed', error: null, playbook_run_actions: [] }]),
    },
    `${CALL}&playbook=${ID}`
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow')
  await userEvent.type(screen.getByLabelText(/^Token/), 'hunter2')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await untilDialogClosed()
  expect(sent).toEqual([{ id: ID, check_id: CHECK, params: { why: 'slow', token: 'hunter2' } }])
  const stored = JSON.stringify([
    journal.messages.get(),
    journal.lastChange.get(),
    { ...localStorage },
    { ...sessionStorage },
  ])
  expect(stored).not.toContain('hunter2')
  expect(writtenCall(journal.lastChange.get())).toContain('slow')
  // A repeat prompts for the secret again, because it was not stored.
  await dispatcher.repeat()
  expect(await screen.findByDisplayValue('slow')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('reports a requested playbook that does not apply, and preselects no other', async () => {
  show(withParameters(), `${CALL}&playbook=${OTHER}`)
  await screen.findByText(/requested playbook does not apply to homepage/)
  const run = screen.getByRole('button', { name: 'Run' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByText('No parameters')).toBeNull()
})

test('preselects the requested playbook', async () => {
  const both = [ID, OTHER].map((id, at) => ({ id, name: ['restart', 'drain'][at], parameters: null }))
  const { asked } = show(
    {
      '/playbook/list': () => dialogResponse(both),
      '/db/playbooks': () => dialogResponse([]),
      '/params': () => dialogResponse({ params: [] }),
    },
    `${CALL}&playbook=${OTHER}`
  )
  await screen.findByText('No parameters')
  expect(asked.some((path) => path.includes(`/playbook/${OTHER}/params`))).toBe(true)
})

const OTHER_POD = '5a000010-0000-4000-8000-000000000002'
const pods = [
  { id: POD, agent: POD, name: 'api-7c', namespace: 'shop', type: 'Kubernetes::Pod' },
  { id: OTHER_POD, agent: POD, name: 'web-1a', namespace: 'shop', type: 'Kubernetes::Pod' },
]
const spec = {
  configs: [{ types: ['Kubernetes::Pod'] }],
  actions: [
    { name: 'drain', exec: { script: 'drain' } },
    { name: 'look', delay: '30s', http: { url: 'https://shop.example' } },
    { name: 'tell', if: 'failure()', notification: {} },
    { name: 'dream', if: 'params.why == "x"', dream: {} },
  ],
  approval: { type: 'any', approvers: { people: ['ada@shop.example'], teams: ['platform'] } },
}
const started = () => dialogResponse({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)

/** The responses for a playbook with this spec that is requested by id. */
const withSpec = (written: unknown, ...params: object[]) => ({
  '/db/playbooks': () =>
    dialogResponse([{ id: ID, name: 'drain', title: 'Drain it', description: 'Slowly', spec: written }]),
  '/params': () => dialogResponse({ params }),
  '/resources/search': () => dialogResponse({ configs: pods }),
  '/playbook/run': started,
  '/db/playbook_runs': () => dialogResponse([{ status: 'completed', error: null, playbook_run_actions: [] }]),
})

const choose = async (name: RegExp) => {
  const resource = screen.getByRole('combobox', { name: 'Resource' })
  await userEvent.click(resource)
  await userEvent.fill(resource, '')
  await userEvent.click(await screen.findByRole('option', { name }))
}
const bodiesTo = (posted: readonly [string, unknown][], part: string) =>
  posted.filter(([path]) => path.includes(part)).map(([, body]) => body)

test('prompts for the resource of a playbook, and requests the parameters for each one [PLAY-11 PLAY-17 PLAY-25 CALL-87 CALL-89]', async () => {
  const { posted, inAddress } = show(withSpec(spec, { name: 'why', label: 'Reason' }), `playbook.run?playbook=${ID}`)
  expect(await screen.findByText('Please select a resource to see the parameters.')).toBeTruthy()
  const run = screen.getByRole('button', { name: 'Run' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  expect(run.getAttribute('title')).toBe('Please select a resource to see the parameters.')
  expect(bodiesTo(posted, '/params')).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Resource' })))

  await choose(/^api-7c/)
  await screen.findByRole('textbox', { name: 'Reason' })
  expect(bodiesTo(posted, '/resources/search').at(-1)).toEqual({
    limit: 20,
    configs: [{ types: ['Kubernetes::Pod'], agent: 'all' }],
  })
  expect(screen.queryByText('Please select a resource to see the parameters.')).toBeNull()
  expect(screen.getByText('For the config item api-7c')).toBeTruthy()
  expect(inAddress()).toBe(`playbook.run?playbook=${ID}&target=config:${POD}`)

  await choose(/^web-1a/)
  await screen.findByRole('textbox', { name: 'Reason' })
  await choose(/^api-7c/)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow')
  const [first, other] = [POD, OTHER_POD].map((config) => ({ id: ID, config_id: config }))
  expect(bodiesTo(posted, '/params')).toEqual([first, other, first])

  screen.getByRole('button', { name: 'Run' }).click()
  await untilDialogClosed()
  expect(bodiesTo(posted, '/playbook/run')).toEqual([{ id: ID, config_id: POD, params: { why: 'slow' } }])
})

test.each([`playbook.run?playbook=${ID}`, `playbook.run?target=none&playbook=${ID}`])(
  'runs a playbook without selectors without a resource: %s',
  async (call) => {
    const { posted, journal } = show(withSpec({ actions: [] }), call)
    await screen.findByText('No parameters')
    expect(screen.queryByRole('combobox')).toBeNull()
    screen.getByRole('button', { name: 'Run' }).click()
    await untilDialogClosed()
    expect(bodiesTo(posted, '/params')).toEqual([{ id: ID }])
    expect(bodiesTo(posted, '/playbook/run')).toEqual([{ id: ID, params: {} }])
    await expect.poll(() => journal.messages.get().map(({ text }) => text)).toContain('Started “Drain it”.')
  }
)

test('runs a playbook without selectors for the resource of a rerun, and not for the current one', async () => {
  const none = { '/playbook/list': () => dialogResponse([]) }
  const here = show({ ...none, ...withSpec({ actions: [] }) }, `${CALL}&playbook=${ID}`)
  await screen.findByText('No parameters')
  expect(bodiesTo(here.posted, '/params')).toEqual([{ id: ID }])
  cleanup()
  const rerun = show(
    { ...none, ...withSpec({ actions: [] }) },
    `${CALL}&playbook=${ID}&params=${encodeURIComponent('{}')}`
  )
  await screen.findByText('No parameters')
  expect(bodiesTo(rerun.posted, '/params')).toEqual([{ id: ID, check_id: CHECK }])
})

test('reports a playbook that applies to other resources, and prompts for one', async () => {
  show({ '/playbook/list': () => dialogResponse([]), ...withSpec(spec) }, `${CALL}&playbook=${ID}`)
  await screen.findByText(/requested playbook does not apply to homepage/)
  expect(screen.getByRole('combobox', { name: 'Resource' })).toBeTruthy()
  expect(screen.getByText('Please select a resource to see the parameters.')).toBeTruthy()
})

test('reports a playbook that does not exist', async () => {
  show({ '/db/playbooks': () => dialogResponse([]) }, `playbook.run?playbook=${ID}`)
  expect(await screen.findByRole('heading', { name: 'Playbook not found' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
})

test('shows the planned actions, the resource and the required approval before the run', async () => {
  show({ ...one, ...withSpec(spec) })
  const plan = await screen.findByRole('region', { name: 'Planned actions' })
  expect([...plan.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'drain Script',
    'look HTTP request, after 30s',
    'tell Notification, only if an earlier action failed',
    'dream only if params.why == "x"',
  ])
  expect(plan.textContent).toContain('For the check homepage.')
  expect(plan.textContent).toContain('Requires approval by one of: ada@shop.example, the team platform.')
})

test('announces that a run of an approver starts at once', async () => {
  const user = { id: ID, name: 'Ada', email: 'ada@shop.example' }
  const me = { payload: { user, roles: ['admin'], permissions: [] } }
  show({ ...one, ...withSpec(spec), '/auth/whoami': () => dialogResponse(me) })
  const plan = await screen.findByRole('region', { name: 'Planned actions' })
  await waitFor(() => expect(plan.textContent).toContain('You are an approver, so it starts at once.'))
})

test('does not promise a start to a member of an approving team', async () => {
  const user = { id: ID, name: 'Bo', email: 'bo@shop.example' }
  show({
    ...one,
    ...withSpec(spec),
    '/auth/whoami': () => dialogResponse({ payload: { user, roles: ['admin'], permissions: [] } }),
    '/db/team_members': () => dialogResponse([{ team: { name: 'platform' } }]),
  })
  const plan = await screen.findByRole('region', { name: 'Planned actions' })
  await waitFor(() =>
    expect(plan.textContent).toContain(
      'Requires approval by one of: ada@shop.example, the team platform. You are a member of platform: depending on ' +
        'the backend, another member must approve it, or your request is the approval.'
    )
  )
})

test('shows no actions of a playbook whose spec may not be read, and no approval if none is required', async () => {
  show({
    ...withParameters(),
    '/db/playbooks': () => dialogResponse([{ id: ID, title: 'Restart', spec: { actions: [{ name: 'ask' }] } }]),
  })
  expect((await screen.findByRole('region', { name: 'Planned actions' })).textContent).not.toContain('approve')
  cleanup()
  show(withParameters())
  await screen.findByText('No parameters')
  expect(screen.queryByText('Planned actions')).toBeNull()
})
