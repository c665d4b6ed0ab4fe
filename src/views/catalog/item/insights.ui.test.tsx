import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import ConfigView from './config.page'

const [ITEM, INSIGHT] = [1, 2].map((n) => `5a00002${n}-0000-4000-8000-000000000105`)
const item = {
  id: ITEM,
  name: 'checkout',
  type: 'Kubernetes::Deployment',
  config_class: 'Deployment',
  created_at: '2026-05-07T05:11:08.49+00:00',
  config: { kind: 'Deployment' },
  summary: { analysis: 3, checks: 0 },
}
const insight = {
  id: INSIGHT,
  config_id: ITEM,
  analyzer: 'container-oom-killed',
  analysis_type: 'availability',
  severity: 'critical',
  status: 'open',
  summary: 'Killed for want of memory',
  first_observed: '2026-11-20T05:11:08.49+00:00',
}

function open(below: string, found: object[] = [insight]) {
  history.replaceState(null, '', `/catalog/${ITEM}${below}`)
  return openPage(ConfigView, `/catalog/${ITEM}`, {
    answer(path) {
      if (path === '/api/db/config_detail') return listResponse([item])
      if (path === '/api/db/config_analysis_items') return listResponse(found)
      return undefined
    },
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('the insights of an item have a URL and include only this item [ROUTE-33]', async () => {
  const { urls } = open('')
  const tab = await screen.findByRole('tab', { name: /^Insights/ })
  expect(tab.textContent).toContain('3 open insights')
  await userEvent.click(tab)
  await waitFor(() => expect(location.pathname).toBe(`/catalog/${ITEM}/insights`))
  expect(await screen.findByRole('row', { name: /^Killed for want/ })).toBeTruthy()
  const asked = urls.findLast(({ pathname }) => pathname === '/api/db/config_analysis_items')?.searchParams
  expect(asked?.get('config_id')).toBe(`in.(${ITEM})`)
})

test('filters insights by the URL, and opens one on the Insights page filtered to the item', async () => {
  const { urls } = open('/insights?severity=critical')
  const row = await screen.findByRole('row', { name: /^Killed for want/ })
  const asked = urls.findLast(({ pathname }) => pathname === '/api/db/config_analysis_items')?.searchParams
  expect(asked?.get('severity')).toBe('in.(critical)')
  row.focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/catalog/insights'))
  expect(location.search).toBe(`?insightId=${INSIGHT}&config=${ITEM}`)
})

test('shows the empty state for an item without insights', async () => {
  open('/insights', [])
  expect(await screen.findByText('No insights for checkout.')).toBeTruthy()
})
