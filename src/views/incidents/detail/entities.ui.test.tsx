import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import IncidentView from './incident.page'

// Every field of an incident and its entities is reachable on screen, from a response that has all of them.

const idOf = (last: number) => `5a000012-0000-4000-8000-${String(last).padStart(12, '0')}`
const [INCIDENT, ROOT, FACTOR, PIECE, WORD] = [1, 2, 3, 4, 5].map(idOf)
const person = (last: number, name: string) => ({ id: idOf(last), name })
const [ada, grace, edsger] = [person(91, 'Ada'), person(92, 'Grace'), person(93, 'Edsger')]
const OPENED = '2026-11-24T05:11:08.490Z'

const incident = {
  id: INCIDENT,
  incident_id: 'INC-7',
  title: 'Nobody can pay',
  description: 'Since the deployment',
  type: 'technicalDebt',
  severity: 'Blocker',
  status: 'mitigated',
  created_at: OPENED,
  creator: ada,
  commander: grace,
  communicator: edsger,
  hypotheses: [
    { id: ROOT, type: 'root', title: 'The gateway is down', status: 'disproven', created_at: OPENED, created_by: ada },
    {
      id: FACTOR,
      parent_id: ROOT,
      type: 'factor',
      title: 'Its certificate ran out',
      status: 'likely',
      created_at: OPENED,
      created_by: grace,
      evidences: [
        {
          id: PIECE,
          hypothesis_id: FACTOR,
          type: 'comment',
          description: 'Seen in the browser',
          evidence: { comment: 'It was valid until today' },
          created_at: OPENED,
          created_by: edsger,
        },
        {
          id: idOf(6),
          hypothesis_id: FACTOR,
          type: 'component',
          description: '',
          evidence: null,
          created_at: OPENED,
          created_by: edsger,
          components: { id: idOf(7), name: 'payments', health: 'unhealthy', status: 'CrashLoop' },
        },
      ],
    },
  ],
  comments: [
    {
      id: WORD,
      comment: 'We have renewed it',
      hypothesis_id: FACTOR,
      created_at: OPENED,
      external_created_by: 'j.doe',
      responder: { person: null, team: { name: 'Payments' } },
      created_by: null,
    },
  ],
  responders: [
    { id: idOf(51), type: 'person', person: edsger, created_at: '2026-11-24T06:00:00Z' },
    { id: idOf(52), type: 'team', team: { id: idOf(6), name: 'Payments' }, created_at: '2026-11-24T07:00:00Z' },
    { id: idOf(53), type: 'person', person: ada, created_at: OPENED, deleted_at: '2026-11-24T08:00:00Z' },
  ],
}

const piece = (last: number, type: string, rest: object) => ({
  id: idOf(last),
  hypothesis_id: ROOT,
  type,
  description: '',
  evidence: null,
  created_at: OPENED,
  ...rest,
})

function open(query = '', history: readonly object[] = [], shown: object = incident) {
  globalThis.history.replaceState(null, '', `/incidents/${INCIDENT}${query}`)
  return openPage(IncidentView, `/incidents/${INCIDENT}`, {
    answer(path) {
      if (path === '/api/db/incidents') return listResponse([shown])
      if (path === '/api/db/config_changes') return listResponse([change])
      return path === '/api/db/incident_histories' ? listResponse(history) : undefined
    },
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling as HTMLElement
const selectOf = (urls: readonly URL[], path: string) =>
  urls.find(({ pathname }) => pathname === path)?.searchParams.get('select') ?? ''
const row = (name: RegExp) => screen.findByRole('row', { name })
const region = (name: string) => screen.findByRole('region', { name })

test('shows every field of an incident on its page, with its responders [ENT-10 ENT-14]', async () => {
  const { urls } = open()
  await screen.findByRole('heading', { level: 1, name: 'Nobody can pay' })
  // The request filters by id and embeds the people by role.
  const request = urls.find(({ pathname }) => pathname === '/api/db/incidents')?.searchParams
  expect(request?.get('id')).toBe(`eq.${INCIDENT}`)
  for (const embed of [
    'creator:created_by(',
    'commander:commander_id(',
    'communicator:communicator_id(',
    'responders(',
  ])
    expect(request?.get('select')).toContain(embed)
  expect((await region('Status')).textContent).toMatch(/^MitigatedBlocker.*Since the deployment/)
  expect(['Number', 'Type', 'Commander', 'Communicator', 'Opened by'].map((name) => fact(name).textContent)).toEqual([
    'INC-7',
    'Technical debt',
    'Grace',
    'Edsger',
    'Ada',
  ])
  expect(fact('Opened').querySelector('time')?.dateTime).toBe(OPENED)
  // People and teams, without the removed responder.
  const names = screen
    .getAllByRole('button', { name: /^Remove / })
    .map((button) => button.closest('li')?.querySelector('bdi')?.textContent)
  expect(names).toEqual(['Edsger', 'Payments'])
  expect(screen.getByText('Payments', { selector: 'bdi' }).parentElement?.textContent).toContain('Team, joined')
  expect(screen.getByRole('tab', { name: /^Hypotheses/ }).textContent).toContain('2 hypotheses')
})

const change = {
  id: idOf(30),
  config_id: idOf(31),
  change_type: 'diff',
  summary: 'spec.replicas',
  diff: '@@ -1,1 +1,1 @@\n-replicas: 3\n+replicas: 1\n',
  patches: null,
}

test('shows the content of evidence below its title, and reads it with the row', async () => {
  const evidences = [
    piece(20, 'config_change', { config_changes: change }),
    piece(21, 'config_analysis', {
      config_analysis: { id: idOf(32), config_id: idOf(31), message: '**Disk** almost full\nmore' },
    }),
    piece(22, 'log', { evidence: [{ message: 'started' }, { message: 'ERROR no route to host' }] }),
    piece(23, 'comment', { description: 'Status page', evidence: { comment: 'They *confirmed* it' } }),
  ]
  const [root] = incident.hypotheses
  open('', [], { ...incident, hypotheses: [{ ...root, evidences }], comments: [] })
  const label = async (name: RegExp) => (await row(name)).getAttribute('aria-label')
  await expect.poll(() => label(/^Change/)).toMatch(/, Replicas 3 → 1$/)
  expect(await label(/^Insight/)).toMatch(/, Disk almost full$/)
  expect(await label(/^Log/)).toMatch(/, ERROR no route to host$/)
  expect(await label(/^Note/)).toMatch(/, They \*confirmed\* it$/)
  const changed = await row(/^Change/)
  expect(await within(changed).findByText('Replicas 3 → 1')).toBeTruthy()
  const heading = await row(/^The gateway is down/)
  expect(changed.offsetHeight).toBeGreaterThan(heading.offsetHeight)
})

/** The rows of the tree with their levels. */
const tree = async () => {
  await row(/^The gateway is down/)
  return screen
    .getAllByRole('row')
    .flatMap((one) => (one.ariaLevel === null ? [] : [`${one.ariaLevel} ${one.getAttribute('aria-label')}`]))
}

test('shows every field of a hypothesis in its detail or its children [ENT-11]', async () => {
  open()
  expect(await tree()).toEqual([
    expect.stringMatching(/^1 The gateway is down, root, disproven/),
    expect.stringMatching(/^2 Its certificate ran out, factor, likely/),
    '3 Note, Seen in the browser, It was valid until today',
    '3 Component, payments, unhealthy',
    expect.stringMatching(/^3 Comment by /),
  ])
  cleanup()
  open(`?row=${FACTOR}`)
  const detail = within(await region('Its certificate ran out'))
  expect(detail.getByText('Likely').parentElement?.textContent).toBe('LikelyFactor')
  expect(['Evidence', 'By'].map((name) => detail.getByText(name).nextElementSibling?.textContent)).toEqual([
    '2 pieces',
    'Grace',
  ])
})

test('shows every field of a comment in its detail, with the author of an external one [ENT-13]', async () => {
  const { urls } = open()
  // The comment is a child of its hypothesis.
  expect((await tree()).at(-1)).toBe('3 Comment by Payments (j.doe): We have renewed it')
  expect(selectOf(urls, '/api/db/incidents')).toContain('responder:responder_id(')
  cleanup()
  open(`?row=${WORD}`)
  const detail = await region('We have renewed it')
  expect(detail.textContent).toMatch(/We have renewed it\s*Payments \(j\.doe\), /)
  expect(detail.querySelector('time')?.dateTime).toBe(OPENED)
})

test('shows every field of the history on the timeline [ENT-15]', async () => {
  const entry = (last: number, type: string, more: object) => ({
    id: idOf(last),
    type,
    created_at: OPENED,
    created_by: grace,
    ...more,
  })
  const { urls } = open('?panel=timeline', [
    entry(61, 'evidence.done_definition_added', {
      evidence: { id: idOf(71), type: 'check', description: 'The card check' },
    }),
    entry(62, 'hypothesis.status_updated', {
      hypothesis: { id: ROOT, title: 'The gateway is down' },
      description: 'disproven',
    }),
    entry(63, 'responder.created', { responder: { id: idOf(51), person: edsger } }),
    entry(64, 'responder.created', { responder: { id: idOf(52), person: null, team: { name: 'Payments' } } }),
    entry(65, 'responder.commented', { comment: { id: idOf(72), comment: 'Calling the bank' } }),
  ])
  for (const label of [
    /Made “The card check” part of the definition of done.*by Grace/,
    /Marked the hypothesis “The gateway is down” as disproven.*by Grace/,
    /Added Edsger as a responder.*by Grace/,
    /Added Payments as a responder.*by Grace/,
    /Commented from an external system.*Calling the bank/,
  ])
    expect(await row(label)).toBeTruthy()
  for (const embed of ['created_by(', 'evidence:', 'hypothesis:', 'responder:', 'comment:'])
    expect(selectOf(urls, '/api/db/incident_histories')).toContain(embed)
})
