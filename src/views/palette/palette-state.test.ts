import { expect, test } from 'vitest'
import { createView, type PaletteStage, typeText } from './palette-state'
import { paletteSources } from './sources/registry'

const type = (stage: PaletteStage, before: string, text: string) => {
  const state = typeText({ ...createView(stage, before), previousViews: [] }, text, false, paletteSources)
  return [state.stage.is === 'find' ? state.stage.mode : state.stage.is, state.text]
}
const everything = { is: 'find' } as const
const checks = { is: 'find', mode: 'checks' } as const

test.each([
  ['typed first', everything, '', ':pod', ['kinds', 'pod']],
  ['typed in place of the whole text', everything, 'checkout', ':', ['kinds', '']],
  ['typed in place of the text of another search', checks, 'checkout', ':', ['kinds', '']],
  ['typed after other text', everything, 'a', 'a:', [undefined, 'a:']],
  ['left over when the rest is deleted', checks, ':a', ':', ['checks', ':']],
])('a character of a source is read where it is %s', (_where, stage, before, text, expected) => {
  expect(type(stage, before, text)).toEqual(expected)
})
