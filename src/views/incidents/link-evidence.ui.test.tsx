import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { closed, json, openCommand } from '../../../tests/helpers/command-dialog'

const [ME, INCIDENT, HYPOTHESIS, EVIDENCE] = [1, 2, 3, 4].map((n) => `5a00000${n}-0000-4000-8000-000000000001`)
const CALL = 'evidence.link?sources=check:homepage,check:cart'
const me = { payload: { user: { id: ME, name: 'Me' }, roles: ['responder'] } }
const found = {
  id: INCIDENT,
  title: 'Payments down',
  severity: 'Critical',
  status: 'open',
  hypotheses: [{ id: HYPOTHESIS, title: 'Payments down', type: 'root' }],
}

/** Opens the form, with a server. */
const show = (onEvidence: () => Response = () => json([{ id: EVIDENCE }], 201), call = CALL) =>
  openCommand(call, {
    environment: { roles: ['responder'] },
    answer(path, body) {
      if (path === '/api/auth/whoami') return json(me)
      if (body === undefined) return json([found])
      if (path === '/api/db/incidents') return json([{ id: INCIDENT }], 201)
      return path === '/api/db/hypotheses' ? json([{ id: HYPOTHESIS }], 201) : onEvidence()
    },
  })

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

test('several checks become evidence of one new incident, created by the signed-in person [LINK-18 LINK-26]', async () => {
  const { posted, journal } = show()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  await closed()
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
    ['/api/db/evidences', { ...evidence, check_id: 'homepage', evidence: {} }],
    ['/api/db/evidences', { ...evidence, check_id: 'cart', evidence: {} }],
  ])
  const [message] = journal.messages.get()
  expect(message).toMatchObject({
    tone: 'good',
    text: 'Linked to incident successfully: Payments down.',
    // Incidents have no page.
    next: [],
  })
  expect(journal.undoable.get()).toEqual(new Set([message?.id]))
})

test('a partial failure is shown, and the retry creates no second incident', async () => {
  let tries = 0
  const { posted } = show(() =>
    ++tries === 1 ? json({ message: 'permission denied' }, 403) : json([{ id: EVIDENCE }], 201)
  )
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  const words =
    'The incident “Payments down” is there with its hypothesis, but nothing was added to it. permission denied'
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  await closed()
  expect(posted.map(([path]) => path.split('/').at(-1))).toEqual([
    'incidents',
    'hypotheses',
    'evidences',
    'evidences',
    'evidences',
  ])
})

test('a repeat adds the next check to the same incident', async () => {
  const { posted, journal, dispatcher } = show()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Link' }))
  await closed()
  await waitFor(() => expect(journal.lastChange.get()).toContain(`incident=${INCIDENT}`))
  await dispatcher.repeat()
  expect(posted.map(([path]) => path.split('/').at(-1))).toEqual([
    'incidents',
    'hypotheses',
    'evidences',
    'evidences',
    'evidences',
    'evidences',
  ])
})

test('a link can choose an open incident and its hypothesis', async () => {
  const call = `${CALL}&incident=${INCIDENT}&title=Payments%20down&hypothesis=${HYPOTHESIS}`
  const { dispatcher } = show()
  await screen.findByRole('textbox', { name: 'Title' })
  dispatcher.followLink(call)
  expect(await screen.findByRole('combobox', { name: 'Incident' })).toHaveProperty('value', 'Payments down')
  expect(screen.getByRole('combobox', { name: 'Hypothesis' }).textContent).toContain('Payments down')
})

test('a link cannot name what was created, so undo removes only its own work', async () => {
  const made = JSON.stringify({ incidentId: 'of somebody', evidences: {} })
  const { inAddress, dispatcher } = show()
  await screen.findByRole('textbox', { name: 'Title' })
  dispatcher.followLink(`${CALL}&made=${encodeURIComponent(made)}`)
  expect(inAddress()).toBe(CALL)
})
