import { expect, test } from 'vitest'
import { formatCall } from '../../commands/call'
import type { Context } from '../../commands/context'
import { findCommand } from '../../commands/registry'
import { checkTarget, stagedCommands, stagedContext } from '../gallery/palette-stage'
import { answered, type Prompt, chipsOf, nextOf, previewOf, stepBack, stepTo, withPart } from './flow'

const find = (id: string) => stagedCommands.find((one) => one.id === id)
const here = stagedContext({ selection: ['a', 'b', 'c'].map(checkTarget) })

function prompt(call: string, context: Context = here): Prompt {
  const next = nextOf(call, context, find, true)
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
  expect([nextOf(call, here, find).is, nextOf(call, here, find, true).is]).toEqual(['run', 'ask'])
})

test('does not prompt again for a skipped argument', () => {
  expect(nextOf(answered(prompt(`silence.create?until=90h`), '', here), here, find, true)).toMatchObject({
    is: 'run',
    call: expect.not.stringContaining('reason'),
  })
})

test('shows the answered arguments as chips, in reading order, with readable names', () => {
  const at = prompt('silence.create?until=2h&scope=everything below it')
  expect(chipsOf(at, here).map(({ text }) => text)).toEqual(['3 checks', '2 hours', 'Everything below it'])
  expect(chipsOf(prompt('silence.create?until=90h'), here).map(({ text }) => text)).toEqual(['3 checks', '90h'])
})

test('keeps later arguments that are still valid when going back', () => {
  const back = stepTo(prompt('silence.create?until=1h&scope=exactly this'), { slotName: 'until' })
  expect(answered(back, '2h', here)).toContain('scope=')
  expect(answered(back, '48h', here)).not.toContain('scope=')
})

test('going one step back removes the last answer; the first step has no previous one', () => {
  const back = stepBack(prompt('silence.create?until=90h'), here)
  expect([back?.slotName, back?.args['until']]).toEqual(['until', undefined])
  const first = back && stepBack(back, here)
  expect(first?.slotName).toBe('checks')
  expect(first && stepBack(first, here)).toBeUndefined()
})

test.each([
  ['silence.create', 'Next: Until.'],
  ['silence.create?until=48h', 'Silences notifications from a, b and c for 48 hours.'],
  ['check.delete', 'Deletes a, b and c and their history.'],
])('%s is described in a sentence', (call, sentence) => {
  expect(previewOf(call, here, find)).toBe(sentence)
})

test('runs the call that was shown, with all its arguments', () => {
  expect(nextOf('silence.create?until=48h', here, find)).toEqual({
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
  const next = nextOf(call, stagedContext(), findCommand, true)
  return next.is === 'ask' ? next.prompt : undefined
}

test('shows a chip per sub-step; going back removes the last one, choosing another playbook all of them', () => {
  const first = askedBy(runOn({ playbook: 'drain' }))
  expect(first?.slotName).toBe('params')
  if (!first) return
  const two = withPart(first, '{"reason":"Slow","force":""}')
  expect(chipsOf(two, stagedContext()).map(({ text }) => text)).toEqual(['a', 'drain', 'reason Slow', 'force empty'])
  const back = stepBack(two, stagedContext())
  expect([back?.slotName, back?.args['params']]).toEqual(['params', '{"reason":"Slow"}'])
  expect(stepBack(withPart(first, '{}'), stagedContext())?.slotName).toBe('playbook')
  const other = stepTo(two, { slotName: 'playbook' })
  expect(answered(other, 'drain', stagedContext())).toContain('params=')
  expect(answered(other, 'scale', stagedContext())).not.toContain('params=')
})
