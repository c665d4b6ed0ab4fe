import { expect, test } from 'vitest'
import { formatCall } from '../../commands/call'
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

const find = (id: string) => stagedCommands.find((one) => one.id === id)
const here = stagedContext({ selection: ['a', 'b', 'c'].map(checkTarget) })

function prompt(call: string, context: CommandContext = here): Prompt {
  const next = findNextStep(call, context, find, true)
  if (next.is !== 'ask') throw new Error(`${call} has no prompt`)
  return next.prompt
}

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
  const call = `silence.create?${threeChecks}&until=90h`
  expect([findNextStep(call, here, find).is, findNextStep(call, here, find, true).is]).toEqual(['run', 'ask'])
})

test('does not prompt again for a skipped argument', () => {
  expect(findNextStep(answerPrompt(prompt(`silence.create?until=90h`), '', here), here, find, true)).toMatchObject({
    is: 'run',
    call: expect.not.stringContaining('reason'),
  })
})

test('shows the answered arguments as chips, in reading order, with readable names', () => {
  const at = prompt('silence.create?until=2h&scope=everything below it')
  expect(listChips(at, here).map(({ text }) => text)).toEqual(['3 checks', '2 hours', 'Everything below it'])
  expect(listChips(prompt('silence.create?until=90h'), here).map(({ text }) => text)).toEqual(['3 checks', '90h'])
})

test('keeps later arguments that are still valid when going back', () => {
  const back = reopenPrompt(prompt('silence.create?until=1h&scope=exactly this'), { slotName: 'until' })
  expect(answerPrompt(back, '2h', here)).toContain('scope=')
  expect(answerPrompt(back, '48h', here)).not.toContain('scope=')
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
  expect(describeCallEffect(call, here, find)).toBe(sentence)
})

test('runs the call that was shown, with all its arguments', () => {
  expect(findNextStep('silence.create?until=48h', here, find)).toEqual({
    is: 'run',
    call: formatCall({
      id: 'silence.create',
      args: { checks: 'check:id of a,check:id of b,check:id of c', until: '48h' },
    }),
  })
})

const runOn = (args: object) =>
  formatCall({ id: 'playbook.run', args: { target: `check:${checkTarget('a').id}`, ...args } })
const askedBy = (call: string) => {
  const next = findNextStep(call, stagedContext(), findCommand, true)
  return next.is === 'ask' ? next.prompt : undefined
}

test('shows a chip per sub-step; going back removes the last one, choosing another playbook all of them', () => {
  const first = askedBy(runOn({ playbook: 'drain' }))
  expect(first?.slotName).toBe('params')
  if (!first) return
  const two = withPartialAnswer(first, '{"reason":"Slow","force":""}')
  expect(listChips(two, stagedContext()).map(({ text }) => text)).toEqual(['a', 'drain', 'reason Slow', 'force empty'])
  const back = previousPrompt(two, stagedContext())
  expect([back?.slotName, back?.args['params']]).toEqual(['params', '{"reason":"Slow"}'])
  expect(previousPrompt(withPartialAnswer(first, '{}'), stagedContext())?.slotName).toBe('playbook')
  const other = reopenPrompt(two, { slotName: 'playbook' })
  expect(answerPrompt(other, 'drain', stagedContext())).toContain('params=')
  expect(answerPrompt(other, 'scale', stagedContext())).not.toContain('params=')
})
