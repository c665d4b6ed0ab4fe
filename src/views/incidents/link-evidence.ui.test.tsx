import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { createClient } from '../../api/client'
import { createJournal } from '../../commands/journal'
import { ConsoleProvider } from '../shell/console'
import LinkEvidence from './link-evidence'

afterEach(() => vi.unstubAllGlobals())

const [ME, INCIDENT, HYPOTHESIS, EVIDENCE] = [1, 2, 3, 4].map((n) => `5a00000${n}-0000-4000-8000-000000000001`)
const sources = ['homepage', 'cart'].map((label) => ({ kind: 'check' as const, id: `id of ${label}`, label }))
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
const me = { payload: { user: { id: ME, name: 'Me' }, roles: ['responder'] } }

/** Shows the dialog in front of a server. `posted` is what was written, in order. */
function show(onEvidence: () => Response = () => json([{ id: EVIDENCE }], 201)) {
  const posted: [string, Record<string, unknown>][] = []
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const { pathname } = new URL(input, location.origin)
    if (pathname === '/api/auth/whoami') return json(me)
    posted.push([pathname, JSON.parse(String(init?.body))])
    if (pathname === '/api/db/incidents') return json([{ id: INCIDENT }], 201)
    return pathname === '/api/db/hypotheses' ? json([{ id: HYPOTHESIS }], 201) : onEvidence()
  })
  const journal = createJournal()
  const onClose = vi.fn<() => void>()
  const environment = { path: '/health', roles: ['responder'], online: true, nameOf: () => undefined }
  render(
    <QueryClientProvider client={createClient({ signedOut: () => undefined })}>
      <ConsoleProvider
        value={{ perform: async () => undefined, undo: () => undefined, environment, keys: [], journal }}
      >
        <LinkEvidence sources={sources} onClose={onClose} />
      </ConsoleProvider>
    </QueryClientProvider>
  )
  return { posted, journal, onClose }
}

async function fill() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Title' }), 'Payments down')
  for (const [name, letters] of [
    ['Type', 'avail'],
    ['Severity', 'crit'],
  ] as const) {
    screen.getByRole('combobox', { name }).focus()
    await userEvent.keyboard(`${letters}{Enter}`)
  }
}

test('several checks become evidence of one new incident, by whoever is signed in [LINK-18 LINK-26]', async () => {
  const { posted, journal, onClose } = show()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const by = { created_by: ME }
  const evidence = { ...by, hypothesis_id: HYPOTHESIS, type: 'check', description: '', definition_of_done: false }
  expect(posted).toEqual([
    [
      '/api/db/incidents',
      {
        ...by,
        title: 'Payments down',
        description: '',
        severity: 'Critical',
        type: 'availability',
        status: 'open',
        commander_id: ME,
        communicator_id: ME,
      },
    ],
    ['/api/db/hypotheses', { ...by, incident_id: INCIDENT, title: 'Payments down', status: 'possible', type: 'root' }],
    ['/api/db/evidences', { ...evidence, check_id: 'id of homepage', evidence: {} }],
    ['/api/db/evidences', { ...evidence, check_id: 'id of cart', evidence: {} }],
  ])
  const [message] = journal.messages.get()
  expect(message).toMatchObject({
    tone: 'good',
    text: 'Linked to incident successfully: Payments down.',
    next: [{ title: 'Open incident', call: `nav.open?target=incident:${INCIDENT}` }],
  })
  expect(journal.undoable.get()).toEqual(new Set([message?.id]))
})

test('what failed halfway is told, and tried again without a second incident', async () => {
  let tries = 0
  const { posted, onClose } = show(() =>
    ++tries === 1 ? json({ message: 'permission denied' }, 403) : json([{ id: EVIDENCE }], 201)
  )
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  const words =
    'The incident “Payments down” is there with its hypothesis, but nothing was added to it. permission denied'
  expect(await screen.findByText(words)).toBeTruthy()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(posted.map(([path]) => path.split('/').at(-1))).toEqual([
    'incidents',
    'hypotheses',
    'evidences',
    'evidences',
    'evidences',
  ])
})
