import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { listResponse, openPage } from '@tests/helpers/resource-page'
import { relativeRange } from '@/lib/time/range'
import HandoverDialog from './handover.write.dialog'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ID = '5a000012-0000-4000-8000-000000000001'

afterEach(() => {
  vi.unstubAllGlobals()
})

function open(range: string, answer: (path: string) => Response | undefined) {
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
const text = async () => (await screen.findByRole('group', { name: 'Handover, code' })).textContent ?? ''

test('names a source that may not be read, and reports the rest', async () => {
  open('now-8h', (path) => {
    if (path === '/api/db/notification_send_history_summary') return listResponse({ message: 'permission denied' }, 403)
    if (path === '/api/db/checks')
      return listResponse([
        {
          id: ID,
          name: 'cart API',
          within: [
            { time: ago(5), status: true },
            { time: ago(9), status: false, message: '503' },
          ],
          before: [{ time: ago(500), status: true }],
        },
      ])
    return undefined
  })
  const report = await text()
  expect(report).toMatch(/2 entries: 1 failed, 1 recovered\n/)
  expect(report).toMatch(/^ {4}Incomplete: Notifications: .+$/m)
  expect(report).toMatch(/failed +cart API: 503\n.+recovered +cart API\n$/)
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
