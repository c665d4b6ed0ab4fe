import '@/commands/every-command'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createConsoleContext } from '@tests/helpers/console-context'
import { listResponse } from '@tests/helpers/resource-page'
import { Routes } from '@/app/routes'
import type { CommandEnvironment } from '@/commands/context'
import './add-silence.page'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const CHECK = '5a00001a-0000-4000-8000-000000000041'
const ADD = '/notifications/silences/add'

/** Opens an address as the app routes it, with a fake server. */
function openAddress(address: string, environment: Partial<CommandEnvironment> = {}) {
  history.replaceState(null, '', address)
  vi.stubGlobal('fetch', async (input: string) =>
    listResponse(new URL(input, location.origin).pathname === '/api/db/checks' ? [{ id: CHECK, name: 'cart' }] : [])
  )
  const { around, dispatcher } = createConsoleContext({ path: ADD, ...environment })
  const flags = { is: 'here', flags: new Set<string>() } as const
  render(around(<Routes path={ADD} isHealthOnly={false} hasProfile={false} flags={flags} />))
  return dispatcher
}

const callInAddress = () => new URLSearchParams(location.search).get('do') ?? ''

test('opens the form over the list, with the check that the address names [ROUTE-22]', async () => {
  const dispatcher = openAddress(`${ADD}?check_id=${CHECK}`)
  await waitFor(() => expect(location.pathname).toBe('/notifications/silences'))
  void dispatcher.perform({ call: callInAddress(), origin: 'link' }, [])
  expect(await screen.findByRole('dialog', { name: 'Add silence' })).toBeTruthy()
  expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Check' })).value).toBe('cart')
})

test.each(['', '?check_id=cart', '?person_id=x'])('opens an empty form for the query "%s"', async (query) => {
  openAddress(ADD + query)
  await waitFor(() => expect(callInAddress()).toBe('resource.create?type=silence&values=%7B%7D'))
})

test('is refused without write permission [ROUTE-23 SILENCE-08]', async () => {
  openAddress(ADD, { roles: ['viewer'] })
  const heading = { name: 'Unauthorized - You do not have permission to access this page' }
  expect(await screen.findByRole('heading', heading)).toBeTruthy()
  expect(location.pathname).toBe(ADD)
})
