import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import { runsPage } from '@/shared/pages/playbooks'
import RunsView from './runs.page'

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
/** A run with an unknown status, as a later version of the backend may write it, of a deleted playbook. */
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

function open(query = '', answer: TestPageOptions['answer'] = () => undefined) {
  history.replaceState(null, '', `${runsPage.path}${query}`)
  return openPage(RunsView, runsPage.path, {
    answer(path, written, body) {
      const override = answer(path, written, body)
      if (override) return override
      const url = new URL(written, location.origin)
      if (path === RUNS && isTally(url)) return listResponse([{ id: RESTART }])
      if (path === RUNS) return listResponse([restart, odd])
      if (path === '/api/db/playbooks')
        return listResponse([{ id: PLAYBOOK, name: 'restart', title: 'Restart deployment' }])
      return undefined
    },
  })
}

const lastRequest = (urls: readonly URL[]) =>
  urls.findLast((url) => url.pathname === RUNS && url.searchParams.has('offset'))?.searchParams

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('lists runs with playbook, resource and author, without child runs [CALL-92]', async () => {
  const { urls } = open()
  const row = await screen.findByRole('row', { name: /^Restart deployment/ })
  expect(row.getAttribute('aria-label')).toBe(
    'Restart deployment, for checkout, failed, by Hanneke de Wit, took 2m, timed out waiting'
  )
  expect(within(row).getByText('Failed')).toBeTruthy()
  expect(Object.fromEntries(lastRequest(urls) ?? [])).toMatchObject({
    parent_id: 'is.null',
    limit: '50',
    offset: '0',
    order: 'created_at.desc,id.asc',
  })
})

test('shows an unknown status as written, and a deleted playbook as such [PLAY-09]', async () => {
  open()
  const row = await screen.findByRole('row', { name: /^Deleted playbook, evicted by operator$/ })
  expect(within(row).getByText('Evicted by operator')).toBeTruthy()
})

test('applies all of the URL: playbook, status, resources, people, time, order and page [ROUTE-15]', async () => {
  const { urls } = open(
    `?playbook=${PLAYBOOK}&status=failed,running&config=${CHECKOUT}&component=${RESTART}:-1&check=${ODD}&by=${HANNEKE}` +
      '&range=now-7d&rangeType=relative&timeRange=x&sortBy=status&sortOrder=desc&pageIndex=1'
  )
  await waitFor(() => expect(lastRequest(urls)).toBeTruthy())
  const request = lastRequest(urls)
  expect(request?.get('playbook_id')).toBe(`in.(${PLAYBOOK})`)
  expect(request?.get('status')).toBe('in.(failed,running)')
  expect(request?.get('config_id')).toBe(`in.(${CHECKOUT})`)
  expect(request?.get('check_id')).toBe(`in.(${ODD})`)
  expect(request?.get('created_by')).toBe(`in.(${HANNEKE})`)
  expect(request?.getAll('or')).toEqual([
    `(component_id.is.null,component_id.not.in.(${RESTART}))`,
    expect.stringMatching(/^\(and\(start_time\.gte\.2.+\),and\(created_at\.gte\.2.+\)\)$/),
  ])
  expect(request?.get('order')).toBe('status.desc.nullslast,id.asc')
  // A page beyond the end is replaced by the last page.
  expect(urls.some(({ searchParams }) => searchParams.get('offset') === '50')).toBe(true)
})

test('searches the names of playbooks and the errors', async () => {
  const { urls } = open('?query=restart')
  await waitFor(() => expect(lastRequest(urls)).toBeTruthy())
  expect(lastRequest(urls)?.get('or')).toBe(`(error.ilike."*restart*",playbook_id.in.(${PLAYBOOK}))`)
  expect(urls.find(({ pathname }) => pathname === '/api/db/playbooks')?.searchParams.get('or')).toBe(
    '(title.ilike."*restart*",name.ilike."*restart*")'
  )
})

test('counts runs by state above the list, and filters by them', async () => {
  const { urls } = open('?status=completed')
  await userEvent.click(await screen.findByRole('button', { name: '1 awaiting approval' }))
  await waitFor(() => expect(lastRequest(urls)?.get('status')).toBe('in.(pending_approval)'))
  expect(new URLSearchParams(location.search).get('status')).toBe('pending_approval:1')
  await userEvent.click(screen.getByRole('button', { name: '1 failed' }))
  await waitFor(() => expect(lastRequest(urls)?.get('status')).toBe('in.(failed,timed_out)'))
  // The counts do not depend on the status filter.
  const counted = urls.filter((url) => url.pathname === RUNS && isTally(url))
  expect(new Set(counted.map(({ searchParams }) => searchParams.get('status')))).toEqual(
    new Set(['eq.pending_approval', 'in.(running,retrying,waiting,sleeping,scheduled)', 'in.(failed,timed_out)'])
  )
})

test('explains how to run a playbook when there are no runs', async () => {
  open('', (path) => (path === RUNS ? listResponse([]) : undefined))
  await screen.findByRole('heading', { name: 'No runs yet' })
  expect(screen.queryByRole('group', { name: 'Run counts' })).toBeNull()
})

test('shows the error of a list that could not be loaded', async () => {
  open('', (path) => (path === RUNS ? listResponse({ message: 'No database answers' }, 500) : undefined))
  await screen.findByText('No database answers')
  expect(screen.queryByText('No runs yet')).toBeNull()
})
