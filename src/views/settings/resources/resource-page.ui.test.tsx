import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from '@/lib/deferred'
import { listResponse, openResource } from '@tests/helpers/resource-page'
import { loadDetails } from '@/resources/registry'
import { resources } from '@/shared/routing/registry'

// The list states that every resource needs. The rows are covered by the tests of each resource.

afterEach(() => vi.unstubAllGlobals())

const all = resources.map(({ kind, title }) => ({ kind, title }))

test.each(all)('$title: announces loading and shows nothing else', async ({ kind, title }) => {
  const released = deferred()
  await openResource(kind, { answer: async () => void (await released.promise) })
  expect(await screen.findByText(`Loading ${title.toLowerCase()}…`)).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
  released.resolve()
  expect(await screen.findByRole('heading', { level: 2 })).toBeTruthy()
})

test.each(all)('$title: shows an empty state with the available actions', async ({ kind }) => {
  const { empty, actions } = await loadDetails(kind)
  await openResource(kind)
  expect(await screen.findByRole('heading', { name: empty.title })).toBeTruthy()
  expect(screen.getByText(empty.text)).toBeTruthy()
  expect(screen.getAllByRole('button').length).toBeGreaterThan(actions.all.length)
})

test.each(all)('$title: offers no action that the user has no permission for', async ({ kind }) => {
  const { empty, actions } = await loadDetails(kind)
  await openResource(kind, { environment: { roles: ['viewer'] } })
  await screen.findByRole('heading', { name: empty.title })
  const names = screen.getAllByRole('button').map((button) => button.textContent)
  // Navigation commands need no permission.
  expect(names.filter((name) => name !== '')).toHaveLength(actions.needs.length > 0 ? 0 : actions.all.length)
})

test.each(all)('$title: shows the error of the server, and not an empty list', async ({ kind, title }) => {
  const { empty } = await loadDetails(kind)
  await openResource(kind, { answer: () => listResponse({ error: 'unauthorized: read on it' }, 403) })
  expect(await screen.findByRole('heading', { name: `Could not load ${title.toLowerCase()}` })).toBeTruthy()
  expect(screen.getByText('unauthorized: read on it')).toBeTruthy()
  expect(screen.queryByText(empty.title)).toBeNull()
})
