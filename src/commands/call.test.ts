import './every-command'
import { expect, test } from 'vitest'
import { findCallError, formatCall, parseCall } from './call'
import { findCommand } from './registry'

test.each([
  ['go.health', { id: 'go.health', args: {} }],
  ['prefs.theme?theme=dark', { id: 'prefs.theme', args: { theme: 'dark' } }],
  ['check.run?checks=check:a,check:b', { id: 'check.run', args: { checks: 'check:a,check:b' } }],
  ['x.y?text=a%26b%3Dc%20d', { id: 'x.y', args: { text: 'a&b=c d' } }],
])('reads and writes %s unchanged', (text, call) => {
  expect(parseCall(text)).toEqual(call)
  expect(formatCall(call)).toBe(text)
})

test.each([
  ['go.health', undefined],
  ['go.nowhere', 'There is no command go.nowhere'],
  ['prefs.theme?theme=pink', 'prefs.theme does not accept theme=pink'],
  ['prefs.theme?size=1', 'prefs.theme has no argument size'],
  ['prefs.theme?constructor=1', 'prefs.theme has no argument constructor'],
  ['check.run?checks=person:1', 'check.run does not accept checks=person:1'],
])('finds the error in %s', (text, fault) => {
  expect(findCallError(text, findCommand)).toBe(fault)
})
