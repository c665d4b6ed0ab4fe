import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import { notificationsPage } from '@/shared/pages/notifications'
import NotificationsView from './notifications.page'

const [FAILED, SENT, HELD, GROUPED, RULE, ADA, TEAM, SILENCE, CHECK, CHAT, GROUP, RUN] = Array.from(
  { length: 12 },
  (_none, n) => `5a0000${n + 21}-0000-4000-8000-000000000001`
)
const LIST = '/api/db/notification_send_history_summary'
const HISTORY = '/api/notification/send_history/'

/** A notification that failed. */
const failed = {
  id: FAILED,
  notification_id: RULE,
  status: 'error',
  not_before: null,
  retries: 4,
  count: 1,
  first_observed: '2026-11-20T05:11:08.49+00:00',
  source_event: 'check.failed',
  resource_id: CHECK,
  resource_kind: 'check',
  resource_type: 'http',
  resource: { name: 'checkout API', type: 'http', health: 'unhealthy', status: 'unhealthy', deleted_at: null },
  resource_tags: null as Record<string, string> | null,
  person_id: ADA as string | null,
  team_id: null as string | null,
  connection_id: null as string | null,
  silenced_by: null as string | null,
  playbook_run_id: null as string | null,
  playbook_run: null,
  error: 'failed to send message: 401' as string | null,
  duration_millis: 5021,
  created_at: '2026-11-20T05:11:08.49+00:00',
  group_id: null as string | null,
  parent_id: null as string | null,
}
const sent = {
  ...failed,
  id: SENT,
  status: 'sent',
  error: null,
  retries: 0,
  duration_millis: 412,
  resource: { ...failed.resource, name: 'open orders', health: 'healthy' },
  person_id: null,
  team_id: TEAM,
}
/** Held back by `sent`. */
const inhibited = {
  ...sent,
  id: HELD,
  status: 'inhibited',
  parent_id: SENT,
  duration_millis: null,
  team_id: null,
  connection_id: CHAT,
  count: 12,
}
const whole = {
  ...failed,
  body: '<h1>checkout API fails</h1><script>alert(1)</script><img src=x onerror=alert(2)>See <a href="javascript:alert(3)">here</a>.',
  payload: { event_name: 'check.failed', custom_service: '{"url":"slack://token@secret"}' },
}

function open(query = '', answer: TestPageOptions['answer'] = () => undefined, options: TestPageOptions = {}) {
  history.replaceState(null, '', `${notificationsPage.path}${query}`)
  return openPage(NotificationsView, notificationsPage.path, {
    ...options,
    answer(path, url, body) {
      const own = answer(path, url, body)
      if (own) return own
      if (path === LIST) return listResponse([failed, sent, inhibited])
      if (path === `${HISTORY}${FAILED}`) return listResponse(whole)
      if (path === '/api/db/notifications') return listResponse([{ id: RULE, name: 'gold checks' }])
      if (path === '/api/db/people') return listResponse([{ id: ADA, name: 'Ada Lovelace' }])
      if (path === '/api/db/teams') return listResponse([{ id: TEAM, name: 'platform' }])
      if (path === '/api/db/connections') return listResponse([{ id: CHAT, name: 'chat' }])
      if (path === '/api/db/notification_silences') return listResponse([{ id: SILENCE, name: 'at night' }])
      if (path === '/api/db/notification_send_history_resource_types') return listResponse([{ resource_type: 'http' }])
      return undefined
    },
  })
}

const row = (name: RegExp) => screen.findByRole('row', { name })
const lastOf = (urls: readonly URL[], path = LIST) => urls.findLast(({ pathname }) => pathname === path)?.searchParams
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

afterEach(() => {
  vi.unstubAllGlobals()
  prefs.set(parsePreferences(null))
  history.replaceState(null, '', '/')
})

test('lists notifications with resource, type and status, the newest first [ROUTE-18 NOTIF-01 NOTIF-02 CALL-100 ENT-22]', async () => {
  const { urls } = open()
  const first = await row(/^checkout API, check http, failed.* rule gold checks/)
  expect(first.getAttribute('aria-label')).toBe(
    'checkout API, check http, failed, failed to send message: 401. Gave up after 4 retries, check.failed, rule gold checks, to Ada Lovelace'
  )
  for (const words of ['checkout API', 'check · http', 'Failed', 'check.failed', 'gold checks', 'Ada Lovelace'])
    expect(within(first).getByText(words)).toBeTruthy()
  expect(await row(/^open orders, check http, sent.*to platform, 1 held back$/)).toBeTruthy()
  expect(Object.fromEntries(lastOf(urls) ?? [])).toMatchObject({
    limit: '50',
    offset: '0',
    order: 'created_at.desc,id.asc',
  })
  expect(lastOf(urls)?.get('select')).not.toMatch(/\bbody/)
})

test('leaves out silenced and skipped notifications at first, and includes them by a switch', async () => {
  const { urls } = open()
  await row(/^checkout API/)
  await waitFor(() => expect(location.search).toBe('?status=skipped:-1,silenced:-1'))
  expect(lastOf(urls)?.getAll('or')).toEqual(['(status.is.null,status.not.in.(skipped,silenced))'])
  await userEvent.click(screen.getByRole('switch', { name: 'Silenced and skipped' }))
  await waitFor(() => expect(location.search).toBe('?status='))
  await waitFor(() => expect(lastOf(urls)?.getAll('or')).toEqual([]))
})

test('sends search, filters, time range, order and page of the address to the server', async () => {
  const { urls } = open(
    `?query=cart&status=error&kind=check&type=http&event=check.failed:-1&rule=${RULE}&resource=${CHECK}` +
      '&tags=cluster%3Dharbour,zone%3Deu:-1&range=now-7d&rangeType=relative&timeRange=x&sortBy=status&pageIndex=1'
  )
  await waitFor(() => expect(lastOf(urls)).toBeTruthy())
  const asked = urls.find(({ pathname }) => pathname === LIST)?.searchParams
  expect(asked?.getAll('or')).toEqual([
    '(resource->>name.ilike."*cart*",error.ilike."*cart*")',
    '(source_event.is.null,source_event.not.in.("check.failed"))',
    '(resource_tags.is.null,resource_tags.not.cs."{\\"zone\\":\\"eu\\"}")',
  ])
  expect(asked?.get('status')).toBe('in.(error)')
  expect(asked?.get('resource_kind')).toBe('in.(check)')
  expect(asked?.get('resource_type')).toBe('in.(http)')
  expect(asked?.get('notification_id')).toBe(`in.(${RULE})`)
  expect(asked?.get('resource_id')).toBe(`in.(${CHECK})`)
  expect(asked?.get('resource_tags')).toBe('cs.{"cluster":"harbour"}')
  expect(asked?.get('order')).toBe('status.asc.nullslast,id.asc')
  expect(asked?.get('offset')).toBe('50')
  expect(asked?.get('created_at')).toMatch(/^gte\.\d{4}-/)
})

test('nests what another notification held back, and requests the names of a page once', async () => {
  const { asked } = open()
  const parent = await row(/^open orders.*1 held back$/)
  expect(parent.getAttribute('aria-expanded')).toBe('false')
  expect(screen.queryByRole('row', { name: /inhibited/ })).toBeNull()
  parent.focus()
  await userEvent.click(within(parent).getByText('open orders'))
  await userEvent.keyboard('{ArrowRight}')
  expect(
    await row(/^open orders, check http, inhibited, Inhibited by the notification about open orders.*12 times.*to chat/)
  ).toBeTruthy()
  for (const table of ['people', 'teams', 'connections'])
    expect(asked.filter((path) => path === `/api/db/${table}`)).toHaveLength(1)
  expect(asked.filter((path) => path === LIST)).toHaveLength(1)
})

test('shows notifications that a rule sent together as one line, open if one of them failed', async () => {
  const together = [
    { ...failed, group_id: GROUP },
    { ...sent, id: GROUPED, group_id: GROUP },
  ]
  open('', (path) => (path === LIST ? listResponse(together) : undefined))
  const group = await row(/^gold checks: checkout API and open orders, 2 notifications, 1 failed, 1 sent$/)
  expect(group.getAttribute('aria-expanded')).toBe('true')
  expect(await row(/^checkout API/)).toBeTruthy()
})

test('names no connection to a user who may not read connections', async () => {
  const { asked } = open(
    '?status=',
    (path) => (path === LIST ? listResponse([{ ...sent, team_id: null, connection_id: CHAT }]) : undefined),
    {
      environment: { roles: ['editor'] },
    }
  )
  expect(await row(/to A connection$/)).toBeTruthy()
  expect(asked).not.toContain('/api/db/connections')
})

test('says which names could not be loaded', async () => {
  open('', (path) => (path === '/api/db/people' ? listResponse({ message: 'No people today' }, 500) : undefined))
  expect(await screen.findByText(/^Some names could not be loaded\. The names of people: No people today/)).toBeTruthy()
  expect(await row(/^checkout API.*to A person$/)).toBeTruthy()
})

test('opens a notification with the error of the server first, and its message as text', async () => {
  open(`?status=&id=${FAILED}`)
  expect(await screen.findByRole('heading', { level: 2, name: 'Notification about checkout API' })).toBeTruthy()
  const pane = screen.getByRole('region', { name: 'Notification about checkout API' })
  expect(within(pane).getByText('failed to send message: 401. Gave up after 4 retries.')).toBeTruthy()
  expect(await within(pane).findByText('checkout API fails')).toBeTruthy()
  expect(pane.querySelector('img, script, [href^="javascript"]')).toBeNull()
  expect(within(pane).getByRole('link', { name: 'checkout API' }).getAttribute('href')).toContain(CHECK)
  await waitFor(() => expect(fact('Recipient')).toContain('Ada Lovelace'))
  expect(['Event', 'Rule', 'Retries', 'Duration'].map(fact)).toEqual(['check.failed', 'gold checks', '4', '5 s'])
  await userEvent.click(screen.getByRole('tab', { name: 'Event' }))
  await screen.findByRole('textbox', { name: 'Event of the notification about checkout API' })
  expect(document.body.textContent).not.toContain('secret')
})

test.each([
  ['silenced', { silenced_by: SILENCE }, 'Silenced by at night.'],
  ['inhibited', { parent_id: SENT }, 'Inhibited by the notification about open orders.'],
  [
    'repeat-interval',
    { parent_id: SENT },
    'Repeats the notification about open orders within the repeat interval of gold checks.',
  ],
  ['grouped', { parent_id: SENT }, 'Part of the notification about open orders.'],
  ['pending', { retries: 0, not_before: null }, 'Waiting to be sent.'],
  ['skipped', {}, 'The health changed, or the resource was deleted, before it was sent.'],
  ['pending_playbook_run', { playbook_run_id: RUN }, 'Waiting for the playbook to start.'],
])('explains a notification that is %s in words', async (status, more, words) => {
  const send = { ...whole, status, error: null, body: null, ...more }
  open(`?status=&id=${FAILED}`, (path, url) => {
    if (path === `${HISTORY}${FAILED}`) return listResponse(send)
    if (path === LIST && url.includes(`eq.${SENT}`)) return listResponse([sent])
    return path === LIST ? listResponse([send]) : undefined
  })
  const pane = await screen.findByRole('region', { name: 'Notification about checkout API' })
  expect(await within(pane).findByText(words)).toBeTruthy()
  expect(await within(pane).findByText('No message was created, because the notification was not sent.')).toBeTruthy()
})

test('shows the blocks of a message as sections of text', async () => {
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: 'checkout API fails' } },
    { type: 'section', text: { type: 'mrkdwn', text: 'See <https://docs.example/runbook|the runbook>' } },
  ]
  open(`?status=&id=${FAILED}`, (path) =>
    path === `${HISTORY}${FAILED}`
      ? listResponse({ ...whole, body: 'other', body_payload: { text: 'fallback', blocks } })
      : undefined
  )
  const link = await screen.findByRole('link', { name: 'the runbook' })
  expect(link.getAttribute('href')).toBe('https://docs.example/runbook')
  expect(screen.getByText('checkout API fails')).toBeTruthy()
  expect(screen.queryByText('fallback')).toBeNull()
})

test('says that an unknown notification does not exist', async () => {
  open(`?status=&id=${GROUP}`, (path) =>
    path === `${HISTORY}${GROUP}` ? listResponse({ error: 'not found' }, 404) : undefined
  )
  expect(await screen.findByText('Notification not found')).toBeTruthy()
})

test('shows the row of a notification whose message could not be loaded, with the reason', async () => {
  open(`?status=&id=${FAILED}`, (path) =>
    path === `${HISTORY}${FAILED}` ? listResponse({ error: 'The disk is full' }, 500) : undefined
  )
  expect(await screen.findByText(/The disk is full/)).toBeTruthy()
  expect(screen.getByText('failed to send message: 401. Gave up after 4 retries.', { selector: 'p *' })).toBeTruthy()
})

test('explains where notifications come from when there are none', async () => {
  open('?status=', (path) => (path === LIST ? listResponse([]) : undefined))
  expect(await screen.findByRole('heading', { name: 'No notifications yet' })).toBeTruthy()
})

test.each([403, 500])(
  'shows the error of a list that could not be loaded, instead of an empty list: %i',
  async (status) => {
    open('?status=', (path) => (path === LIST ? listResponse({ message: 'Not for you' }, status) : undefined))
    expect(await screen.findByText('Not for you')).toBeTruthy()
    expect(screen.queryByText('No notifications yet')).toBeNull()
  }
)

test('keeps a very long name within its row', async () => {
  const name = 'maintenance-of-the-warehouse-management-system-'.repeat(5)
  open('?status=', (path) =>
    path === LIST ? listResponse([{ ...failed, resource: { ...failed.resource, name } }]) : undefined
  )
  const shown = await row(/^maintenance-of/)
  expect(shown.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  expect(within(shown).getByText('Failed').checkVisibility()).toBe(true)
})

test('marks unread notifications, and offers to mark all as read', async () => {
  prefs.set((all) => ({ ...all, notificationsReadAt: '2026-11-20T00:00:00.000Z' }))
  open('', (path) =>
    path === '/api/db/notification_send_history' ? listResponse([{ id: FAILED }, { id: SENT }]) : undefined
  )
  expect(await row(/^checkout API.*unread$/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Mark all as read' })).toBeTruthy()
})

const summaryRow = {
  resource: {
    id: CHECK,
    icon: 'http',
    name: 'checkout API',
    type: 'http',
    health: 'unhealthy',
    status: 'unhealthy',
    deleted_at: null,
  },
  resource_type: 'http',
  resource_kind: 'check',
  first_observed: '2026-11-20T05:11:08.49+00:00',
  last_seen: '2026-11-20T05:11:08.49+00:00',
  total: 7,
  last_message: '# checkout API fails',
  sent: 3,
  error: 1,
  suppressed: 2,
  in_progress: 1,
}
const SUMMARY = '/api/notification/summary'

test('counts notifications by resource, and lists those of a resource', async () => {
  const bodies: unknown[] = []
  open('?view=resources&kind=check&query=checkout', (path, _url, body) => {
    if (path !== SUMMARY) return undefined
    bodies.push(JSON.parse(String(body)))
    return listResponse({ total: 1, results: [summaryRow] })
  })
  const first = await row(/^checkout API, check http, 1 failed, 3 sent, 1 in progress, 2 held back$/)
  expect(bodies[0]).toMatchObject({
    groupBy: ['resource'],
    resourceKind: 'check',
    search: '*checkout*',
    pageIndex: 0,
    pageSize: 50,
  })
  first.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.search).toBe(`?status=&resource=${CHECK}`))
})

/** A backend without the summary. */
const withoutSummary = (path: string) => (path === SUMMARY ? listResponse({ message: 'Not Found' }, 404) : undefined)

test('does not offer the summary where the backend does not have it', async () => {
  const gateway = { environment: { deployment: { backend: 'gateway', signIn: 'kratos' } } } as const
  open('', withoutSummary, gateway)
  await row(/^checkout API/)
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
})

test('offers the summary where another backend has it', async () => {
  open('', (path) => (path === SUMMARY ? listResponse({ total: 0, results: null }) : undefined), {
    environment: { deployment: { backend: 'gateway', signIn: 'kratos' } },
  })
  expect(await screen.findByRole('button', { name: /^Show/ })).toBeTruthy()
})
