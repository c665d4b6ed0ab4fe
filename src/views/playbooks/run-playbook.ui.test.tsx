import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { closed, json, openCommand } from '../../../tests/helpers/command-dialog'
import { deferred } from '../../lib/deferred'
import { paths } from '../../lib/paths'

const ID = '5a000009-0000-4000-8000-000000000001'
const OTHER = '5a000009-0000-4000-8000-000000000002'
const CHECK = '5a000008-0000-4000-8000-000000000001'
const POD = '5a000010-0000-4000-8000-000000000001'
const CALL = `playbook.run?target=check:${CHECK}`

/** Opens the dialog with a server that answers by part of the path; the first match counts. */
const show = (answers: Record<string, (body: unknown) => Response | Promise<Response>>, call = CALL) =>
  openCommand(call, {
    names: { [CHECK]: 'homepage', [POD]: 'api-7c' },
    answer: (path, body) =>
      (Object.entries(answers).find(([part]) => path.includes(part))?.[1] ?? (() => json({}, 404)))(body),
  })

/** What has focus where there is no field. */
const toRead = () => screen.getByRole('region', { name: 'Before it runs' })

const one = {
  '/playbook/list': () => json([{ id: ID, name: 'restart', parameters: null }]),
  '/db/playbooks': () => json([{ id: ID, title: 'Restart', description: 'Takes a minute' }]),
}
const asks = (...params: object[]) => ({ ...one, '/params': () => json({ params }) })

test('without a playbook that applies a notice offers to close', async () => {
  const { asked } = show({ '/playbook/list': () => json([]) })
  await screen.findByRole('heading', { name: 'No playbook applies to this check' })
  expect(asked).toEqual(['/api/playbook/list'])
  const [, foot] = screen.getAllByRole('button', { name: 'Close' })
  expect(document.activeElement).toBe(foot)
  await userEvent.click(foot ?? document.body)
  await closed()
})

test('a failed list shows the message of the server and can be retried', async () => {
  let tries = 0
  show({
    ...asks(),
    '/playbook/list': () => (++tries === 1 ? json({ error: 'It is asleep.' }, 500) : one['/playbook/list']()),
  })
  await screen.findByText('It is asleep.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })))
  await userEvent.keyboard('{Enter}')
  await screen.findByText('It asks nothing.')
  expect(screen.getByText('Restart')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(toRead()))
})

test('a playbook that refuses the check shows the reason', async () => {
  show({ ...one, '/params': () => json({ error: 'Playbook validation failed: no.' }, 500) })
  expect(await screen.findByText('Playbook validation failed: no.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' })))
})

test('the only playbook, which asks nothing, is not run by Enter, but by its button', async () => {
  const { asked } = show({
    ...asks(),
    '/playbook/run': () => json({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201),
  })
  await screen.findByText('It asks nothing.')
  await waitFor(() => expect(document.activeElement).toBe(toRead()))
  await userEvent.keyboard('{Enter}')
  expect(asked).not.toContain('/api/playbook/run')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await closed()
  expect(asked).toContain('/api/playbook/run')
})

test('it runs with the typed values, and leads to the run [PLAY-16 PLAY-18 CALL-87]', async () => {
  const sent: unknown[] = []
  const { journal } = show({
    ...asks({ name: 'why', label: 'Reason', required: true }),
    '/playbook/run': (body) => {
      sent.push(body)
      return json({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
    },
    '/db/playbook_runs': () =>
      json([
        { status: 'failed', error: null, playbook_run_actions: [{ name: 'ask', status: 'failed', error: 'refused' }] },
      ]),
  })
  const field = await screen.findByRole('textbox', { name: 'Reason' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard('slow')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await closed()
  expect(sent).toEqual([{ id: ID, check_id: CHECK, params: { why: 'slow' } }])
  expect(location.pathname).toBe(paths.run(ID))
  await waitFor(() =>
    expect(journal.messages.get().map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
      'bad: “Restart” for homepage failed: ask: refused.',
      'good: Started “Restart” for homepage.',
    ])
  )
  expect(journal.messages.get()[0]?.next).toEqual([{ title: 'Open run', call: `nav.open?target=run:${ID}` }])
})

test('Enter in a parameter does not run it, and says what does', async () => {
  const { asked } = show(asks({ name: 'why', label: 'Reason' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow{Enter}')
  await screen.findByText(/^This cannot be undone, so Enter alone does not submit it\./, { selector: 'form *' })
  expect(asked).not.toContain('/api/playbook/run')
})

test('a missing required parameter is shown and prevents the run', async () => {
  const { asked } = show(asks({ name: 'why', label: 'Reason', required: true }))
  ;(await screen.findByRole('textbox', { name: 'Reason' })).focus()
  screen.getByRole('button', { name: 'Run' }).click()
  await screen.findByText('This field is required')
  expect(asked).not.toContain('/api/playbook/run')
})

test('repeated, it is asked with what was typed', async () => {
  const sent: unknown[] = []
  const { journal, dispatcher } = show({
    ...asks({ name: 'why', label: 'Reason' }),
    '/playbook/run': (body) => {
      sent.push(body)
      return json({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
    },
    '/db/playbook_runs': () => json([{ status: 'completed', error: null, playbook_run_actions: [] }]),
  })
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await closed()
  await waitFor(() => expect(journal.messages.get().length).toBeGreaterThan(0))
  await dispatcher.repeat()
  const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reason' })
  await waitFor(() => expect(again.value).toBe('slow'))
  expect(sent).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await closed()
  const once = { id: ID, check_id: CHECK, params: { why: 'slow' } }
  expect(sent).toEqual([once, once])
})

const two = {
  '/playbook/list': () => json([ID, OTHER].map((id) => ({ id, name: id, parameters: null }))),
  '/db/playbooks': () =>
    json([
      { id: ID, title: 'Restart' },
      { id: OTHER, title: 'Scale' },
    ]),
  '/params': () =>
    json({
      params: [
        { name: 'why', label: 'Reason' },
        { name: 'token', label: 'Token', type: 'secret' },
      ],
    }),
}

test('the button is there from the first moment, and says what is missing', async () => {
  const held = deferred<Response>()
  const { asked } = show({ ...two, '/params': () => held.promise })
  const run = await screen.findByRole('button', { name: 'Run' })
  const choice = screen.getByRole('combobox', { name: 'Playbook' })
  await waitFor(() => expect(document.activeElement).toBe(choice))
  expect(run.getAttribute('title')).toBe('Choose a playbook first.')
  run.click()
  choice.focus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Run' }).getAttribute('title')).toBe('What it asks is not known yet.')
  )
  expect(document.activeElement).toBe(choice)
  screen.getByRole('button', { name: 'Run' }).click()
  held.resolve(json({ params: [] }))
  await screen.findByText('It asks nothing.')
  expect(screen.getByRole('button', { name: 'Run' }).getAttribute('title')).toBeNull()
  expect(asked).not.toContain('/api/playbook/run')
})

const MORE = '5a000009-0000-4000-8000-000000000003'

test('the playbook that was used last for the check is the first, then that for others of its kind', async () => {
  show({
    ...two,
    '/playbook/list': () => json([ID, OTHER, MORE].map((id) => ({ id, name: `playbook ${id}`, parameters: null }))),
    '/db/playbook_runs': () =>
      json([
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

test('playbooks are by title where the runs of others may not be seen', async () => {
  show({ ...two, '/db/playbook_runs': () => json({ message: 'no' }, 403) })
  ;(await screen.findByRole('combobox', { name: 'Playbook' })).focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Restart', 'Scale'])
})

test('the playbook chosen among several is in the address, and input survives a reload', async () => {
  const { inAddress, reload } = show(two)
  ;(await screen.findByRole('combobox', { name: 'Playbook' })).focus()
  await userEvent.keyboard('sca{Enter}')
  await screen.findByRole('textbox', { name: 'Reason' })
  expect(inAddress()).toBe(`${CALL}&playbook=${OTHER}`)
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'slow')
  reload()
  expect(await screen.findByDisplayValue('slow')).toBeTruthy()
})

test('secret parameters are sent and stored nowhere', async () => {
  const sent: unknown[] = []
  const { journal, dispatcher } = show(
    {
      ...two,
      '/playbook/run': (body) => {
        sent.push(body)
        return json({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)
      },
      '/db/playbook_runs': () => json([{ status: 'completed', error: null, playbook_run_actions: [] }]),
    },
    `${CALL}&playbook=${ID}`
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'slow')
  await userEvent.type(screen.getByLabelText(/^Token/), 'hunter2')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await closed()
  expect(sent).toEqual([{ id: ID, check_id: CHECK, params: { why: 'slow', token: 'hunter2' } }])
  const kept = JSON.stringify([
    journal.messages.get(),
    journal.lastChange.get(),
    { ...localStorage },
    { ...sessionStorage },
  ])
  expect(kept).not.toContain('hunter2')
  expect(journal.lastChange.get()).toContain('slow')
  // A repeat asks for the secret again, because it was not stored.
  await dispatcher.repeat()
  expect(await screen.findByDisplayValue('slow')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a playbook that was asked for and does not apply is named, and no other is chosen in its place', async () => {
  show(asks(), `${CALL}&playbook=${OTHER}`)
  await screen.findByText(/playbook that was asked for cannot be run for homepage/)
  const run = screen.getByRole('button', { name: 'Run' })
  expect(run.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByText('It asks nothing.')).toBeNull()
})

test('a playbook that was asked for is chosen', async () => {
  const both = [ID, OTHER].map((id, at) => ({ id, name: ['restart', 'drain'][at], parameters: null }))
  const { asked } = show(
    { '/playbook/list': () => json(both), '/db/playbooks': () => json([]), '/params': () => json({ params: [] }) },
    `${CALL}&playbook=${OTHER}`
  )
  await screen.findByText('It asks nothing.')
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
const started = () => json({ run_id: ID, starts_at: '2026-01-01T00:00:00Z' }, 201)

/** A playbook with this spec, of which is asked by id. */
const ofSpec = (written: unknown, ...params: object[]) => ({
  '/db/playbooks': () => json([{ id: ID, name: 'drain', title: 'Drain it', description: 'Slowly', spec: written }]),
  '/params': () => json({ params }),
  '/resources/search': () => json({ configs: pods }),
  '/playbook/run': started,
  '/db/playbook_runs': () => json([{ status: 'completed', error: null, playbook_run_actions: [] }]),
})

const choose = async (name: RegExp) => {
  const resource = screen.getByRole('combobox', { name: 'Resource' })
  await userEvent.click(resource)
  await userEvent.fill(resource, '')
  await userEvent.click(await screen.findByRole('option', { name }))
}
const bodiesTo = (posted: readonly [string, unknown][], part: string) =>
  posted.filter(([path]) => path.includes(part)).map(([, body]) => body)

test('begun with a playbook, it asks for what; then what it asks is asked anew for each thing [PLAY-11 PLAY-17 PLAY-25 CALL-87 CALL-89]', async () => {
  const { posted, inAddress } = show(ofSpec(spec, { name: 'why', label: 'Reason' }), `playbook.run?playbook=${ID}`)
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
  await closed()
  expect(bodiesTo(posted, '/playbook/run')).toEqual([{ id: ID, config_id: POD, params: { why: 'slow' } }])
})

test.each([`playbook.run?playbook=${ID}`, `playbook.run?target=none&playbook=${ID}`])(
  'a playbook without selectors runs for nothing in particular: %s',
  async (call) => {
    const { posted, journal } = show(ofSpec({ actions: [] }), call)
    await screen.findByText('It asks nothing.')
    expect(screen.queryByRole('combobox')).toBeNull()
    screen.getByRole('button', { name: 'Run' }).click()
    await closed()
    expect(bodiesTo(posted, '/params')).toEqual([{ id: ID }])
    expect(bodiesTo(posted, '/playbook/run')).toEqual([{ id: ID, params: {} }])
    await expect.poll(() => journal.messages.get().map(({ text }) => text)).toContain('Started “Drain it”.')
  }
)

test('a playbook without selectors is not run for what happens to be there, but again for what it was run for', async () => {
  const none = { '/playbook/list': () => json([]) }
  const here = show({ ...none, ...ofSpec({ actions: [] }) }, `${CALL}&playbook=${ID}`)
  await screen.findByText('It asks nothing.')
  expect(bodiesTo(here.posted, '/params')).toEqual([{ id: ID }])
  cleanup()
  const again = show(
    { ...none, ...ofSpec({ actions: [] }) },
    `${CALL}&playbook=${ID}&params=${encodeURIComponent('{}')}`
  )
  await screen.findByText('It asks nothing.')
  expect(bodiesTo(again.posted, '/params')).toEqual([{ id: ID, check_id: CHECK }])
})

test('one that is meant for other things than what is there says so, and asks for what', async () => {
  show({ '/playbook/list': () => json([]), ...ofSpec(spec) }, `${CALL}&playbook=${ID}`)
  await screen.findByText(/playbook that was asked for cannot be run for homepage/)
  expect(screen.getByRole('combobox', { name: 'Resource' })).toBeTruthy()
  expect(screen.getByText('Please select a resource to see the parameters.')).toBeTruthy()
})

test('a playbook that is gone is not one without selectors', async () => {
  show({ '/db/playbooks': () => json([]) }, `playbook.run?playbook=${ID}`)
  expect(await screen.findByRole('heading', { name: 'There is no such playbook' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
})

test('before it is sent, it is said what it will do, for what, and who has to approve', async () => {
  show({ ...one, ...ofSpec(spec) })
  const plan = await screen.findByRole('region', { name: 'What it will do' })
  expect([...plan.querySelectorAll('li')].map((line) => line.textContent)).toEqual([
    'drain Script',
    'look HTTP request, after 30s',
    'tell Notification, only if one before it failed',
    'dream only if params.why == "x"',
  ])
  expect(plan.textContent).toContain('For the check homepage.')
  expect(plan.textContent).toContain('It waits until one of these approves: ada@shop.example, the team platform.')
})

test('nothing is said of a playbook whose spec may not be read, nor of approval where nobody has to', async () => {
  show({ ...asks(), '/db/playbooks': () => json([{ id: ID, title: 'Restart', spec: { actions: [{ name: 'ask' }] } }]) })
  expect((await screen.findByRole('region', { name: 'What it will do' })).textContent).not.toContain('approve')
  cleanup()
  show(asks())
  await screen.findByText('It asks nothing.')
  expect(screen.queryByText('What it will do')).toBeNull()
})
