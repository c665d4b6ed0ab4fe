import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createClient } from '../../api/client'
import { createJournal } from '../../commands/journal'
import { ConsoleProvider } from '../shell/console'
import RunPlaybook from './run-playbook'

afterEach(() => vi.unstubAllGlobals())

const ID = '5a000009-0000-4000-8000-000000000001'
const target = { kind: 'check' as const, id: '5a000008-0000-4000-8000-000000000001', label: 'homepage' }
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

/** Shows the dialog in front of a server that answers by path; the first part that fits counts. */
function show(answers: Record<string, (body: unknown) => Response>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = new URL(input, location.origin).pathname
    asked.push(path)
    const answer = Object.entries(answers).find(([part]) => path.includes(part))?.[1]
    return answer ? answer(typeof init?.body === 'string' ? JSON.parse(init.body) : undefined) : json({}, 404)
  })
  const journal = createJournal()
  const onClose = vi.fn<() => void>()
  const environment = { path: '/health', roles: ['admin'], online: true, nameOf: () => undefined }
  render(
    <QueryClientProvider client={createClient({ signedOut: () => undefined })}>
      <ConsoleProvider
        value={{ perform: async () => undefined, undo: () => undefined, environment, keys: [], journal }}
      >
        <RunPlaybook target={target} onClose={onClose} />
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return { asked, journal, onClose }
}

const one = {
  '/playbook/list': () => json([{ id: ID, name: 'restart', parameters: null }]),
  '/db/playbooks': () => json([{ id: ID, title: 'Restart', description: 'Takes a minute' }]),
}
const asks = (...params: object[]) => ({ ...one, '/params': () => json({ params }) })

test('no playbook applies: said calmly, with a way out', async () => {
  const { onClose, asked } = show({ '/playbook/list': () => json([]) })
  await screen.findByRole('heading', { name: 'No playbook applies to this check' })
  expect(asked).toEqual(['/api/playbook/list'])
  const [, foot] = screen.getAllByRole('button', { name: 'Close' })
  await userEvent.click(foot ?? document.body)
  expect(onClose).toHaveBeenCalledOnce()
})

test('playbooks that cannot be listed are told in the words of the server, and asked for again', async () => {
  let tries = 0
  show({
    ...asks(),
    '/playbook/list': () => (++tries === 1 ? json({ error: 'It is asleep.' }, 500) : one['/playbook/list']()),
  })
  await screen.findByText('It is asleep.')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('It asks nothing.')
  expect(screen.getByText('Restart')).toBeTruthy()
})

test('one that refuses the check says why', async () => {
  show({ ...one, '/params': () => json({ error: 'Playbook validation failed: no.' }, 500) })
  expect(await screen.findByText('Playbook validation failed: no.')).toBeTruthy()
})

test('it runs with what was typed, and tells what came of it with a way to the run [PLAY-16]', async () => {
  const sent: unknown[] = []
  const { journal, onClose } = show({
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
  await userEvent.type(field, 'slow')
  await userEvent.click(screen.getByRole('button', { name: 'Run' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ id: ID, check_id: target.id, params: { why: 'slow' } }])
  await waitFor(() =>
    expect(journal.messages.get().map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
      'bad: “Restart” for homepage failed: ask: refused.',
      'good: Started “Restart” for homepage.',
    ])
  )
  expect(journal.messages.get()[0]?.next).toEqual([{ title: 'Open run', call: `nav.open?target=run:${ID}` }])
})

test('what is missing keeps it from running, and is said', async () => {
  const { asked } = show(asks({ name: 'why', label: 'Reason', required: true }))
  ;(await screen.findByRole('textbox', { name: 'Reason' })).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByText('This field is required')
  expect(asked).not.toContain('/api/playbook/run')
})
