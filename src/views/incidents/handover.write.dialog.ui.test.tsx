import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { relativeRange } from '@/lib/time/range'
import HandoverDialog from './handover.write.dialog'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const idOf = (last: number) => `5a000012-0000-4000-8000-${String(last).padStart(12, '0')}`
const ID = idOf(1)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function open(range: string, answer: (path: string, url: string) => Response | undefined) {
  const Page = () => (
    <HandoverDialog
      call={{ id: 'handover.write', args: {} }}
      written="handover.write"
      known={{ range: relativeRange(range) }}
      places={[]}
      onClose={() => undefined}
      onAnswer={() => undefined}
    />
  )
  return openPage(Page, '/incidents', { answer })
}

const section = (name: string) => screen.findByRole('region', { name })
const refused = (path: string) => ['/api/db/notification_silences', '/api/db/playbook_runs'].includes(path)
const run = (id: string, minutes: number, status: boolean) => ({
  id,
  name: 'cart API',
  within: [
    { time: ago(minutes), status },
    { time: ago(minutes + 1), status: !status, message: '503' },
    { time: ago(minutes + 2), status },
    { time: ago(minutes + 3), status: !status, message: '503' },
  ],
  before: [{ time: ago(500), status }],
})

test('shows the open work with its owner and next step, and the raw log only on demand', async () => {
  open('now-8h', (path, url) => {
    if (path === '/api/db/checks')
      return listResponse(
        url.includes('within')
          ? [run(ID, 5, true)]
          : [
              {
                id: ID,
                name: 'cart API',
                last_transition_time: ago(5),
                check_statuses: [{ time: ago(5), message: '503' }],
              },
            ]
      )
    if (path === '/api/db/incidents')
      return listResponse([
        {
          id: idOf(2),
          created_at: ago(60),
          incident_id: 'INC-8',
          title: 'Checkout is <b>down</b>',
          severity: 'Blocker',
          status: 'investigating',
          commander: { name: 'Ada' },
          hypotheses: [
            {
              evidences: [
                {
                  type: 'check',
                  description: 'cart API answers',
                  evidence: null,
                  created_at: ago(50),
                  definition_of_done: true,
                  check_id: ID,
                  checks: { name: 'cart API' },
                },
              ],
            },
          ],
        },
      ])
    return undefined
  })
  const broken = await section('Still broken')
  expect(broken.textContent).toContain('INC-8: Checkout is <b>down</b>')
  expect(broken.textContent).toMatch(/Owner: Ada, investigating, since .+ \((?:59m|1h)\)/)
  expect(broken.textContent).toContain('Next step: complete “cart API answers”.')
  expect(broken.textContent).toContain('cart API: 503')
  expect((await section('Flapping')).textContent).toContain('cart API × 4, last recovered')
  expect(screen.getByText(/^No entries: decided, awaiting approval, silences ending soon/)).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'Raw log, code' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Raw log' }))
  expect(screen.getByRole('group', { name: 'Raw log, code' }).textContent).toMatch(/failed +cart API: 503\n/)
})

test('copies the document as Markdown with Enter', async () => {
  const written: string[] = []
  vi.stubGlobal('ClipboardItem', undefined)
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (value) => void written.push(value))
  open('now-8h', (path) =>
    path === '/api/db/config_changes'
      ? listResponse([
          {
            id: ID,
            created_at: ago(9),
            change_type: 'diff',
            summary: '*spec*',
            external_created_by: 'argo',
            config: { id: ID, name: 'shop' },
          },
          {
            id: idOf(3),
            created_at: ago(8),
            change_type: 'Pulled',
            source: 'kubelet',
            config: { id: ID, name: 'shop' },
          },
        ])
      : undefined
  )
  await section('Changes that mattered')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => written).toHaveLength(1)
  expect(written[0]).toMatch(/^# Handover\n\n/)
  expect(written[0]).toMatch(/## Changes that mattered\n\n- \*\*.+\*\* shop: \\\*spec\\\* changed \(by argo\)\n/)
  expect(written[0]).not.toContain('Pulled')
})

test('names inaccessible data in its own section', async () => {
  open('now-8h', (path) => (refused(path) ? listResponse({ message: 'permission denied' }, 403) : undefined))
  expect((await section('Awaiting approval')).textContent).toMatch(/Incomplete\. Playbook runs: /)
  expect((await section('Silences ending soon')).textContent).toMatch(/Incomplete\. Silences: /)
  expect((await section('Still broken')).textContent).toContain('Nothing is unhealthy, and no incident is open.')
  expect(screen.queryByText(/No entries:.*silences/)).toBeNull()
})

test('shows an error and not a quiet shift when nothing can be read', async () => {
  open('now-8h', () => listResponse({ message: 'the database is away' }, 500))
  expect(await screen.findByText('Could not load the handover', undefined, { timeout: 15_000 })).toBeTruthy()
})

test('rejects a range without an end and sends no request', async () => {
  const { asked } = open('indefinitely', () => undefined)
  expect(await screen.findByText('This range is not a shift')).toBeTruthy()
  expect(asked).toEqual([])
})
