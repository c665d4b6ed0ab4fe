import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse, openPage, type TestPageOptions } from '@tests/helpers/resource-page'
import '@/commands/every-command'
import { parsePreferences, prefs } from '@/commands/stores/preference-store'
import { TopMenus } from './top-menus'

const UNREAD = '/api/db/notification_send_history'
const READ_AT = '2026-11-20T05:11:08.490Z'
const rows = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({ id: `5a000021-0000-4000-8000-${String(n).padStart(12, '0')}` }))

const open = (count: number, environment: TestPageOptions['environment'] = {}) =>
  openPage(TopMenus, '/health', {
    environment,
    answer: (path) => (path === UNREAD ? listResponse(rows(count)) : undefined),
  })
const bell = (name: string) => screen.findByRole('button', { name })

afterEach(() => {
  vi.unstubAllGlobals()
  prefs.set(parsePreferences(null))
})

test('the bell of the top bar opens the notifications [SHELL-20 SHELL-21]', async () => {
  const { performed } = open(0)
  await waitFor(async () => expect((await bell('Notifications')).getAttribute('aria-disabled')).not.toBe('true'))
  await userEvent.click(await bell('Notifications'))
  expect(performed).toEqual(['go.notifications'])
})

test('counts what was sent or failed since all were marked as read, with one request', async () => {
  prefs.set((all) => ({ ...all, notificationsReadAt: READ_AT }))
  const { urls } = open(3)
  expect((await bell('Notifications, 3 unread')).parentElement?.textContent).toBe('3')
  const asked = urls.filter(({ pathname }) => pathname === UNREAD).map(({ searchParams }) => searchParams)
  expect(asked).toHaveLength(1)
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    status: 'in.(sent,error)',
    created_at: `gt.${READ_AT}`,
    select: 'id',
    limit: '100',
  })
})

test('shows 99+ for more than 99 unread notifications', async () => {
  open(100)
  expect((await bell('Notifications, 99+ unread')).parentElement?.textContent).toBe('99+')
})

test('resets the count when all notifications are marked as read', async () => {
  const { urls } = open(2)
  await bell('Notifications, 2 unread')
  const before = urls.length
  const now = new Date().toISOString()
  prefs.set((all) => ({ ...all, notificationsReadAt: now }))
  await waitFor(() => expect(urls.length).toBe(before + 1))
  expect(urls.at(-1)?.searchParams.get('created_at')).toBe(`gt.${now}`)
})

test.each<[string, TestPageOptions['environment']]>([
  ['who may not read notifications', { roles: ['nobody'] }],
  ['on a public page', { isReadOnly: true }],
  ['where notifications are turned off', { flags: new Set(['settings.notifications']) as never }],
])('shows no bell and requests nothing for a user %s', async (_who, environment) => {
  const { asked } = open(3, environment)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Help' }).getAttribute('aria-disabled')).not.toBe('true')
  )
  expect(screen.queryByRole('button', { name: /^Notifications/ })).toBeNull()
  expect(asked).not.toContain(UNREAD)
})
