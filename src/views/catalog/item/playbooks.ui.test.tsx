import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import ConfigView from './config.page'

const [ITEM, RESTART, RUN, OTHER] = [1, 2, 3, 4].map((n) => `5a00002${n}-0000-4000-8000-000000000105`)
const item = {
  id: ITEM,
  name: 'checkout',
  type: 'Kubernetes::Deployment',
  config_class: 'Deployment',
  created_at: '2026-05-07T05:11:08.49+00:00',
  config: { kind: 'Deployment' },
  summary: { playbook_runs: 2 },
}
const run = {
  id: RUN,
  status: 'timed_out',
  created_at: '2026-11-20T05:11:08+00:00',
  start_time: '2026-11-20T05:11:09+00:00',
  end_time: '2026-11-20T05:13:09+00:00',
  error: 'run exceeded its timeout of 2m',
  playbooks: { name: 'restart-deployment', title: 'Restart deployment' },
  created_by: { name: 'Nour' },
}

function open(below: string, answer: TestPageOptions['answer'] = () => undefined) {
  history.replaceState(null, '', `/catalog/${ITEM}${below}`)
  return openPage(ConfigView, `/catalog/${ITEM}`, {
    answer(path, url, body) {
      const own = answer(path, url, body)
      if (own) return own
      if (path === '/api/db/config_detail') return listResponse([item])
      if (path === '/api/playbook/list')
        return listResponse(
          url.endsWith(`?config_id=${ITEM}`) ? [{ id: RESTART, name: 'restart', parameters: null }] : []
        )
      // Some playbooks do not apply.
      if (path === '/api/db/playbooks')
        return listResponse([
          { id: OTHER, title: 'Another one', description: '' },
          { id: RESTART, title: 'Restart deployment', description: 'One pod after the other' },
        ])
      if (path === '/api/db/playbook_runs')
        return url.includes('playbook_id=in')
          ? listResponse([{ playbook_id: RESTART, thing: ITEM }])
          : listResponse([run])
      return undefined
    },
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('the playbooks of an item have a URL and can be run for the item [ROUTE-35 CAT-21 CALL-88]', async () => {
  const { urls, performed } = open('')
  const tab = await screen.findByRole('tab', { name: /^Playbooks/ })
  expect(tab.textContent).toContain('2 runs in 30 days')
  await userEvent.click(tab)
  await waitFor(() => expect(location.pathname).toBe(`/catalog/${ITEM}/playbooks`))
  const list = await screen.findByRole('region', { name: 'Playbooks that apply' })
  expect((await within(list).findByText('Restart deployment')).parentElement?.textContent).toBe(
    'Restart deploymentused lastOne pod after the other'
  )
  expect(urls.find(({ pathname }) => pathname === '/api/playbook/list')?.search).toBe(`?config_id=${ITEM}`)
  await userEvent.click(within(list).getByRole('button', { name: /^Run Restart deployment/ }))
  expect(performed).toEqual([`playbook.run?playbook=${RESTART}`])
})

test('lists the latest runs of an item with their results [CALL-92]', async () => {
  const { urls } = open('/playbooks')
  const list = await screen.findByRole('region', { name: 'Recent runs' })
  const [one] = await within(list).findAllByRole('listitem')
  expect(one?.textContent).toMatch(
    /Restart deploymentTimed out, took 2m, by Nourrun exceeded its timeout of 2m\d+\w+ ago$/
  )
  const asked = urls.findLast(({ pathname }) => pathname === '/api/db/playbook_runs')?.searchParams
  expect(urls.some(({ searchParams }) => searchParams.get('config_id') === `eq.${ITEM}`)).toBe(true)
  expect(asked?.get('order')).toBe('created_at.desc')
})

test('shows empty states without applicable playbooks and without runs', async () => {
  open('/playbooks', (path) =>
    path === '/api/playbook/list' || path === '/api/db/playbook_runs' ? listResponse([]) : undefined
  )
  expect(await screen.findByText('No playbook applies to checkout.')).toBeTruthy()
  expect(await screen.findByText('No playbook has run for checkout yet.')).toBeTruthy()
})

test('a menu of the item lists the playbooks that apply [PLAY-22]', async () => {
  const { performed } = open('')
  await userEvent.click(await screen.findByRole('button', { name: 'Playbooks' }))
  const menu = await screen.findByRole('menu', { name: 'Playbooks for checkout' })
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((one) => one.textContent)
  ).toEqual(['Restart deploymentused last'])
  await userEvent.click(within(menu).getByRole('menuitem'))
  expect(performed).toEqual([`playbook.run?target=config:${ITEM}&playbook=${RESTART}`])
})
