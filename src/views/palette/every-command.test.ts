import { toCall } from '../../commands/call'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withMacros } from '@tests/helpers/macros'
import { type Call, type Command, kinds, commandTitle } from '../../commands/command'
import { buildContext } from '../../commands/context'
import { pinnedCalls } from '../../commands/stores/palette-usage'
import type { PlaceData } from '../../commands/place'
import { allCommands } from '../../commands/every-command'
import { findCommand } from '../../commands/registry'
import { keymap } from '../../keymap/keymap'
import { RANGE_CHOICE } from '../../lib/time/lists'
import { DRAFT_CHECKS } from '@/lib/health/draft-checks'
import { DRAFT_PLAYBOOK } from '@/lib/playbooks/draft-playbook'
import { findItems, ROWS_PER_PAGE } from './item-search'
import { answerPrompt, findNextStep, describeCallEffect } from './prompt'
import { itemTitle } from './item'
import { indexRows } from './search-index'
import source, { toCommandItem } from './sources/commands.source'
import { listOptionItems, toSkipItem, itemValue } from './step-items'

// Users type the title of a command, read its preview and press Enter. These tests cover ranking, steps and previews of
// all commands; tests/e2e/every-command.e2e.ts covers running them.

withMacros()

/** A place with a resource of each kind, choices, and a handler for each command without a `run`. */
const everything: PlaceData = {
  scope: 'list',
  handlers: Object.fromEntries(allCommands.filter(({ run }) => !run).map(({ id }) => [id, () => undefined])),
}
/** Values for choices that do not accept every text. */
const valueOf: Readonly<Record<string, string>> = {
  [RANGE_CHOICE]: 'now-1h',
  [DRAFT_CHECKS]: '{"checks":[]}',
  [DRAFT_PLAYBOOK]: '{}',
}

const context = {
  ...buildContext([everything, { scope: 'triage' }], {
    path: '/settings/users',
    roles: ['admin'],
    flags: new Set(['settings.organization_profile']),
    deployment: { backend: 'embedded', signIn: 'kratos' },
    online: true,
    nameOf: () => undefined,
  }),
  targets: kinds.map((kind) => ({ kind, id: 'a', label: `some ${kind}` })),
  choices: (name: string) => [{ value: valueOf[name] ?? '1', label: 'First' }],
}

/** Commands that act on the palette itself and are not offered inside it. */
const paletteCommands = new Set(['palette.open', 'palette.commands', 'palette.copyLink'])
const offered = allCommands.filter(({ id }) => !paletteCommands.has(id))

beforeEach(() => pinnedCalls.set(['go.health']))
afterEach(() => pinnedCalls.set([]))

test('ranks every command first for its title [CMD-02]', () => {
  const items = source.list({ commands: allCommands, find: findCommand, context, path: [], keys: [], modes: [] })
  const { search } = indexRows(source, items, {}, 0)
  const firstFor = (title: string) => findItems(title, [search], ROWS_PER_PAGE).rows[0]
  const wrong = offered.flatMap((command) => {
    const row = firstFor(commandTitle(command))
    const isIt = row?.effect.is === 'call' && row.effect.written === command.id
    return isIt ? [] : [`${command.id}: ${row ? itemTitle(row) : 'nothing'}`]
  })
  expect(offered.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

test.each([
  ['jump to check', 'check.open'],
  ['run check', 'check.run'],
  ['link evidence', 'evidence.link'],
  ['silence notification', 'silence.create'],
  ['run playbook', 'playbook.run'],
  ['switch time range', 'time.set'],
])('has a key and a row for the action %s [CMD-12]', (_action, id) => {
  expect(keymap.some(({ call }) => call === id)).toBe(true)
  const command = findCommand(id)
  expect(command && toCommandItem(command, context)?.effect).toMatchObject({ is: 'call', written: id })
})

/** The call with the first option chosen at every step. */
function complete({ id }: Command): Call {
  let call: Call = { id, args: {} }
  for (let steps = 0; steps < 10; steps++) {
    const next = findNextStep(call, context, findCommand, steps > 0)
    if (next.is !== 'ask') return call
    const { slot } = next.prompt
    const [first = toSkipItem(slot)] = listOptionItems(next.prompt, context)
    const kind = slot.options && 'kinds' in slot.options ? slot.options.kinds?.[0] : undefined
    const target = kind === undefined ? '' : `${kind}:a`
    // A slot without options accepts a number, a resource of one of several kinds, several values as JSON, or an id.
    const typed =
      target ||
      (['1', 'person:a', '{}', '5a000001-0000-4000-8000-000000000001'].find(
        (one) => slot.schema.safeParse(one).success
      ) ??
        '')
    call = answerPrompt(next.prompt, first ? itemValue(first) : slot.schema.safeParse(typed).data, context)
  }
  throw new Error(`${id} never stops prompting`)
}

const isMalformed = (text: string) => !/^[A-Z]/.test(text) || /undefined|\.\.$/.test(text)

test('shows a preview for every command with all its arguments', () => {
  const previews = offered.map((command) => ({
    command,
    text: describeCallEffect(complete(command), context, findCommand),
  }))
  expect(previews.filter(({ text }) => isMalformed(text)).map(({ command, text }) => `${command.id}: ${text}`)).toEqual(
    []
  )
  // For a command that changes something, the title alone does not describe the effect.
  const changing = previews.filter(({ command }) => command.effect === 'change')
  expect(
    changing.filter(({ command, text }) => text === `${commandTitle(command)}.`).map(({ command }) => command.id)
  ).toEqual([])
  expect(changing.length).toBeGreaterThan(20)
})

test('suggests a command that opens a dialog before the user types, like a command that runs', () => {
  const opening = allCommands.filter(({ opens }) => opens)
  expect(opening.filter((command) => toCommandItem(command, context)?.isMotion).map(({ id }) => id)).toEqual([])
})

test('names the missing arguments that a form prompts for', () => {
  const call = 'playbook.run?target=check:0194f3a2-7c1d-7000-8000-000000000001'
  expect(describeCallEffect(toCall(call, findCommand), context, findCommand)).toBe('Next: Playbook.')
  expect(describeCallEffect(toCall(`${call}&playbook=drain`, findCommand), context, findCommand)).toBe(
    'Opens a form to enter parameters.'
  )
})
