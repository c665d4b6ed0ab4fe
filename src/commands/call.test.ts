import './every-command'
import { expect, test } from 'vitest'
import { findCallError, formatCall, parseCall, splitCall, toCall } from './call'
import { callTo } from './call-to'
import { unnamedTarget } from './command'
import { findCommand } from './registry'

test.each([
  ['go.health', { id: 'go.health', args: {} }],
  ['prefs.theme?theme=dark', { id: 'prefs.theme', args: { theme: 'dark' } }],
  ['check.run?checks=check:a,check:b', { id: 'check.run', args: { checks: 'check:a,check:b' } }],
  ['x.y?text=a%26b%3Dc%20d', { id: 'x.y', args: { text: 'a&b=c d' } }],
])('splits %s', (text, call) => {
  expect(splitCall(text)).toEqual(call)
})

test.each([
  ['go.health', {}],
  ['prefs.theme?theme=dark', { theme: 'dark' }],
  ['check.run?checks=check:a,check:b', { checks: [unnamedTarget('check', 'a'), unnamedTarget('check', 'b')] }],
  ['playbook.run?target=none&playbook=p&params=%7B%22a%22:null%7D', { target: [], playbook: 'p', params: { a: null } }],
  [
    'property.edit?property=property:a&value=a%26b%3Dc%20d',
    { property: [unnamedTarget('property', 'a')], value: 'a&b=c d' },
  ],
  ['property.edit?value=', { value: '' }],
])('reads %s as values and writes it unchanged', (text, args) => {
  const call = toCall(text, findCommand)
  expect(call.args).toEqual(args)
  expect(formatCall(call, findCommand)).toBe(text)
})

test('reads an empty argument as a skipped step, unless it is a field of a form', () => {
  expect(Object.entries(toCall('silence.create?until=2h&reason=', findCommand).args)).toEqual([
    ['until', '2h'],
    ['reason', undefined],
  ])
})

test.each([
  ['go.health', undefined],
  ['go.nowhere', 'There is no command go.nowhere'],
  ['prefs.theme?theme=pink', 'prefs.theme does not accept theme=pink'],
  ['prefs.theme?size=1', 'prefs.theme has no argument size'],
  ['prefs.theme?constructor=1', 'prefs.theme has no argument constructor'],
  ['check.run?checks=person:1', 'check.run does not accept checks=person:1'],
])('finds the error in %s', (text, error) => {
  expect(findCallError(text, findCommand)).toBe(error)
  expect(Object.keys(parseCall(text, findCommand).call.args)).toEqual([])
})

test('does not write an argument that no slot can write', () => {
  expect(() => formatCall({ id: 'go.nowhere', args: { to: 'x' } }, findCommand)).toThrow(
    'go.nowhere has no argument to'
  )
})

test('the compiler checks a call from code against the definition of its command', () => {
  const checks = [unnamedTarget('check', 'a')]
  expect(callTo('check.run', { checks })).toEqual(toCall('check.run?checks=check:a', findCommand))
  // @ts-expect-error The targets have another kind.
  callTo('check.run', { checks: [unnamedTarget('person', 'a')] })
  // @ts-expect-error Parameters are text.
  callTo('playbook.run', { params: { count: 3 } })
  // @ts-expect-error There is no such argument.
  callTo('playbook.run', { params: {}, play: 'p' })
  // @ts-expect-error There is no such command.
  callTo('check.walk', { checks })
})
