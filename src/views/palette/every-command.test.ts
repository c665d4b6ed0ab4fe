import { afterEach, beforeEach, expect, test } from 'vitest'
import { withMacros } from '../../../tests/helpers/macros'
import { type Command, kinds, titleOf } from '../../commands/command'
import { contextIn } from '../../commands/context'
import { pins } from '../../commands/stores/palette-memory'
import type { Place } from '../../commands/place'
import { commands } from '../../commands/every-command'
import { findCommand } from '../../commands/registry'
import { RANGES } from '../../lib/time/short'
import { TYPED_CHECKS } from '../../lib/typed-checks'
import { TYPED_PLAYBOOK } from '../../lib/typed-playbook'
import { find, SHOWN } from './find'
import { answered, nextOf, previewOf } from './flow'
import { nameOf } from './item'
import { searchInRows } from './search-index'
import source, { itemOf } from './sources/commands.source'
import { optionItems, skipItem, writtenOf } from './step'

// People type the title of a command, read its preview and press Enter. This tests ranking, steps and previews for all
// commands; tests/e2e/every-command.e2e.ts proves that Enter then runs them.

withMacros()

/** A place with a thing of each kind, choices, and a handler for each command without a `run`. */
const everything: Place = {
  scope: 'list',
  handlers: Object.fromEntries(commands.filter(({ run }) => !run).map(({ id }) => [id, () => undefined])),
}
/** Choices of which not every text is one. */
const valueOf: Readonly<Record<string, string>> = {
  [RANGES]: 'now-1h',
  [TYPED_CHECKS]: '{"checks":[]}',
  [TYPED_PLAYBOOK]: '{}',
}

const context = {
  ...contextIn([everything, { scope: 'triage' }], {
    path: '/settings/users',
    roles: ['admin'],
    flags: new Set(['agents']),
    deployment: { backend: 'embedded', signIn: 'kratos' },
    online: true,
    nameOf: () => undefined,
  }),
  targets: kinds.map((kind) => ({ kind, id: 'a', label: `some ${kind}` })),
  choices: (name: string) => [{ value: valueOf[name] ?? '1', label: 'First' }],
}

/** These act on the palette itself, so they are not offered inside it. */
const notInside = new Set(['palette.open', 'palette.commands', 'palette.copyLink'])
const inside = commands.filter(({ id }) => !notInside.has(id))

beforeEach(() => pins.set(['go.health']))
afterEach(() => pins.set([]))

test('every command is the first row for its title [CMD-02]', () => {
  const items = source.list({ commands, find: findCommand, context, path: [], keys: [], modes: [] })
  const { search } = searchInRows(source, items, {}, 0)
  const firstFor = (title: string) => find(title, [search], SHOWN).rows[0]
  const wrong = inside.flatMap((command) => {
    const row = firstFor(titleOf(command))
    const isIt = row?.does.is === 'call' && row.does.call === command.id
    return isIt ? [] : [`${command.id}: ${row ? nameOf(row) : 'nothing'}`]
  })
  expect(inside.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

/** The call with the first option chosen at every step. */
function complete({ id }: Command): string {
  let call = id
  for (let steps = 0; steps < 10; steps++) {
    const next = nextOf(call, context, findCommand, steps > 0)
    if (next.is !== 'ask') return call
    const { slot } = next.prompt
    const [offered = skipItem(slot)] = optionItems(next.prompt, context)
    const kind = slot.options && 'kinds' in slot.options ? slot.options.kinds?.[0] : undefined
    const thing = kind === undefined ? '' : `${kind}:a`
    // What is only typed is a number, as that of a line, one of several kinds, or several values in one.
    const typed = thing || (['1', 'person:a', '{}'].find((one) => slot.schema.safeParse(one).success) ?? '')
    call = answered(next.prompt, (offered && writtenOf(offered)) ?? typed, context)
  }
  throw new Error(`${id} asks without end`)
}

const isOdd = (says: string) => !/^[A-Z]/.test(says) || /undefined|\.\.$/.test(says)

test('every command with all its arguments has a preview', () => {
  const told = inside.map((command) => ({ command, says: previewOf(complete(command), context, findCommand) }))
  expect(told.filter(({ says }) => isOdd(says)).map(({ command, says }) => `${command.id}: ${says}`)).toEqual([])
  // For a command that changes something, the title alone does not describe the effect.
  const changing = told.filter(({ command }) => command.effect === 'change')
  expect(
    changing.filter(({ command, says }) => says === `${titleOf(command)}.`).map(({ command }) => command.id)
  ).toEqual([])
  expect(changing.length).toBeGreaterThan(20)
})

test('a command that opens a dialog is suggested before typing, like one that runs', () => {
  const opening = commands.filter(({ opens }) => opens)
  expect(opening.filter((command) => itemOf(command, context)?.isMotion).map(({ id }) => id)).toEqual([])
})

test('a form asks for what is not answered yet', () => {
  const call = 'playbook.run?target=check:0194f3a2-7c1d-7000-8000-000000000001'
  expect(previewOf(call, context, findCommand)).toBe('Asks next: Playbook.')
  expect(previewOf(`${call}&playbook=drain`, context, findCommand)).toBe('Asks for parameters.')
})
