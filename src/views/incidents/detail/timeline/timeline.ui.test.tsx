import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import IncidentView from '../incident.page'

const idOf = (last: number) => `5a000012-0000-4000-8000-${String(last).padStart(12, '0')}`
const [INCIDENT, ROOT, CHECK, SHOP] = [idOf(1), idOf(2), idOf(3), idOf(4)]
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const person = (last: number, name: string) => ({ id: idOf(last), name })
const [ada, tomasz] = [person(91, 'Ada'), person(92, 'Tomasz Wieczorek')]

const incident = (comments: readonly object[]) => ({
  id: INCIDENT,
  incident_id: 'INC-1',
  title: 'Checkout is down',
  description: '',
  type: 'availability',
  severity: 'Blocker',
  status: 'investigating',
  created_at: ago(30),
  creator: ada,
  hypotheses: [
    {
      id: ROOT,
      type: 'root',
      title: 'Checkout is down',
      status: 'likely',
      created_at: ago(30),
      created_by: ada,
      evidences: [
        {
          id: idOf(10),
          hypothesis_id: ROOT,
          type: 'check',
          description: '',
          evidence: null,
          created_at: ago(25),
          created_by: ada,
          checks: { id: CHECK, name: 'cart API', status: 'unhealthy' },
        },
      ],
    },
  ],
  comments,
  responders: [],
})

const comment = {
  id: idOf(20),
  comment: 'Restarted. @Tomasz Wieczorek can you roll back? **Soon** <img src=x>',
  hypothesis_id: ROOT,
  created_at: ago(20),
  created_by: ada,
}

const responses: Record<string, unknown> = {
  '/api/db/incident_histories': [
    { id: idOf(30), type: 'incident.created', created_at: ago(30), created_by: ada },
    {
      id: idOf(31),
      type: 'evidence.created',
      created_at: ago(25),
      created_by: ada,
      evidence: { id: idOf(10), description: '', type: 'check' },
    },
    {
      id: idOf(32),
      type: 'incident_status.updated',
      description: 'investigating',
      created_at: ago(22),
      created_by: tomasz,
    },
    { id: idOf(33), type: 'incident.paged_somebody', description: 'on-call', created_at: ago(21), created_by: ada },
  ],
  '/api/db/configs': [{ id: SHOP, name: 'shop', type: 'Kubernetes::Deployment' }],
  '/api/db/people': [ada, tomasz],
  '/api/db/playbook_runs': [
    {
      id: idOf(40),
      created_at: ago(10),
      start_time: ago(10),
      status: 'completed',
      check_id: CHECK,
      playbooks: { name: 'restart', title: 'Restart' },
      created_by: tomasz,
    },
  ],
  '/api/db/notification_send_history': [
    { id: idOf(50), resource_id: CHECK, source_event: 'check.failed', status: 'sent', created_at: ago(34) },
  ],
}

function open(search = '', changed: Record<string, unknown> = {}, comments: readonly object[] = [comment]) {
  history.replaceState(null, '', `/incidents/${INCIDENT}?panel=timeline${search}`)
  return openPage(IncidentView, `/incidents/${INCIDENT}`, {
    answer(path, url) {
      const override = changed[path]
      if (override instanceof Response) return override.clone()
      if (override !== undefined) return listResponse(override)
      if (path === '/api/db/incidents') return listResponse([incident(comments)])
      if (path === '/api/db/checks')
        return listResponse([
          url.includes('within')
            ? {
                id: CHECK,
                name: 'cart API',
                within: [{ time: ago(35), status: false, message: '503' }],
                before: [{ time: ago(95), status: true }],
              }
            : { id: CHECK, name: 'cart API', configs: [{ config_id: SHOP }] },
        ])
      if (path === '/api/db/config_changes')
        return listResponse([
          {
            id: idOf(60),
            config_id: SHOP,
            change_type: 'diff',
            created_at: ago(40),
            summary: 'memory limit',
            details: null,
            patches: null,
            diff: '@@ -1 +1 @@\n-memory: 512Mi\n+memory: 128Mi\n',
          },
        ])
      return responses[path] === undefined ? undefined : listResponse(responses[path])
    },
  })
}

const grid = () => screen.findByRole('treegrid', { name: 'Timeline' })
const rows = async () =>
  within(await grid())
    .getAllByRole('row')
    .map((row) => row.getAttribute('aria-label') ?? '')
    .filter((label) => label !== '')
const entries = async () => (await rows()).filter((label) => !/^\w+day, \d/.test(label))

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('lists comments, evidence, history and events on the resources involved, newest first [INC-18] [INC-19]', async () => {
  open()
  await screen.findByRole('row', { name: /^Change, Memory 512Mi → 128Mi, memory limit/ })
  const labels = (await entries()).map((label) => label.replace(/, [^,]*\d\d:\d\d [^,]*$/, ''))
  expect(labels).toEqual([
    'Playbook run, Playbook Restart: completed, on cart API, by Tomasz Wieczorek',
    `Comment, by Ada, ${comment.comment}, for “Checkout is down”`,
    'Activity, Incident paged somebody: on-call, by Ada',
    'Activity, Set the status to investigating, by Tomasz Wieczorek',
    'Evidence, cart API, for “Checkout is down”, by Ada',
    'Activity, Added the hypothesis “Checkout is down”, by Ada',
    'Activity, Opened the incident, by Ada',
    'Notification, Notification check.failed: sent, on cart API',
    'Failure, Check started failing, 503, on cart API',
    'Change, Memory 512Mi → 128Mi, memory limit, on shop',
  ])
})

test('formats a comment, highlights its mentions, and renders no other markup', async () => {
  open(`&entry=${comment.id}&detail=beside`)
  const detail = await screen.findByRole('region', { name: /^Restarted/ })
  expect((await within(detail).findByText('@Tomasz Wieczorek')).closest('strong')).toBeTruthy()
  expect(within(detail).getByText('Soon', { selector: 'strong' })).toBeTruthy()
  expect(detail.querySelector('img')).toBeNull()
  expect(within(detail).getByText('Checkout is down')).toBeTruthy()
})

test('filters by the kinds in the URL and by the search, and clears both', async () => {
  open('&kind=comment:1,failed:1')
  await screen.findByRole('row', { name: /^Failure/ })
  expect(await entries()).toHaveLength(2)
  await userEvent.type(screen.getByRole('searchbox'), 'restarted')
  await expect.poll(entries).toHaveLength(1)
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.click(screen.getByRole('button', { name: /Clear filters/ }))
  await expect.poll(entries).toHaveLength(10)
  expect(location.search).not.toContain('kind=')
})

test('links a failure by its check, and shows the diff of a change', async () => {
  const { performed } = open()
  await userEvent.click(await screen.findByRole('row', { name: /^Failure/ }))
  const failure = await screen.findByRole('region', { name: 'Check started failing of cart API' })
  expect(within(failure).getByRole('link', { name: 'cart API' }).getAttribute('href')).toContain(CHECK)
  await userEvent.click(within(failure).getByRole('button', { name: /Link to incident/ }))
  expect(performed.at(-1)).toBe('evidence.link')
  await userEvent.click(screen.getByRole('row', { name: /^Change/ }))
  const change = await screen.findByRole('region', { name: 'Memory 512Mi → 128Mi of shop' })
  expect(
    await within(change).findByRole('group', { name: 'Memory 512Mi → 128Mi: 1 line added, 1 removed' })
  ).toBeTruthy()
})

test('shows the history and a warning when the events on resources could not be loaded', async () => {
  const refused = listResponse({ message: 'the database is away' }, 500)
  open('', {
    '/api/db/config_changes': refused,
    '/api/db/playbook_runs': refused,
    '/api/db/notification_send_history': refused,
    '/api/db/config_analysis': refused,
  })
  expect(
    await screen.findByText(/^Some data could not be loaded\. Changes: /, undefined, { timeout: 15_000 })
  ).toBeTruthy()
  expect(await screen.findByRole('row', { name: /^Comment, by Ada/ })).toBeTruthy()
})
