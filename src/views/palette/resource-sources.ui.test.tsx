import { render, screen } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { listResponse } from '@tests/helpers/resource-page'
import { createQueryClient } from '../../api/client'
import { callUses } from '../../commands/stores/palette-usage'
import logBackends from '@dev/examples/log-backends.examples'
import { stagedSources, StagedPalette } from '@dev/gallery/palette-stage'
import { forgetClosed } from './closed-search'
import { resourceSources } from './sources/resource-sources'
import type { PaletteSource } from './sources/source'

const ADA = { id: '5a000001-0000-4000-8000-000000000001', name: 'Ada Lovelace', email: 'ada@example.org' }
const rows: Record<string, unknown> = { '/api/db/people': [ADA], '/api/db/logging_backends': logBackends }

beforeEach(() => {
  callUses.set({})
  forgetClosed()
})
afterEach(() => vi.unstubAllGlobals())

/** Opens the palette with all resource sources and a stubbed server. @returns the requested paths */
function open(isBroken = false, sources: readonly PaletteSource[] = resourceSources) {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input, location.origin)
    requested.push(pathname)
    return isBroken ? listResponse({ error: 'out of memory' }, 500) : listResponse(rows[pathname] ?? [])
  })
  render(
    <QueryClientProvider client={createQueryClient({ signedOut: () => undefined })}>
      <StagedPalette context={{ roles: ['admin'] }} sources={[...stagedSources, ...sources]} />
    </QueryClientProvider>
  )
  return requested
}

test('finds a person by name in the general search', async () => {
  open()
  await userEvent.keyboard('lovelace')
  const row = await screen.findByRole('option', { name: 'Ada Lovelace' })
  expect(row.getAttribute('aria-description')).toContain('Person')
})

test('loads a mode-only source when the search is limited to it, and not before', async () => {
  const requested = open()
  await userEvent.keyboard('lovelace')
  await screen.findByRole('option', { name: 'Ada Lovelace' })
  expect(requested).not.toContain('/api/db/logging_backends')
  await userEvent.keyboard('{Control>}a{/Control}log backend{Tab}shop')
  expect(await screen.findByRole('option', { name: 'shop-logs' })).toBeTruthy()
})

test('reports a source whose rows could not be loaded, with a retry button', async () => {
  open(true)
  expect(await screen.findByText(/^Could not load the people: out of memory/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('reports a source whose code could not be loaded, and retries it', async () => {
  const people = resourceSources.find(({ id }) => id === 'person') as PaletteSource
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
