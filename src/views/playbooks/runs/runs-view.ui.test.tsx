import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { json, openPage, type Options } from '../../../../tests/helpers/resource-page'
import { paths } from '../../../lib/paths'
import RunsView from './runs-view'

const [RESTART, ODD, PLAYBOOK, CHECKOUT, HANNEKE] = [1, 2, 3, 4, 5].map(
  (n) => `5a00002${n}-0000-4000-8000-000000000001`
)
const restart = {
  id: RESTART,
  status: 'failed',
  created_at: '2026-11-21T05:11:08.49+00:00',
  start_time: '2026-11-21T05:11:09+00:00',
  end_time: '2026-11-21T05:13:09+00:00',
  error: null,
  failed: [{ error: 'timed out waiting' }],
  playbook_id: PLAYBOOK,
  playbooks: { id: PLAYBOOK, name: 'restart', title: 'Restart deployment' },
  created_by: { id: HANNEKE, name: 'Hanneke de Wit' },
  config: { id: CHECKOUT, name: 'checkout', type: 'Kubernetes::Deployment', config_class: 'Deployment' },
  component: null,
  check: null,
}
/** As a backend of a later version writes it, of a playbook that is gone. */
const odd = {
  ...restart,
  id: ODD,
  status: 'evicted_by_operator',
  start_time: null,
  end_time: null,
  error: null,
  failed: [],
  playbooks: null,
  created_by: null,
  config: null,
}

const RUNS = '/api/db/playbook_runs'
const isTally = (url: URL) => url.searchParams.get('select') === 'id'

function open(query = '', answer: Options['answer'] = () => undefined) {
  history.replaceState(null, '', `${paths.runs}${query}`)
  return openPage(RunsView, paths.runs, {
    answer(path, written, body) {
      const own = answer(path, written, body)
      if (own) return own
      const url = new URL(written, location.origin)
      if (path === RUNS && isTally(url)) return json([{ id: RESTART }])
      if (path === RUNS) return json([restart, odd])
      if (path === '/api/db/playbooks') return json([{ id: PLAYBOOK, name: 'restart', title: 'Restart deployment' }])
      return undefined
    },
  })
}

const lastOf = (urls: readonly URL[]) =>
  urls.findLast((url) => url.pathname === RUNS && url.searchParams.has('offset'))?.searchParams

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('runs are listed by the server with what they are of, for what and by whom; those of other runs are left out [CALL-92]', async () => {
  const { urls } = open()
  const row = await screen.findByRole('row', { name: /^Restart deployment/ })
  expect(row.getAttribute('aria-label')).toBe(
    'Restart deployment, for checkout, failed, by Hanneke de Wit, took 2m, timed out waiting'
  )
  expect(within(row).getByText('Failed')).toBeTruthy()
  expect(Object.fromEntries(lastOf(urls) ?? [])).toMatchObject({
    parent_id: 'is.null',
    limit: '50',
    offset: '0',
    order: 'created_at.desc,id.asc',
  })
})

test('a status that nobody knows is told by its own word, and a playbook that is gone by that [PLAY-09]', async () => {
  open()
  const row = await screen.findByRole('row', { name: /^Deleted playbook, evicted by operator$/ })
  expect(within(row).getByText('Evicted by operator')).toBeTruthy()
})

test('all of the address is asked for: playbook, status, things, people, time, order and page [ROUTE-15]', async () => {
  const { urls } = open(
    `?playbook=${PLAYBOOK}&status=failed,running&config=${CHECKOUT}&component=${RESTART}:-1&check=${ODD}&by=${HANNEKE}` +
      '&range=now-7d&rangeType=relative&timeRange=x&sortBy=status&sortOrder=desc&pageIndex=1'
  )
  await waitFor(() => expect(lastOf(urls)).toBeTruthy())
  const asked = lastOf(urls)
  expect(asked?.get('playbook_id')).toBe(`in.(${PLAYBOOK})`)
  expect(asked?.get('status')).toBe('in.(failed,running)')
  expect(asked?.get('config_id')).toBe(`in.(${CHECKOUT})`)
  expect(asked?.get('check_id')).toBe(`in.(${ODD})`)
  expect(asked?.get('created_by')).toBe(`in.(${HANNEKE})`)
  expect(asked?.getAll('or')).toEqual([
    `(component_id.is.null,component_id.not.in.(${RESTART}))`,
    expect.stringMatching(/^\(and\(start_time\.gte\.2.+\),and\(created_at\.gte\.2.+\)\)$/),
  ])
  expect(asked?.get('order')).toBe('status.desc.nullslast,id.asc')
  // Beyond the end, the last page there is comes in place of it.
  expect(urls.some(({ searchParams }) => searchParams.get('offset') === '50')).toBe(true)
})

test('a search means the names of playbooks, and what is wrong', async () => {
  const { urls } = open('?query=restart')
  await waitFor(() => expect(lastOf(urls)).toBeTruthy())
  expect(lastOf(urls)?.get('or')).toBe(`(error.ilike."*restart*",playbook_id.in.(${PLAYBOOK}))`)
  expect(urls.find(({ pathname }) => pathname === '/api/db/playbooks')?.searchParams.get('or')).toBe(
    '(title.ilike."*restart*",name.ilike."*restart*")'
  )
})

test('what waits for approval, failed and goes on is counted above the list, and shown by a press', async () => {
  const { urls } = open('?status=completed')
  await userEvent.click(await screen.findByRole('button', { name: '1 waits for approval' }))
  await waitFor(() => expect(lastOf(urls)?.get('status')).toBe('in.(pending_approval)'))
  expect(new URLSearchParams(location.search).get('status')).toBe('pending_approval:1')
  await userEvent.click(screen.getByRole('button', { name: '1 failed' }))
  await waitFor(() => expect(lastOf(urls)?.get('status')).toBe('in.(failed,timed_out)'))
  // They are counted whichever status is chosen.
  const counted = urls.filter((url) => url.pathname === RUNS && isTally(url))
  expect(new Set(counted.map(({ searchParams }) => searchParams.get('status')))).toEqual(
    new Set(['eq.pending_approval', 'in.(running,retrying,waiting,sleeping,scheduled)', 'in.(failed,timed_out)'])
  )
})

test('before anything was run, the page says how that is done; what could not be loaded is no empty list', async () => {
  open('', (path) => (path === RUNS ? json([]) : undefined))
  await screen.findByRole('heading', { name: 'No playbook was run yet' })
  expect(screen.queryByRole('group', { name: 'How the runs stand' })).toBeNull()
})

test('a list that could not be loaded says why', async () => {
  open('', (path) => (path === RUNS ? json({ message: 'No database answers' }, 500) : undefined))
  await screen.findByText('No database answers')
  expect(screen.queryByText('No playbook was run yet')).toBeNull()
})
