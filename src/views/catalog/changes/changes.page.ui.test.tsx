import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import ChangesView from './changes.page'

const id = (last: number) => `5a000021-0000-4000-8000-${String(last).padStart(12, '0')}`
const CONFIG = '5a000020-0000-4000-8000-000000000105'

const row = (last: number, more: object = {}) => ({
  agent_id: '00000000-0000-0000-0000-000000000000',
  external_change_id: '',
  id: id(last),
  config_id: CONFIG,
  change_type: 'diff',
  severity: '',
  source: 'diff',
  summary: 'spec.replicas',
  created_at: '2026-11-20T05:11:08.49+00:00',
  count: 1,
  name: 'checkout',
  type: 'Kubernetes::Deployment',
  tags: { cluster: 'harbour' },
  external_created_by: 'ada@example.test',
  ...more,
})

const diff = `--- before
+++ after
@@ -1,2 +1,2 @@
 spec:
-  replicas: 2
+  replicas: 1
`

const detail = {
  ...row(1),
  diff,
  details: { reason: 'night shift' },
  patches: { spec: { replicas: 2 } },
  config: { id: CONFIG, name: 'checkout', type: 'Kubernetes::Deployment' },
}

function open(query = '', found: object = detail) {
  history.replaceState(null, '', `/catalog/changes${query}`)
  const bodies: Record<string, unknown>[] = []
  const opened = openPage(ChangesView, '/catalog/changes', {
    answer(path, _url, body) {
      if (path === '/api/db/change_types') return listResponse([{ change_type: null }, { change_type: 'diff' }])
      if (path === '/api/db/config_changes') return listResponse([found])
      if (path !== '/api/catalog/changes') return undefined
      bodies.push(JSON.parse(String(body)))
      return listResponse({
        total: 2,
        summary: { diff: 1, OOMKilling: 1 },
        changes: [
          row(1),
          row(2, {
            change_type: 'OOMKilling',
            severity: 'high',
            count: 6,
            source: 'kubelet',
            external_created_by: undefined,
          }),
        ],
      })
    },
  })
  return { ...opened, bodies }
}

const found = (name: RegExp) => screen.findByRole('row', { name })

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  prefs.set(parsePreferences(null))
})

test('lists changes with type, item, severity, summary and author, and describes each row in words [ROUTE-27 CAT-09]', async () => {
  const { bodies } = open()
  expect((await found(/^Replicas/)).getAttribute('aria-label')).toBe(
    'Replicas 2 → 1 of checkout, spec.replicas, by ada@example.test'
  )
  const killed = await found(/^OOMKilling/)
  expect(killed.getAttribute('aria-label')).toBe(
    'OOMKilling of checkout, 6 times, severity high, spec.replicas, by kubelet'
  )
  expect(within(killed).getByText('× 6')).toBeTruthy()
  expect(screen.getByText('2 changes')).toBeTruthy()
  const [body] = bodies
  expect(body).toMatchObject({ recursive: 'none', sort_by: '-created_at', page: 1, page_size: 50 })
  // The default time range is two days.
  expect(Date.now() - Date.parse(String(body?.['from']))).toBeCloseTo(2 * 86_400_000, -5)
})

test('sends search, filters, order and page of the URL to the server [CAT-11 CALL-31]', async () => {
  const { bodies, asked } = open(
    '?query=replicas%2C%20x&changeType=diff:1,Pulled:-1&configType=Kubernetes%253A%253APod:1&severity=high:1,medium:1&tags=cluster%3Dharbour:1,cluster%3Dquay:1,team%3Dshop:-1&sortBy=count&sortOrder=desc&pageIndex=1'
  )
  await found(/^(?:diff|Replicas)/)
  expect(bodies[0]).toMatchObject({
    summary: '*replicas%2C%20x*',
    type: 'diff,!Pulled',
    config_type: 'Kubernetes::Pod',
    // A severity includes all worse severities.
    severity: 'medium',
    tags: 'cluster in (harbour,quay),team notin (shop)',
    sort_by: '-count',
    page: 2,
  })
  await waitFor(() => expect(asked).toContain('/api/db/change_types'))
})

test('shows an error for a filter that the backend does not support', async () => {
  const { bodies } = open('?tags=team%3Da%252Cb:1')
  expect(await screen.findByText(/cannot filter by a tag with a comma or a parenthesis, “a,b”/)).toBeTruthy()
  expect(bodies).toEqual([])
})

test('a change has a URL and shows its diff, details and patches [CAT-10]', async () => {
  open(`?change=${id(1)}`)
  expect(await screen.findByRole('heading', { level: 2, name: 'Replicas 2 → 1 of checkout' })).toBeTruthy()
  expect(await screen.findByText(/^1 line added, 1 removed/)).toBeTruthy()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Diff', 'Details', 'Patches'])
  expect(screen.getByRole('link', { name: 'checkout' }).getAttribute('href')).toBe(`/catalog/${CONFIG}`)
})

test('shows the details of a change without a diff', async () => {
  open(`?change=${id(1)}`, { ...detail, diff: null, patches: null })
  await waitFor(() => expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Details']))
})

test('Enter opens the change under the cursor next to the list', async () => {
  open()
  ;(await found(/^OOMKilling/)).focus()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(new URLSearchParams(location.search).get('change')).toBe(id(2)))
  expect(new URLSearchParams(location.search).get('detail')).toBe('beside')
})

test('the timeline shows the changes of the page by item; arrow keys move through it and Enter focuses the row', async () => {
  const { performed } = open('?picture=yes')
  const plot = await screen.findByRole('slider', { name: 'Changes by item' })
  plot.focus()
  await userEvent.keyboard('{End}')
  expect(plot.getAttribute('aria-valuetext')).toMatch(/: OOMKilling, checkout$/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^OOMKilling of checkout/))
  await userEvent.click(screen.getByRole('button', { name: 'Hide timeline' }))
  await waitFor(() => expect(location.search).toContain('picture=no'))
  expect(performed).toEqual(['changes.picture'])
  expect(screen.queryByRole('slider')).toBeNull()
})
