import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { closed, json, openCommand } from '../../../tests/helpers/command-dialog'
import { deferred } from '../../../tests/helpers/deferred'
import { paths } from '../../lib/paths'

const ID = '5a000009-0000-4000-8000-000000000001'
const OTHER = '5a000009-0000-4000-8000-000000000002'
const CHECK = '5a000008-0000-4000-8000-000000000001'
const CALL = `playbook.run?target=check:${CHECK}`

/** Opens the dialog with a server that answers by part of the path; the first match counts. */
const show = (answers: Record<string, (body: unknown) => Response | Promise<Response>>, call = CALL) =>
  openCommand(call, {
    names: { [CHECK]: 'homepage' },
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

test('it runs with the typed values, and leads to the run [PLAY-16 PLAY-18]', async () => {
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
  await screen.findByText(/^This cannot be taken back, so Enter alone does not send it\./, { selector: 'form *' })
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
