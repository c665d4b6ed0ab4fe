import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { json, openPage } from '../../../tests/helpers/resource-page'
import { relative } from '../../lib/time/range'
import { Handover } from './handover'

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const ID = '5a000012-0000-4000-8000-000000000001'

afterEach(() => {
  vi.unstubAllGlobals()
})

function open(range: string, answer: (path: string) => Response | undefined) {
  const Page = () => (
    <Handover
      call=""
      known={{ range: relative(range) }}
      places={[]}
      onClose={() => undefined}
      onAnswer={() => undefined}
    />
  )
  return openPage(Page, '/incidents', { answer })
}
const text = async () => (await screen.findByRole('group', { name: 'Handover, code' })).textContent ?? ''

test('what may not be read is named, and the rest is told', async () => {
  open('now-8h', (path) => {
    if (path === '/api/db/notification_send_history_summary') return json({ message: 'permission denied' }, 403)
    if (path === '/api/db/checks')
      return json([
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
  const told = await text()
  expect(told).toMatch(/2 entries: 1 failed, 1 recovered\n/)
  expect(told).toMatch(/^Incomplete: Notifications: .+$/m)
  expect(told).toMatch(/failed +cart API: 503\n.+recovered +cart API\n$/)
})

test('a shift of which nothing can be read is a failure, and no quiet shift', async () => {
  open('now-8h', () => json({ message: 'the database is away' }, 500))
  expect(await screen.findByText('Could not load the handover', undefined, { timeout: 15_000 })).toBeTruthy()
})

test('a range without an end is no shift, and nothing is asked', async () => {
  const { asked } = open('indefinitely', () => undefined)
  expect(await screen.findByText('This is no shift')).toBeTruthy()
  expect(asked).toEqual([])
})
