import '../every-command'
import { beforeEach, expect, test } from 'vitest'
import type { Effects } from '../command'
import { findCommand } from '../registry'
import { parsePreferences, prefs } from '../stores/preference-store'

beforeEach(() => prefs.set(parsePreferences(null)))

const pin = async (type: string) => findCommand('type.pin')?.run?.({ type }, {} as Effects)

test('a type is pinned, and pinned no longer, and both can be taken back', async () => {
  const done = await pin('Depot')
  expect([done?.message, prefs.get().pinnedTypes]).toEqual(['Depot is pinned.', ['Depot']])
  const again = await pin('Depot')
  expect([again?.message, prefs.get().pinnedTypes]).toEqual(['Depot is not pinned.', []])
  await again?.undo?.()
  expect(prefs.get().pinnedTypes).toEqual(['Depot'])
})

test('of more than a hundred the oldest is pinned no longer', async () => {
  const many = Array.from({ length: 100 }, (_, index) => `Type ${index}`)
  prefs.set((all) => ({ ...all, pinnedTypes: many }))
  await pin('Depot')
  expect(prefs.get().pinnedTypes).toEqual([...many.slice(1), 'Depot'])
})
