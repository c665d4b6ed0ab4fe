import '../every-command'
import { beforeEach, expect, test } from 'vitest'
import type { Effects } from '../command'
import { findCommand } from '../registry'
import { parsePreferences, prefs } from '../stores/preference-store'

beforeEach(() => prefs.set(parsePreferences(null)))

const pin = async (type: string) => findCommand('type.pin')?.run?.({ type }, {} as Effects)

test('pins and unpins a type, each with undo', async () => {
  const done = await pin('Depot')
  expect([done?.message, prefs.get().pinnedTypes]).toEqual(['Pinned Depot.', ['Depot']])
  const again = await pin('Depot')
  expect([again?.message, prefs.get().pinnedTypes]).toEqual(['Unpinned Depot.', []])
  await again?.undo?.()
  expect(prefs.get().pinnedTypes).toEqual(['Depot'])
})

test('drops the oldest pin above a hundred', async () => {
  const many = Array.from({ length: 100 }, (_, index) => `Type ${index}`)
  prefs.set((all) => ({ ...all, pinnedTypes: many }))
  await pin('Depot')
  expect(prefs.get().pinnedTypes).toEqual([...many.slice(1), 'Depot'])
})
