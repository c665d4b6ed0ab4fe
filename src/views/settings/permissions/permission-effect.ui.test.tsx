import { render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { GalleryConsole } from '@dev/gallery/gallery-console'
import type { RowValues } from '@/api/settings/settings-table'
import { PermissionEffectView } from './permission-effect'

const effect = {
  isInForce: true,
  isConditional: false,
  holders: 3,
  groups: [
    {
      people: {
        count: 3,
        first: [
          { id: 'a', name: 'Ada Lovelace' },
          { id: 'b', name: 'Bo Li' },
        ],
      },
      administrators: 1,
      includesCaller: true,
      loses: { rights: [{ object: 'catalog', actions: ['update', 'delete'] }], runs: [] },
      gains: { rights: [], runs: [] },
    },
  ],
  isPartial: false,
}

afterEach(() => vi.unstubAllGlobals())

function show(row: RowValues | undefined, { status = 200, body = effect as object } = {}) {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)))
    return new Response(JSON.stringify(body), { status })
  })
  render(
    <GalleryConsole>
      <PermissionEffectView row={row} id="5a000004-0000-4000-8000-000000000001" />
    </GalleryConsole>
  )
  return sent
}

test('shows who loses which rights, and that the user is one of them', async () => {
  const sent = show({ object: 'catalog', action: 'update,delete', deny: true })
  const panel = within(screen.getByRole('region', { name: 'Effect' }))
  expect(await panel.findByText('3 people lose rights, 1 of them an administrator. You are one of them.')).toBeTruthy()
  expect(panel.getByText('Ada Lovelace, Bo Li and 1 more')).toBeTruthy()
  expect(panel.getByText('Lose update and delete on the catalog.')).toBeTruthy()
  expect(sent).toEqual([
    { object: 'catalog', action: 'update,delete', deny: true, id: '5a000004-0000-4000-8000-000000000001' },
  ])
})

test('shows a failure as a failure', async () => {
  show({ action: 'read' }, { status: 400, body: { error: 'Unknown action' } })
  expect(await screen.findByText('The effect is unknown. Unknown action')).toBeTruthy()
})

test('shows nothing for an incomplete form', () => {
  show(undefined)
  expect(screen.queryByRole('region', { name: 'Effect' })).toBeNull()
})
