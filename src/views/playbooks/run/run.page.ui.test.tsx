import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { findDisplayedRun } from '@/lib/playbooks/displayed-runs'
import { runPage } from '@/shared/pages/playbooks'
import { MOST_RENDERED_LINES } from '@/lib/playbooks/step-output'
import RunView from './run.page'

const id = (n: number) => `5a0000${String(n).padStart(2, '0')}-0000-4000-8000-000000000001`
const [RUN, PARENT, PLAYBOOK, CHECKOUT, ONE, TWO, FILE] = [1, 2, 3, 4, 5, 6, 7].map(id)

const run = {
  id: RUN,
  status: 'failed',
  created_at: '2026-11-21T05:11:08.49+00:00',
  start_time: '2026-11-21T05:11:09+00:00',
  scheduled_time: '2026-11-21T05:11:09+00:00',
  end_time: '2026-11-21T05:13:18+00:00' as string | null,
  error: null as string | null,
  playbook_id: PLAYBOOK,
  playbooks: { id: PLAYBOOK, name: 'restart', title: 'Restart deployment' },
  created_by: { id: id(8), name: 'Hanneke de Wit' },
  config: { id: CHECKOUT, name: 'checkout', type: 'Kubernetes::Deployment', config_class: 'Deployment' },
  component: null,
  check: null,
  spec: { actions: [{ name: 'restart' }, { name: 'wait' }, { name: 'tell' }] } as object,
  parameters: { reason: 'Crash loop' } as object | null,
  parent_id: PARENT as string | null,
  agent_id: null,
  playbook_approvals: [] as object[],
}
const step = (of: string | undefined, name: string, status: string, more: object = {}) => ({
  id: of,
  name,
  playbook_run_id: RUN,
  status,
  start_time: '2026-11-21T05:11:09+00:00',
  end_time: status === 'running' ? null : '2026-11-21T05:11:11+00:00',
  agent: { id: id(9), name: 'depot' },
  ...more,
})
const steps = [
  step(ONE, 'restart', 'completed', { retry_count: 1 }),
  // A step that ran on the server itself.
  step(TWO, 'wait', 'failed', { agent: { id: null, name: null } }),
]
const result = (of: string | undefined, more: object) => ({
  id: of,
  name: 'wait',
  status: 'failed',
  error: null,
  result: null,
  artifacts: [],
  ...more,
})

type Overrides = { run?: object | null; steps?: object[]; result?: object; answer?: TestPageOptions['answer'] }

function open(overrides: Overrides = {}, query = '') {
  history.replaceState(null, '', `${runPage.at(RUN ?? '')}${query}`)
  const state = { run: { ...run, ...overrides.run } as object | null, steps: overrides.steps ?? steps }
  if (overrides.run === null) state.run = null
  const opened = openPage(RunView, runPage.at(RUN ?? ''), {
    answer(path, written, body) {
      const override = overrides.answer?.(path, written, body)
      if (override) return override
      const url = new URL(written, location.origin)
      if (path === '/api/db/playbook_runs' && url.searchParams.has('parent_id')) return listResponse([])
      if (path === '/api/db/playbook_runs') return listResponse(state.run ? [state.run] : [])
      if (path === '/api/db/rpc/get_playbook_run_actions') return listResponse(state.steps)
      if (path === '/api/db/playbook_run_actions')
        return listResponse([result(url.searchParams.get('id')?.slice(3), overrides.result ?? {})])
      if (path === '/api/db/people')
        return listResponse([{ name: 'Hanneke de Wit', email: 'hanneke@quillmoor.example' }])
      return undefined
    },
  })
  return { ...opened, state }
}

const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const tab = (name: string) => screen.findByRole('tab', { name })
/** Requests other than those of the bell in the top bar. */
const ofRun = (asked: readonly string[]) => asked.filter((path) => path !== '/api/db/notification_send_history')
const countRequests = (asked: readonly string[], path: string) => asked.filter((one) => one === path).length
/** Advances the time, which triggers the refreshes within it. */
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('shows the status, resource, author and parent of a run, and its steps [PLAY-03 PLAY-05 CALL-93]', async () => {
  const { urls } = open({}, '?step=none')
  expect(await screen.findByRole('row', { name: 'restart, completed, attempt 2, on depot, took 2 s' })).toBeTruthy()
  expect(screen.getByRole('row', { name: 'wait, failed, took 2 s' })).toBeTruthy()
  // Actions that were not started are listed, too.
  expect(screen.getByRole('row', { name: 'tell, not run' })).toBeTruthy()
  const status = screen.getByRole('region', { name: 'Status' })
  expect(within(status).getByText('Failed')).toBeTruthy()
  expect(status.textContent).toContain('1 of 3 steps done, 1 failed')
  expect(status.textContent).toContain('took 2m 9s')
  expect(fact('Playbook')).toBe('Restart deployment')
  expect(fact('Resource')).toBe('checkout')
  expect(fact('Started by')).toBe('Hanneke de Wit')
  expect(screen.getByRole('link', { name: 'Open parent run' }).getAttribute('href')).toBe(runPage.at(PARENT ?? ''))
  const request = urls.find(({ pathname }) => pathname === '/api/db/rpc/get_playbook_run_actions')?.searchParams
  expect(request?.get('run_id')).toBe(RUN)
  // Results can be large.
  expect(request?.get('select')?.split(',')).not.toContain('result')
})

const linkAt = (name: string) =>
  screen.getByText(name, { selector: 'dt' }).nextElementSibling?.querySelector('a')?.getAttribute('href')
const moment = (name: string) => {
  const time = screen.getByText(name, { selector: 'dt' }).nextElementSibling?.querySelector('time')
  return new Date(time?.dateTime ?? '').getTime()
}

test.each([
  ['component', { id: id(11), name: 'shop', icon: null }, `/topology/${id(11)}`],
  ['check', { id: id(12), name: 'orders API', icon: null }, `/health?checkId=${id(12)}&timeRange=1h`],
  ['config', run.config, `/catalog/${CHECKOUT}`],
])('shows every field of a run for a %s on its page [ENT-18]', async (kind, subject, address) => {
  const approvals = [
    { id: id(21), created_at: '2026-11-21T05:11:08Z', person: { id: id(8), name: 'Hanneke de Wit' }, team: null },
    { id: id(22), created_at: '2026-11-21T05:11:09Z', person: null, team: { id: id(23), name: 'platform' } },
  ]
  const { urls } = open({ run: { config: null, [kind]: subject, playbook_approvals: approvals } }, '?step=none')
  expect(await screen.findByRole('row', { name: /^restart, completed/ })).toBeTruthy()
  expect(within(screen.getByRole('region', { name: 'Status' })).getByText('Failed')).toBeTruthy()
  expect([moment('Requested'), moment('Started')]).toEqual([run.created_at, run.start_time].map(Date.parse))
  expect(screen.getByRole('link', { name: 'Open parent run' }).getAttribute('href')).toBe(runPage.at(PARENT ?? ''))
  expect([linkAt('Playbook'), linkAt('Resource')]).toEqual([`/playbooks/runs?playbook=${PLAYBOOK}`, address])
  expect([fact('Hanneke de Wit'), fact('Team platform')]).toEqual([
    expect.stringMatching(/^approved /),
    expect.stringMatching(/^approved /),
  ])
  const request = urls.find(({ pathname, searchParams: of }) => pathname.endsWith('/playbook_runs') && of.has('id'))
  const columns = ['config_id', 'component_id', 'check_id', 'playbook_approvals(', 'parent_id', 'start_time']
  for (const column of columns) expect(request?.searchParams.get('select')).toContain(column)
})

test('shows every field of an action in its detail: its name and its artifacts [ENT-19]', async () => {
  const artifacts = [
    { id: FILE, filename: 'pod.log', content_type: 'text/plain', size: 53 },
    { id: id(31), filename: 'heap.bin', content_type: null, size: 2048 },
  ]
  const { urls } = open({ result: { artifacts } })
  expect(await screen.findByRole('heading', { level: 2, name: 'wait' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('tab', { name: /^Artifacts/ }))
  const files = await screen.findByRole('grid', { name: 'Artifacts of wait' })
  const names = within(files)
    .getAllByRole('row')
    .flatMap((one) => one.getAttribute('aria-label') ?? [])
  expect(names).toEqual(['pod.log, 53 B, text/plain', 'heap.bin, 2 KB'])
  const request = urls.find(({ pathname }) => pathname === '/api/db/playbook_run_actions')?.searchParams
  expect([request?.get('id'), request?.get('select')]).toEqual([
    `eq.${TWO}`,
    expect.stringContaining('artifacts(id,filename'),
  ])
})

test('shows the failed step beside the list, its error first, then its output [CALL-94 PLAY-06]', async () => {
  open({
    result: {
      error: 'exit code 1',
      result: {
        stdout: '\u001b[31mred\u001b[0m line',
        stderr: 'bad',
        exitCode: 1,
        path: '/bin/sh',
        args: ['-c', 'ls'],
      },
      artifacts: [{ id: FILE, filename: 'pod.log', content_type: 'text/plain', size: 53 }],
    },
  })
  expect(await screen.findByRole('heading', { level: 2, name: 'wait' })).toBeTruthy()
  await tab('Error')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Error', 'stdout', 'stderr', 'Command'])
  )
  expect(await screen.findByRole('grid', { name: 'Error of wait' })).toBeTruthy()
  await userEvent.click(await tab('stdout'))
  const coloured = await screen.findByText('red')
  expect(coloured.dataset['colour']).toBe('1')
  expect(new URLSearchParams(location.search).get('view')).toBe('stdout')
  // Opening a tab of the followed step selects the step.
  expect(new URLSearchParams(location.search).get('step')).toBe(TWO)
  await userEvent.click(screen.getByRole('tab', { name: /^Artifacts/ }))
  expect(await screen.findByRole('row', { name: 'pod.log, 53 B, text/plain' })).toBeTruthy()
})

test.each([
  [
    'JSON',
    { code: 200, content: '{"ok":true}' },
    'Content',
    async () => screen.findByRole('textbox', { name: /Content of wait/ }),
  ],
  ['rows', { rows: [{ open: 42 }], count: 1 }, 'Rows', async () => screen.findByRole('row', { name: 'open 42' })],
  [
    'text of a model without its HTML',
    { markdown: '## Why\n\n<img src=x onerror=alert(1)>**Pool** off' },
    'Text',
    async () => screen.findByText('Pool', { selector: 'strong' }),
  ],
])('renders %s by its type', async (_what, written, name, shown) => {
  open({ result: { result: written } })
  await tab(name)
  expect(await shown()).toBeTruthy()
  expect(document.querySelector('img[src="x"]')).toBeNull()
})

test('renders the end of a very long output, and the rest on request', async () => {
  const stdout = Array.from({ length: MOST_RENDERED_LINES + 10 }, (_, at) => `line ${at + 1}`).join('\n')
  open({ result: { result: { stdout } } })
  expect(await screen.findByText('Lines 11 to 15,010 of 15,010')).toBeTruthy()
  expect(screen.getAllByRole('row').length).toBeLessThan(300)
  await userEvent.click(screen.getByRole('button', { name: 'Earlier lines' }))
  expect(await screen.findByText('Lines 1 to 10 of 15,010')).toBeTruthy()
})

test('lists the approvers with their approvals, and how many are required [PLAY-04]', async () => {
  const approval = { type: 'any', approvers: { people: ['hanneke@quillmoor.example'], teams: ['platform'] } }
  open({
    run: {
      status: 'pending_approval',
      end_time: null,
      start_time: null,
      spec: { approval },
      playbook_approvals: [
        { id: id(10), created_at: '2026-11-21T05:11:09+00:00', person: null, team: { id: id(11), name: 'platform' } },
      ],
    },
    steps: [],
  })
  const list = await screen.findByRole('list', { name: 'Approvers' })
  expect(screen.getByText('Requires approval by one of:')).toBeTruthy()
  await waitFor(() =>
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    ).toEqual(['Hanneke de Witpending', expect.stringMatching(/^platformteamapproved /)])
  )
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy()
})

test.each([
  ['their email address is listed', 'ann@shop.example', [], true],
  ['a team of theirs is listed', 'bo@shop.example', [{ team: { name: 'platform' } }], true],
  [
    'they have left the listed team',
    'bo@shop.example',
    [{ team: { name: 'platform', deleted_at: '2026-01-01T00:00:00Z' } }],
    false,
  ],
  ['neither they nor a team of theirs is listed', 'bo@shop.example', [{ team: { name: 'web' } }], false],
  ['they requested the run as a member of the team', 'bo@shop.example', [{ team: { name: 'platform' } }], false, true],
  ['they requested the run and are listed', 'ann@shop.example', [], true, true],
])('offers approval to approvers only: %s', async (_why, email, teams, isOffered, isRequester = false) => {
  const approval = { approvers: { people: ['Ann@shop.example'], teams: ['platform'] } }
  const user = { id: id(8), name: 'Bo', email }
  open({
    run: {
      status: 'pending_approval',
      end_time: null,
      start_time: null,
      spec: { approval },
      created_by: { id: isRequester ? user.id : id(9), name: 'Bo' },
    },
    steps: [],
    answer(path) {
      if (path === '/api/auth/whoami') return listResponse({ payload: { user, roles: ['admin'] } })
      return path === '/api/db/team_members' ? listResponse(teams) : undefined
    },
  })
  await screen.findByRole('list', { name: 'Approvers' })
  await waitFor(() => expect(screen.queryAllByRole('button', { name: 'Approve' })).toHaveLength(isOffered ? 1 : 0))
  await waitFor(() => expect(findDisplayedRun(RUN ?? '')?.noApproval === undefined).toBe(isOffered))
})

test('follows the current step of a run in progress until the user selects one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { state } = open({
    run: { status: 'running', end_time: null },
    steps: [step(ONE, 'restart', 'running')],
  })
  await screen.findByRole('heading', { level: 2, name: 'restart' })
  state.steps = [step(ONE, 'restart', 'completed'), step(TWO, 'wait', 'running')]
  await advance(2500)
  await screen.findByRole('heading', { level: 2, name: 'wait' })
  // The detail of the next step does not take focus.
  expect(document.activeElement?.tagName).not.toBe('H2')
  expect(new URLSearchParams(location.search).get('step')).toBeNull()
  await userEvent.click(screen.getByRole('row', { name: /^restart/ }))
  await screen.findByRole('heading', { level: 2, name: 'restart' })
  expect(screen.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('false')
  await advance(2500)
  expect(screen.getByRole('heading', { level: 2, name: 'restart' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Follow' }))
  await screen.findByRole('heading', { level: 2, name: 'wait' })
})

test.each(['completed', 'failed', 'cancelled', 'timed_out', 'evicted'])(
  'stops refreshing a run that is %s, and its steps [PLAY-09]',
  async (status) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { asked } = open({ run: { status }, steps: [step(ONE, 'restart', 'skipped')], result: { status: 'skipped' } })
    await screen.findByText('Skipped: its condition was not met.')
    const before = ofRun(asked).length
    await advance(60_000)
    expect(ofRun(asked).length).toBe(before)
  }
)

test('refreshes a run in progress, and its steps once more when it has ended', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { asked, state } = open({
    run: { status: 'running', end_time: null },
    steps: [step(ONE, 'restart', 'running')],
  })
  await screen.findByRole('row', { name: /^restart, running/ })
  await advance(6000)
  expect(countRequests(asked, '/api/db/rpc/get_playbook_run_actions')).toBeGreaterThan(2)
  state.run = { ...run, status: 'completed' }
  state.steps = [step(ONE, 'restart', 'completed')]
  await advance(2500)
  await screen.findByRole('row', { name: /^restart, completed/ })
  const before = ofRun(asked).length
  await advance(60_000)
  expect(ofRun(asked).length).toBe(before)
})

test('shows the step in the URL, and reports one that does not exist', async () => {
  open(
    { answer: (path) => (path === '/api/db/playbook_run_actions' ? listResponse([]) : undefined) },
    `?step=${id(40)}`
  )
  expect(await screen.findByRole('heading', { name: 'Step not found' })).toBeTruthy()
})

test('shows the error of a run that failed before its first step', async () => {
  open({ run: { error: 'template: .config.name is missing' }, steps: [] })
  expect(await screen.findByText('template: .config.name is missing')).toBeTruthy()
})

test('lists the parameters of a run by their labels', async () => {
  open({ run: { spec: { parameters: [{ name: 'reason', label: 'Reason' }] } } }, '?panel=parameters')
  await waitFor(() => expect(fact('Reason')).toBe('Crash loop'))
})

test('reports a run that does not exist', async () => {
  open({ run: null })
  expect(await screen.findByRole('heading', { name: 'Run not found' })).toBeTruthy()
})
