import { expect, test } from 'vitest'
import { evidenceCommands } from '../commands/incidents/evidence.commands'
import { buildContext } from '../commands/context'
import type { PlaceData } from '../commands/place'
import { resolveCallArgs } from '../commands/prepare'
import { keymap } from './keymap'
import { keysForMode, liveKeys } from './live'

const about = { kind: 'check', id: 'c', label: 'cart API' } as const
const place = (kind: 'notification' | 'change'): PlaceData => ({
  scope: 'list',
  of: kind,
  target: { kind, id: 'n', label: 'sent', about },
})
const callsOn = (path: readonly PlaceData[], pressed: string) =>
  liveKeys(path, keysForMode(keymap, 'on', false), false).flatMap(({ keys, call }) => (keys === pressed ? [call] : []))

test('a row about a check accepts the keys of checks, after its own and before those of the list', () => {
  const [first] = callsOn([place('notification')], 'r')
  expect(first).toBe('check.run')
  expect(callsOn([place('notification')], 'e')[0]).toBe('evidence.link')
  expect(callsOn([place('notification')], 'j')).toEqual(['list.down'])
})

test('adds the target itself as evidence, or else the resource it refers to', () => {
  const [link] = evidenceCommands
  const environment = { path: '/', roles: ['responder'], online: true, nameOf: () => undefined }
  const sourcesOn = (kind: 'notification' | 'change') =>
    link && resolveCallArgs(link, {}, buildContext([place(kind)], environment))['sources']
  expect(sourcesOn('notification')).toEqual([about])
  expect(sourcesOn('change')).toEqual([place('change').target])
})

test('adds one check as evidence for several selected rows about it', () => {
  const [link] = evidenceCommands
  const environment = { path: '/', roles: ['responder'], online: true, nameOf: () => undefined }
  const selection = ['n', 'm'].map((id) => ({ kind: 'notification' as const, id, label: id, about }))
  const context = buildContext([{ ...place('notification'), selection }], environment)
  expect(link && resolveCallArgs(link, {}, context)['sources']).toEqual([about])
})
