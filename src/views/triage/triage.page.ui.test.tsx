import { render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createConsoleContext } from '@tests/helpers/console-context'
import { journal } from '../../app/journal'
import type { CommandEnvironment } from '../../commands/context'
import { clearDecisions } from '../../commands/stores/triage-store'
import TriageView from './triage.page'

afterEach(() => {
  vi.unstubAllGlobals()
  clearDecisions()
  history.replaceState(null, '', '/')
})

const id = (last: number) => `5a000030-0000-4000-8000-${String(last).padStart(12, '0')}`
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

type Rows = Record<string, readonly object[]>
const queue: Rows = {
  incidents: [
    { id: id(1), title: 'Nobody can pay', severity: 'Critical', description: 'All is down', created_at: minutesAgo(5) },
  ],
  checks: [
    {
      id: id(2),
      name: 'checkout',
      severity: 'high',
      last_transition_time: minutesAgo(9),
      check_statuses: [{ error: '503' }],
    },
    { id: id(3), name: 'cart', severity: 'low', last_transition_time: minutesAgo(3), check_statuses: [] },
  ],
  playbook_runs: [
    { id: id(4), created_at: minutesAgo(2), playbooks: { name: 'restart' }, created_by: { name: 'Ann' } },
  ],
  notification_send_history_summary: [
    {
      id: id(5),
      status: 'error',
      error: '401',
      created_at: minutesAgo(4),
      resource_id: id(3),
      resource_kind: 'check',
      resource: { name: 'cart' },
    },
  ],
  config_analysis_items: [
    {
      id: id(6),
      analyzer: 'CVE-1',
      summary: 'A hole',
      first_observed: minutesAgo(90),
      config: { id: id(7), name: 'web', type: 'Pod', config_class: 'Pod' },
    },
  ],
}

type TriageRequest = { relation: string; query: URLSearchParams }

/** Renders the page against a stubbed server whose rows the test can change afterwards. */
function open(environment: Partial<CommandEnvironment> = {}, has: Rows = queue) {
  const server = { has, now: {} as Rows, failing: new Set<string>(), totals: {} as Record<string, number> }
  const requests: TriageRequest[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const url = new URL(input, location.origin)
    const relation = url.pathname.split('/').at(-1) ?? ''
    requests.push({ relation, query: url.searchParams })
    if (server.failing.has(relation)) return Response.json({ message: 'No database answers' }, { status: 500 })
    const ids = url.searchParams.get('id')
    const rows = ids?.startsWith('in.') ? (server.now[relation] ?? []) : (server.has[relation] ?? [])
    return Response.json(rows, {
      headers: { 'Content-Range': `0-${rows.length}/${server.totals[relation] ?? rows.length}` },
    })
  })
  const { around, queries, dispatcher } = createConsoleContext({ path: '/triage', ...environment })
  const view = around(
    <>
      <div role="log" id="voice-polite" />
      <TriageView />
    </>
  )
  const { unmount } = render(view)
  const lists = () => requests.filter(({ query }) => query.get('limit') === '1000').length
  return {
    server,
    requests,
    lists,
    dispatcher,
    refresh: () => queries.refetchQueries({ type: 'active' }),
    leave: unmount,
    comeBack: () => render(view),
  }
}

const names = () => screen.getAllByRole('row').flatMap((row) => row.getAttribute('aria-label')?.split(',')[0] ?? [])
const row = (name: RegExp) => screen.findByRole('row', { name })
const heard = () => document.getElementById('voice-polite')?.textContent ?? ''

test('lists everything that needs attention by urgency, with the item, the time and the reason', async () => {
  open()
  await row(/^Nobody can pay, without commander, critical severity, since/)
  expect(names()).toEqual(['Nobody can pay', 'checkout', 'restart', 'cart', 'cart', 'web'])
  expect((await row(/^checkout, unhealthy/)).textContent).toMatch(/checkoutCheck9m ago503High/)
  expect((await row(/^cart, notification unsent/)).textContent).toContain('401')
  expect(screen.getByRole('group', { name: 'Queue progress' }).textContent).toContain('6 to triage')
})

const long = `${'the payment gateway refused the connection '.repeat(5)}end`
const evidenceOf = (...checks: string[]) => [{ evidences: checks.map((check) => ({ check_id: check })) }]

test('shows the whole name and up to 160 characters of the reason, also as the accessible name', async () => {
  await page.viewport(1440, 900)
  const name = 'product page of the brass reading lamp with the green glass shade, gift-wrapped'
  open(
    {},
    { checks: [{ id: id(2), name, severity: 'high', check_statuses: [{ error: long }], created_at: minutesAgo(9) }] }
  )
  const found = await row(/^product page/)
  expect(found.ariaLabel).toMatch(
    new RegExp(`^${name}, unhealthy, high severity, since [^,]+, ${long.slice(0, 150)}.*…$`)
  )
  const shown = within(found).getByText(name)
  expect(shown.scrollHeight).toBeLessThanOrEqual(shown.clientHeight + 1)
  expect(found.textContent).toContain(long.slice(0, 150))
  expect(found.textContent).not.toContain(long)
})

test.each([1440, 1024, 640, 320])('shows every line of a long name and reason at %d pixels', async (width) => {
  await page.viewport(width, 900)
  const name = 'product page of the brass reading lamp'
  open({}, { checks: [{ id: id(2), name, severity: 'high', check_statuses: [{ error: long }] }] })
  const found = await row(/^product page/)
  for (const shown of [within(found).getByText(name), within(found).getByTitle(long)])
    await waitFor(() => expect(shown.scrollHeight).toBeLessThanOrEqual(shown.clientHeight + 1))
  const parts = [...found.querySelectorAll('bdi')].map((one) => one.getBoundingClientRect())
  const { top, bottom } = found.getBoundingClientRect()
  for (const part of parts) {
    expect(part.top).toBeGreaterThanOrEqual(top)
    expect(part.bottom).toBeLessThanOrEqual(bottom)
  }
})

test('places the checks of an open incident below it, expanded by key, and does not count them', async () => {
  const { requests } = open(
    {},
    {
      ...queue,
      incidents: [
        { ...queue['incidents']?.[0], hypotheses: evidenceOf(id(2)) },
        {
          id: id(8),
          title: 'Carts are lost',
          severity: 'Blocker',
          created_at: minutesAgo(60),
          commander: { id: id(90), name: 'Bob' },
          hypotheses: evidenceOf(id(3)),
        },
      ],
    }
  )
  const incident = await row(/^Nobody can pay/)
  expect(names()).toEqual(['Nobody can pay', 'Carts are lost', 'restart', 'cart', 'web'])
  // The request for incidents without a commander returns this one here, too; the server filters it.
  expect(screen.getByRole('group', { name: 'Queue progress' }).textContent).toMatch(/^5 to triage/)
  incident.focus()
  await userEvent.keyboard('{ArrowRight}')
  const check = await row(/^checkout, unhealthy, high severity, .*In incident Nobody can pay/)
  expect(check.getAttribute('aria-level')).toBe('2')
  await userEvent.keyboard('{ArrowLeft}')
  await waitFor(() => expect(screen.queryByRole('row', { name: /^checkout/ })).toBeNull())
  expect(requests.some(({ query }) => query.get('commander_id') === 'not.is.null')).toBe(true)
})

test('groups the incidents of a rule, expanded by key, with the worst first', async () => {
  const rule = { id: id(70), name: 'unhealthy services' }
  const ofRule = Array.from({ length: 11 }, (_, at) => ({
    id: id(100 + at),
    title: `service ${at} is unhealthy`,
    severity: 'Low',
    created_at: minutesAgo(at),
    rule,
  }))
  open({}, { incidents: [...ofRule, { id: id(1), title: 'Till', severity: 'Blocker', created_at: minutesAgo(1) }] })
  const group = await row(/^unhealthy services, low severity, 11 incidents of this rule, 11 to triage$/)
  expect(group.textContent).toContain('unhealthy services · 11')
  expect(names()).toEqual(['Till', 'unhealthy services'])
  group.focus()
  await userEvent.keyboard('{ArrowRight}')
  await row(/^service 10 is unhealthy, without commander, low severity/)
  expect(names().slice(0, 3)).toEqual(['Till', 'unhealthy services', 'service 10 is unhealthy'])
})

test('names a source that failed, lists the others, and retries', async () => {
  const { server } = open()
  server.failing.add('checks')
  // The first request was sent before the source was set to fail, so the queue is reloaded.
  await row(/^Nobody can pay/)
  await userEvent.click(screen.getByRole('button', { name: /^Reload queue/ }))
  expect(await screen.findByText('Unhealthy checks could not be read. No database answers.')).toBeTruthy()
  expect(names()).toEqual(['Nobody can pay', 'restart', 'cart', 'web'])
  server.failing.clear()
  await userEvent.click(screen.getByRole('button', { name: /^Try again/ }))
  await row(/^checkout, unhealthy/)
  await expect.poll(() => screen.queryByText(/could not be read/)).toBeNull()
})

test('shows an error and not an empty queue when no source can be read', async () => {
  const { server } = open()
  for (const relation of Object.keys(queue)) server.failing.add(relation)
  await row(/^Nobody can pay/)
  await userEvent.click(screen.getByRole('button', { name: /^Reload queue/ }))
  expect(await screen.findByRole('heading', { name: 'The queue could not be read' })).toBeTruthy()
  expect(screen.queryByText(/Nothing/)).toBeNull()
})

test('names the sources that are empty, without those that failed', async () => {
  const { server } = open({}, {})
  expect(await screen.findByRole('heading', { name: 'Nothing to triage' })).toBeTruthy()
  server.failing.add('incidents')
  await userEvent.click(screen.getByRole('button', { name: /^Reload queue/ }))
  expect(await screen.findByRole('heading', { name: 'Nothing else to triage' })).toBeTruthy()
  expect(screen.getByText(/^Open incidents without a commander could not be read/)).toBeTruthy()
  expect(screen.getByText(/^There are no unhealthy checks, .* or critical insights\.$/)).toBeTruthy()
})

test('omits a source whose feature is off, and names one that the role may not read', async () => {
  const permissions = ['canaries', 'playbooks'].map((object) => ({
    object,
    action: 'read',
    condition: 'true',
  })) as never
  const { requests } = open({ flags: new Set(['incidents']), roles: ['viewer'], permissions })
  await row(/^checkout, unhealthy/)
  expect(names()).toEqual(['checkout', 'restart', 'cart'])
  expect(
    screen.getByText(
      /^Hidden, because your role has no permission to read them: .*notifications.*, critical insights\.$/
    )
  ).toBeTruthy()
  expect(new Set(requests.map(({ relation }) => relation))).not.toContain('incidents')
})

test('marks changes by others in place, announces the current row, and requests untriaged rows only', async () => {
  const { server, requests, lists, refresh, dispatcher } = open()
  const first = await row(/^Nobody can pay/)
  expect(lists()).toBe(5)
  const order = names()
  first.focus()
  await dispatcher.perform({ call: `triage.skip?item=insight:${id(6)}&reason=known`, origin: 'button' }, [
    { scope: 'triage' },
  ])
  await row(/^web, .*Dismissed: known/)
  const before = requests.length
  server.now = {
    incidents: [{ id: id(1), status: 'open', commander_id: { name: 'Bob' } }],
    checks: [{ id: id(2), status: 'healthy', deleted_at: minutesAgo(0) }],
    playbook_runs: [
      {
        id: id(4),
        status: 'scheduled',
        playbook_approvals: [{ person_id: { name: 'Ann' }, team_id: null, created_at: minutesAgo(0) }],
      },
    ],
    notification_send_history: [{ id: id(5), status: 'error' }],
  }
  await refresh()
  await row(/^Nobody can pay, .*Commander: Bob/)
  await row(/^checkout, .*, Deleted/)
  await row(/^cart, unhealthy.*, No longer available$/)
  await row(/^restart, .*, Approved by Ann/)
  expect((await row(/^cart, notification unsent/)).getAttribute('aria-label')).not.toContain('Sent')
  expect(names()).toEqual(order)
  await waitFor(() => expect(heard()).toContain('Nobody can pay: Commander: Bob.'))
  await refresh()
  expect(heard().split('Commander: Bob').length).toBe(2)
  // The lists are not read again, and dismissed rows are not requested.
  expect(lists()).toBe(5)
  const requestedIds = requests.slice(before).map(({ query }) => query.get('id') ?? '')
  expect(requestedIds.some((text) => text.includes(id(2)))).toBe(true)
  expect(requestedIds.some((text) => text.includes(id(6)))).toBe(false)
})

test('reports new items, and adds them only when the queue is reloaded', async () => {
  const { server, refresh } = open()
  await row(/^Nobody can pay/)
  const more = { id: id(9), title: 'The till is stuck', severity: 'Low', created_at: minutesAgo(0) }
  server.has = { ...queue, incidents: [...(queue['incidents'] ?? []), more] }
  server.now = Object.fromEntries(
    Object.entries(queue).map(([name, rows]) => [
      name,
      rows.map((one) => ({ ...one, status: name === 'checks' ? 'unhealthy' : 'open' })),
    ])
  )
  await refresh()
  expect(await screen.findByText(/^1 new since/)).toBeTruthy()
  expect(screen.queryByRole('row', { name: /^The till is stuck/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Reload queue/ }))
  await row(/^The till is stuck, without commander/)
  expect(screen.queryByText(/new since/)).toBeNull()
})

test('reports a source that is listed only in part', async () => {
  const { server } = open()
  server.totals = { checks: 1240 }
  await row(/^Nobody can pay/)
  await userEvent.click(screen.getByRole('button', { name: /^Reload queue/ }))
  expect(await screen.findByText('Showing 2 of 1,240 unhealthy checks.')).toBeTruthy()
})

/** Records a completed command that silences a check. */
const silence = (...args: Parameters<typeof beginSilence>) => beginSilence(...args)()

/** @returns completes the command */
function beginSilence(name: string, target: { kind: 'check'; id: string; label: string }) {
  const ended = journal.beginChange({
    command: 'silence.create',
    places: [{ scope: 'list', target }, { scope: 'triage' }],
    targets: [target],
  })
  return () => {
    const message = journal.add({
      tone: 'good',
      text: `Silenced ${name}.`,
      next: [],
      undo: () => ({ message: `${name} is heard again.` }),
    })
    ended(message)
    return message
  }
}

test('undoes a decision after a visit to another page, and from that page', async () => {
  const { dispatcher, leave, comeBack } = open()
  await row(/^checkout, unhealthy/)
  silence('checkout', { kind: 'check', id: id(2), label: 'checkout' })
  const other = silence('cart', { kind: 'check', id: id(3), label: 'cart' })
  await row(/^cart, unhealthy, .*Silenced/)
  leave()
  await dispatcher.undo(other.id)
  comeBack()
  expect((await row(/^cart, unhealthy/)).getAttribute('aria-label')).not.toContain('Silenced')
  const checkout = await row(/^checkout, unhealthy, .*Silenced/)
  checkout.focus()
  await dispatcher.perform({ call: 'triage.takeBack', origin: 'key' })
  await waitFor(() => expect(heard()).toContain('checkout is heard again.'))
  expect(heard()).not.toContain('was not undone')
  await waitFor(() => expect(checkout.getAttribute('aria-label')).not.toContain('Silenced'))
})

test('undoes a decision whose command is still running once it ends, and not the one before it', async () => {
  const { dispatcher } = open()
  await row(/^checkout, unhealthy/)
  silence('checkout', { kind: 'check', id: id(2), label: 'checkout' })
  await row(/^checkout, unhealthy, .*Silenced/)
  const finish = beginSilence('cart', { kind: 'check', id: id(3), label: 'cart' })
  const undone = dispatcher.perform({ call: 'triage.takeBack', origin: 'key' })
  await new Promise((resolve) => setTimeout(resolve))
  finish()
  await undone
  await waitFor(() => expect(heard()).toContain('cart is heard again.'))
  expect(heard()).not.toContain('checkout is heard again.')
})

const focused = () => document.activeElement?.getAttribute('aria-label') ?? ''

test('returns the cursor to a row whose command failed, unless the user has moved on', async () => {
  open()
  const run = await row(/^restart, /)
  const approve = () =>
    journal.beginChange({
      command: 'run.approve',
      places: [{ scope: 'list', target: { kind: 'run', id: id(4), label: 'restart' } }, { scope: 'triage' }],
      targets: [{ kind: 'run', id: id(4), label: 'restart' }],
    })
  run.focus()
  const refused = approve()
  expect(focused()).toMatch(/^cart, unhealthy/)
  refused(undefined)
  expect(focused()).toMatch(/^restart, /)
  await waitFor(() => expect(focused()).toMatch(/^restart, unapproved run/))

  const later = approve()
  const checkout = await row(/^checkout, unhealthy/)
  checkout.focus()
  later(undefined)
  expect(document.activeElement).toBe(checkout)

  const [one, other] = [
    { kind: 'check', id: id(2), label: 'checkout' },
    { kind: 'check', id: id(3), label: 'cart' },
  ] as const
  const both = journal.beginChange({
    command: 'silence.create',
    places: [{ scope: 'list', target: one, selection: [one, other] }, { scope: 'triage' }],
    targets: [one, other],
  })
  both(journal.add({ tone: 'bad', text: 'Silenced cart. checkout is gone.', next: [] }), [one])
  expect(document.activeElement).toBe(checkout)
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /^cart, unhealthy/ }).ariaLabel).toContain('Silenced cart')
  )
  expect(checkout.ariaLabel).not.toContain('Silenced')
})
