import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { untilDialogClosed, dialogResponse, openCommand } from '@tests/helpers/command-dialog'

const ADA = '5a000001-0000-4000-8000-000000000001'
const rows: Record<string, unknown> = {
  '/api/db/people': [{ id: ADA, name: 'Ada Lovelace', email: 'ada@example.org', last_login: '2026-11-21T10:00:00Z' }],
  '/api/db/people_roles': [{ id: ADA, roles: ['editor', 'responder'] }],
}
const GRACE = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.org', role: 'responder' }
const link = 'https://console.example/recovery?flow=f'

/** Opens the invitation with a server that returns this response. */
const invite = (answer: () => Response = () => dialogResponse({ link, code: '482915', mail_sent: false })) =>
  openCommand('person.invite', { answer: (path) => (path === '/api/auth/invite_user' ? answer() : undefined) })

async function fill() {
  await userEvent.type(await screen.findByRole('textbox', { name: 'First name' }), GRACE.firstName)
  await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), GRACE.lastName)
  await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), GRACE.email)
  screen.getByRole('combobox', { name: 'Role' }).focus()
  await userEvent.keyboard('resp{Enter}')
}

test('invites a person with names, address and role, and reveals the link [USERS-04 USERS-05 CALL-10]', async () => {
  const { posted, journal, inAddress } = invite()
  await fill()
  expect(inAddress()).toBe('person.invite')
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByRole('dialog', { name: 'Sign-in link for Grace Hopper' })).toBeTruthy()
  expect(posted).toEqual([['/api/auth/invite_user', GRACE]])
  expect(journal.messages.get()[0]).toMatchObject({ tone: 'good', text: 'Invited Grace Hopper as responder.' })
  expect(inAddress()).toBeNull()
})

test('keeps the revealed code out of messages and the address, and removes it on close', async () => {
  const { journal } = invite()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  const done = await screen.findByRole('button', { name: 'Done' })
  expect(JSON.stringify([journal.messages.get(), journal.lastChange.get(), location.href])).not.toContain('482915')
  await userEvent.click(done)
  await untilDialogClosed()
  expect(document.body.textContent).not.toContain('482915')
})

test('offers each of the six roles [USERS-05]', async () => {
  invite()
  await userEvent.click(await screen.findByRole('combobox', { name: 'Role' }))
  expect(screen.getAllByRole('option')).toHaveLength(6)
  for (const role of ['Admin', 'Editor', 'Viewer', 'Guest', 'Commander', 'Responder'])
    expect(screen.getByRole('option', { name: new RegExp(`^${role}`) })).toBeTruthy()
})

test('requires missing fields, and shows the server message for an address that exists', async () => {
  const { posted } = invite(() => dialogResponse({ error: 'User already exists' }, 409))
  ;(await screen.findByRole('textbox', { name: 'First name' })).focus()
  screen.getByRole('button', { name: 'Invite' }).click()
  expect(await screen.findByText('Enter a first name')).toBeTruthy()
  expect(posted).toEqual([])
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText(/User already exists/)).toBeTruthy()
  expect(screen.getByRole('dialog', { name: 'Invite a person' })).toBeTruthy()
})

test.each([
  [true, 'A message with the link and the code was sent to their address.'],
  [false, /^No mail was sent/],
  [undefined, /^The server did not report whether mail was sent/],
])('the link can be copied with its code, and it is said whether mail was sent (%s)', async (mail_sent, words) => {
  invite(() => dialogResponse({ link, code: '482915', mail_sent }))
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await fill()
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Copy One-time link' }))
  expect(copied).toHaveBeenCalledWith(`${link}#code=482915`)
  expect(screen.getByText(words)).toBeTruthy()
})

const edit = () =>
  openCommand(`person.edit?person=person:${ADA}`, { answer: (path) => dialogResponse(rows[path] ?? []) })

test('changes a name without changing several roles, and undoes the change [USERS-06 CALL-19]', async () => {
  const { posted, journal, dispatcher } = edit()
  const first = await screen.findByRole('textbox', { name: 'First name' })
  await userEvent.clear(first)
  await userEvent.type(first, 'Augusta')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await untilDialogClosed()
  const ada = { id: ADA, firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
  expect(posted).toEqual([['/api/people/update', { ...ada, firstName: 'Augusta' }]])
  await waitFor(() =>
    expect(journal.messages.get()[0]).toMatchObject({ text: 'Augusta Lovelace updated successfully' })
  )
  await dispatcher.undo()
  expect(posted.at(-1)).toEqual(['/api/people/update', ada])
})
