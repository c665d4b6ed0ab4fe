import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { json } from '../../../tests/helpers/resource-page'
import { createClient } from '../../api/client'
import { uses } from '../../commands/stores/palette-memory'
import logBackends from '../../resources/log-backends.examples'
import { ownSources, Staged } from '../gallery/palette-stage'
import { forgetClosed } from './reopen'
import { resourceSources } from './sources/resource-sources'
import type { Source } from './sources/source'

const ADA = { id: '5a000001-0000-4000-8000-000000000001', name: 'Ada Lovelace', email: 'ada@example.org' }
const rows: Record<string, unknown> = { '/api/db/people': [ADA], '/api/db/logging_backends': logBackends }

beforeEach(() => {
  uses.set({})
  forgetClosed()
})
afterEach(() => vi.unstubAllGlobals())

/** The palette with everything that resources have for it, in front of a server. @returns what was asked */
function open(isBroken = false, sources: readonly Source[] = resourceSources) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, location.origin)
    asked.push(pathname)
    return isBroken ? json({ error: 'out of memory' }, 500) : json(rows[pathname] ?? [])
  })
  render(
    <QueryClientProvider client={createClient({ signedOut: () => undefined })}>
      <Staged context={{ roles: ['admin'] }} sources={[...ownSources, ...sources]} />
    </QueryClientProvider>
  )
  return asked
}

test('a person is found by name, among everything else', async () => {
  open()
  await userEvent.keyboard('lovelace')
  const row = await screen.findByRole('option', { name: 'Ada Lovelace' })
  expect(row.getAttribute('aria-description')).toContain('Person')
})

test('what is rarely wanted is loaded when the search is limited to it, and not before', async () => {
  const asked = open()
  await userEvent.keyboard('lovelace')
  await screen.findByRole('option', { name: 'Ada Lovelace' })
  expect(asked).not.toContain('/api/db/logging_backends')
  await userEvent.keyboard('{Control>}a{/Control}log backend{Tab}shop')
  expect(await screen.findByRole('option', { name: 'shop-logs' })).toBeTruthy()
})

test('names that could not be loaded are said to be missing, and are tried again', async () => {
  open(true)
  expect(await screen.findByText(/^Could not load the people: out of memory/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('code that could not be loaded is said to be missing, and is tried again', async () => {
  const [people] = resourceSources as [Source]
  let tries = 0
  const loadIndex = () => {
    tries++
    return tries === 1 || !people.loadIndex ? Promise.reject(new Error('offline')) : people.loadIndex()
  }
  open(false, [{ ...people, loadIndex }])
  expect(await screen.findByText(/^Could not load the people: This part of the console/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.fill(screen.getByRole('combobox'), 'lovelace')
  expect(await screen.findByRole('option', { name: 'Ada Lovelace' })).toBeTruthy()
})
