import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openCommand } from '@tests/helpers/command-dialog'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
  prefs.set(parsePreferences(null))
})

const message = {
  id: '5a000001-0000-4000-8000-000000000001',
  status: 'queued',
  recipient: 'ada@example.org',
  template: 'invitation',
  subject: 'You are invited to Mission Control',
  body: 'Open https://console.example/recovery?flow=f and type in this code: 482915',
  send_count: 0,
  last_error: null,
  created_at: '2026-11-21T10:00:00Z',
  sent_at: null,
}

test('lists messages with their recipients and status', async () => {
  const sent = { ...message, id: 'b', recipient: 'ben@example.org', status: 'sent', body: '' }
  await openResource('message', { answer: () => listResponse([message, sent]) })
  expect(
    await screen.findByRole('row', { name: 'You are invited to Mission Control, to ada@example.org, waiting' })
  ).toBeTruthy()
  expect(screen.getByRole('row', { name: 'You are invited to Mission Control, to ben@example.org, sent' })).toBeTruthy()
})

test('requests nothing in deployments without accounts', async () => {
  const { asked } = await openResource('message', {
    environment: { deployment: { backend: 'embedded', signIn: 'none' } },
  })
  expect(await screen.findByRole('heading', { name: 'There is no outbox here' })).toBeTruthy()
  expect(asked).toEqual([])
})

test('shows a message, and copies its link and text', async () => {
  const { inAddress } = openCommand(`message.open?message=message:${message.id}`, {
    answer: () => listResponse([message]),
  })
  expect(await screen.findByRole('button', { name: 'Copy Link' })).toBeTruthy()
  expect(screen.getByRole('dialog', { name: message.subject })).toBeTruthy()
  expect(screen.getByText('https://console.example/recovery?flow=f#code=482915')).toBeTruthy()
  expect(screen.getByText(message.body)).toBeTruthy()
  expect(screen.getByText('ada@example.org')).toBeTruthy()
  expect(inAddress()).toBe(`message.open?message=message:${message.id}`)
})

/** Opens the page at a URL in UTC. `query` is the query of the last request. */
async function openAt(search: string) {
  prefs.set(parsePreferences('{"display_timezone_preference":"UTC"}'))
  history.replaceState(null, '', `/settings/outbox${search}`)
  const urls: string[] = []
  await openResource('message', {
    answer(_path, url) {
      urls.push(url)
      return listResponse([message])
    },
  })
  await screen.findByRole('row', { name: /ada@example\.org/ })
  return { query: () => new URL(urls.at(-1) ?? '', location.origin).searchParams }
}
const search = () => Object.fromEntries(new URLSearchParams(location.search))
async function openRange() {
  await userEvent.click(screen.getByRole('button', { name: /^Time range/ }))
  return within(await screen.findByRole('dialog', { name: 'Time range' }))
}

test.each([
  ['failed:1,waiting:-1', 'failed,!waiting'],
  ['!sent', '!sent'],
])(
  'the filter %s of the address is asked for as %s [FILTER-02 FILTER-03 FILTER-04 FILTER-05 FILTER-12]',
  async (state, asked) => {
    const { query } = await openAt(`?state=${state}`)
    expect(query().get('state.filter')).toBe(asked)
  }
)

test('a selected value is in the URL and in the request [FILTER-12]', async () => {
  const { query } = await openAt('')
  expect(query().has('state.filter')).toBe(false)
  await userEvent.click(within(screen.getByRole('search')).getByRole('button', { name: 'Filters' }))
  const values = within(await screen.findByRole('dialog', { name: 'Filters' }))
  await userEvent.click(values.getByRole('option', { name: 'Failed' }))
  await userEvent.click(values.getByRole('button', { name: 'Apply' }))
  await waitFor(() => expect(query().get('state.filter')).toBe('failed'))
  expect(search()).toEqual({ state: 'failed:1' })
  expect(screen.getByRole('button', { name: 'Status: Failed' })).toBeTruthy()
})

test('typed dates replace another kind of range and can be cleared [TIME-05 TIME-07 TIME-12]', async () => {
  const { query } = await openAt('?rangeType=relative&display=Last+hour&range=now-1h')
  expect(query().has('from')).toBe(true)
  const panel = await openRange()
  await userEvent.fill(panel.getByRole('textbox', { name: 'From' }), '20 november 2026 at 9:00')
  await userEvent.fill(panel.getByRole('textbox', { name: 'To' }), '2026-11-21 10:30')
  await userEvent.click(panel.getByRole('button', { name: 'Apply' }))
  const span = { from: '2026-11-20T09:00:00.000Z', to: '2026-11-21T10:30:00.000Z' }
  await waitFor(() => expect([query().get('from'), query().get('to')]).toEqual([span.from, span.to]))
  expect(search()).toEqual({ rangeType: 'absolute', display: 'Custom', ...span })
  await userEvent.click((await openRange()).getByRole('button', { name: 'Clear time range' }))
  await waitFor(() => expect(query().has('from')).toBe(false))
  expect(search()).toEqual({})
})

test('offers all quick ranges and requests their times [TIME-06 TIME-21]', async () => {
  const { query } = await openAt('')
  const panel = await openRange()
  const offered = panel.getAllByRole('option').map(({ textContent }) => textContent)
  const quick =
    'Yesterday, Day before yesterday, This day last week, Previous week, Previous month, Previous year, Today, ' +
    'Today so far, This week, This week so far, This month, This month so far, This year, This year so far'
  expect(offered.filter((name) => quick.split(', ').includes(name ?? ''))).toEqual(quick.split(', '))
  await userEvent.click(panel.getByRole('option', { name: 'Yesterday' }))
  await waitFor(() => expect(query().has('to')).toBe(true))
  expect(search()).toEqual({ rangeType: 'mapped', display: 'Yesterday', timeRange: 'Yesterday' })
  const [from = 0, to = 0] = ['from', 'to'].map((end) => Date.parse(query().get(end) ?? ''))
  expect([from % 86_400_000, to - from]).toEqual([0, 86_400_000])
})

test('logs an incomplete relative range in a link and shows any time [TIME-15]', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { query } = await openAt('?rangeType=relative&display=Last+hour')
  expect(warn).toHaveBeenCalledWith('Invalid relative time range')
  warn.mockRestore()
  expect(query().has('from')).toBe(false)
  expect(screen.getByRole('button', { name: 'Time range: Any time' })).toBeTruthy()
})
