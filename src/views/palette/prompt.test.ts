import { expect, test } from 'vitest'
import { formatCall, toCall } from '../../commands/call'
import type { Call } from '../../commands/command'
import type { CommandContext } from '../../commands/context'
import { findCommand } from '../../commands/registry'
import { checkTarget, stagedCommands, stagedContext } from '@dev/gallery/palette-stage'
import {
  answerPrompt,
  type Prompt,
  listChips,
  findNextStep,
  describeCallEffect,
  previousPrompt,
  reopenPrompt,
  withPartialAnswer,
} from './prompt'
import { itemValue, otherItemArgs, toTypedItem } from './step-items'

const find = (id: string) => stagedCommands.find((one) => one.id === id)
const here = stagedContext({ selection: ['a', 'b', 'c'].map(checkTarget) })

function prompt(call: string, context: CommandContext = here): Prompt {
  const next = findNextStep(toCall(call, find), context, find, true)
  if (next.is !== 'ask') throw new Error(`${call} has no prompt`)
  return next.prompt
}

/** The written call with an answer. */
const answered = (at: Prompt, value: unknown, context = here) =>
  formatCall(answerPrompt(at, value, context), () => at.command)

const threeChecks = 'checks=check:id of a,check:id of b,check:id of c'

test.each([
  ['silence.create', stagedContext(), 'checks'],
  ['silence.create', here, 'until'],
  [`silence.create?${threeChecks}&until=1h`, here, 'scope'],
  [`silence.create?${threeChecks}&until=90h`, here, 'reason'],
  // An invalid argument counts as missing.
  [`silence.create?until=soon`, here, 'until'],
])('%s prompts for the next missing argument', (call, context, slotName) => {
  expect(prompt(call, context).slotName).toBe(slotName)
})

test('prompts for an optional argument only after prompting for another', () => {
  const call = toCall(`silence.create?${threeChecks}&until=90h`, find)
  expect([findNextStep(call, here, find).is, findNextStep(call, here, find, true).is]).toEqual(['run', 'ask'])
})

test('does not prompt again for a skipped argument', () => {
  const skipped = answerPrompt(prompt(`silence.create?until=90h`), undefined, here)
  const next = findNextStep(skipped, here, find, true)
  expect(next.is === 'run' && Object.keys(next.call.args)).toEqual(['checks', 'until'])
})

test('shows the answered arguments as chips, in reading order, with readable names', () => {
  const at = prompt('silence.create?until=2h&scope=everything below it')
  expect(listChips(at, here).map(({ text }) => text)).toEqual(['3 checks', '2 hours', 'Everything below it'])
  expect(listChips(prompt('silence.create?until=90h'), here).map(({ text }) => text)).toEqual(['3 checks', '90h'])
})

test('keeps later arguments that are still valid when going back', () => {
  const back = reopenPrompt(prompt('silence.create?until=1h&scope=exactly this'), { slotName: 'until' })
  expect(answered(back, 2)).toContain('scope=')
  expect(answered(back, 48)).not.toContain('scope=')
})

test('going one step back removes the last answer; the first step has no previous one', () => {
  const back = previousPrompt(prompt('silence.create?until=90h'), here)
  expect([back?.slotName, back?.args['until']]).toEqual(['until', undefined])
  const first = back && previousPrompt(back, here)
  expect(first?.slotName).toBe('checks')
  expect(first && previousPrompt(first, here)).toBeUndefined()
})

test.each([
  ['silence.create', 'Next: Until.'],
  ['silence.create?until=48h', 'Silences notifications from a, b and c for 48 hours.'],
  ['check.delete', 'Deletes a, b and c and their history.'],
])('%s is described in a sentence', (call, sentence) => {
  expect(describeCallEffect(toCall(call, find), here, find)).toBe(sentence)
})

test('runs the call that was shown, with all its arguments', () => {
  expect(findNextStep(toCall('silence.create?until=48h', find), here, find)).toEqual({
    is: 'run',
    call: { id: 'silence.create', args: { checks: ['a', 'b', 'c'].map(checkTarget), until: 48 } },
  })
})

const silencing = () => {
  const next = findNextStep(
    { id: 'silence.create', args: { things: [checkTarget('a')] } },
    stagedContext(),
    findCommand
  )
  if (next.is !== 'ask') throw new Error('No step')
  return next.prompt
}

test('a typed duration may be followed by the reason, which is not a step', () => {
  const at = silencing()
  const { item } = toTypedItem(at, ' 90m  deploying cart ')
  expect(item?.title).toBe('Use “90m”, reason “deploying cart”')
  const call = item && answerPrompt(at, itemValue(item), stagedContext(), otherItemArgs(item))
  expect(call?.args).toMatchObject({ until: '90m', reason: 'deploying cart' })
  const without = answerPrompt(at, '1h', stagedContext())
  for (const one of [call, without]) expect(one && findNextStep(one, stagedContext(), findCommand, true).is).toBe('run')
  expect(toTypedItem(at, 'soon deploying').fault).toMatch(/^A duration/)
})

const runOn = (args: object): Call => ({ id: 'playbook.run', args: { target: [checkTarget('a')], ...args } })
const askedBy = (call: Call) => {
  const next = findNextStep(call, stagedContext(), findCommand, true)
  return next.is === 'ask' ? next.prompt : undefined
}

test('shows a chip per sub-step; going back removes the last one, choosing another playbook all of them', () => {
  const first = askedBy(runOn({ playbook: 'drain' }))
  expect(first?.slotName).toBe('params')
  if (!first) return
  const two = withPartialAnswer(first, { reason: 'Slow', force: '' })
  expect(listChips(two, stagedContext()).map(({ text }) => text)).toEqual(['a', 'drain', 'reason Slow', 'force empty'])
  const back = previousPrompt(two, stagedContext())
  expect([back?.slotName, back?.args['params']]).toEqual(['params', { reason: 'Slow' }])
  expect(previousPrompt(withPartialAnswer(first, {}), stagedContext())?.slotName).toBe('playbook')
  const other = reopenPrompt(two, { slotName: 'playbook' })
  expect(answered(other, 'drain', stagedContext())).toContain('params=')
  expect(answered(other, 'scale', stagedContext())).not.toContain('params=')
})
