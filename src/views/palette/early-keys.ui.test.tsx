import { renderHook } from '@testing-library/react'
import { userEvent } from 'vitest/browser'
import { expect, test } from 'vitest'
import { checkTarget, stagedCommands } from '@dev/gallery/palette-stage'
import { useHeldKeys } from './early-keys'
import { HELD_ENTER, holdKeys } from '@/keymap/held-keys'
import type { PaletteStage } from './palette-state'

const command = stagedCommands.find(({ id }) => id === 'silence.create')
if (!command?.slots?.['until']) throw new Error('The staged silence command has no duration')
const asking: PaletteStage = {
  is: 'ask',
  prompt: { command, slotName: 'until', slot: command.slots['until'], args: { checks: [checkTarget('a')] } },
}

/** The keys that a stage gets of those pressed before the palette was loaded. */
async function replayed(stage: PaletteStage, keys: string): Promise<string[]> {
  const held = holdKeys()
  await userEvent.keyboard(keys)
  const pressed: string[] = []
  renderHook(() => useHeldKeys(held, stage, (key) => pressed.push(key))).rerender()
  return pressed
}

test('an early Enter chooses the first option of a step, but no row of a search', async () => {
  expect(await replayed(asking, '{Enter}')).toEqual([HELD_ENTER])
  expect(await replayed({ is: 'find' }, '{Enter}')).toEqual([])
})

test('early text is typed first, whatever the stage', async () => {
  expect(await replayed(asking, '4h')).toEqual(['4h'])
  expect(await replayed({ is: 'find' }, '{Enter}ch')).toEqual(['ch'])
})
