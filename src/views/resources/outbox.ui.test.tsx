import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openCommand } from '../../../tests/helpers/command-dialog'
import { json, openResource } from '../../../tests/helpers/resource-page'

afterEach(() => vi.unstubAllGlobals())

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

test('messages are listed with whom they are to and what became of them', async () => {
  const sent = { ...message, id: 'b', recipient: 'ben@example.org', status: 'sent', body: '' }
  await openResource('message', { answer: () => json([message, sent]) })
  expect(
    await screen.findByRole('row', { name: 'You are invited to Mission Control, to ada@example.org, waiting' })
  ).toBeTruthy()
  expect(screen.getByRole('row', { name: 'You are invited to Mission Control, to ben@example.org, sent' })).toBeTruthy()
})

test('where nobody has an account, nothing is asked for', async () => {
  const { asked } = await openResource('message', {
    environment: { deployment: { backend: 'embedded', signIn: 'none' } },
  })
  expect(await screen.findByRole('heading', { name: 'There is no outbox here' })).toBeTruthy()
  expect(asked).toEqual([])
})

test('a message can be read, and its link and text be taken out', async () => {
  const { inAddress } = openCommand(`message.open?message=message:${message.id}`, { answer: () => json([message]) })
  expect(await screen.findByRole('button', { name: 'Copy Link' })).toBeTruthy()
  expect(screen.getByRole('dialog', { name: message.subject })).toBeTruthy()
  expect(screen.getByText('https://console.example/recovery?flow=f#code=482915')).toBeTruthy()
  expect(screen.getByText(message.body)).toBeTruthy()
  expect(screen.getByText('ada@example.org')).toBeTruthy()
  expect(inAddress()).toBe(`message.open?message=message:${message.id}`)
})
