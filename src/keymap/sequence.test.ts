import { describe, expect, test } from 'vitest'
import type { PlaceStep } from '../commands/place'
import { keymap } from './keymap'
import { liveKeys, keysForMode } from './live'
import { nextKeys, type PressMeaning, nothingPending, type PendingSequence, advanceSequence } from './sequence'

const keys = keysForMode(keymap, 'on', false)
const page: PlaceStep[] = [{ scope: 'page' }, { scope: 'app' }]
const list: PlaceStep[] = [{ scope: 'list', of: 'check' }, ...page]
const detail: PlaceStep[] = [{ scope: 'detail', of: 'check' }, ...page]

/** The meaning of the last of these presses. */
function type(presses: string[], path: PlaceStep[], isTyping = false, spelled = keys): PressMeaning {
  const live = liveKeys(path, spelled, isTyping)
  let pending: PendingSequence = nothingPending
  let meaning: PressMeaning = { is: 'leave' }
  for (const one of presses) {
    meaning = advanceSequence(pending, [one], live, path[0]?.scope === 'list')
    pending = meaning.is === 'waiting' ? meaning.pending : nothingPending
  }
  return meaning
}

const callOf = (meaning: PressMeaning) => (meaning.is === 'key' ? meaning.key.call : meaning.is)

test.each<[string[], PlaceStep[], string]>([
  [['j'], list, 'list.down'],
  [['j'], detail, 'detail.next'],
  [['j'], page, 'list.enter'],
  [['r'], list, 'check.run'],
  [['r'], detail, 'check.run'],
  [['r'], page, 'leave'],
  [['g'], list, 'waiting'],
  [['g', 'h'], list, 'go.health'],
  [['g', 'h'], page, 'go.health'],
  [['g', 'g'], list, 'list.first'],
  [['g', 'g'], page, 'mistake'],
  [['g', 'x'], list, 'mistake'],
  [['Escape'], list, 'list.clear'],
  [['Escape'], detail, 'detail.back'],
  [['Escape'], page, 'nav.last'],
  [['Enter'], list, 'leave'],
  [['Space'], list, 'leave'],
  [['Tab'], list, 'leave'],
  [['q'], list, 'swallow'],
  [['q'], page, 'leave'],
  [['Control+k'], list, 'palette.open'],
  [['Control+c'], list, 'leave'],
])('%j at %o is %s', (presses, path, expected) => {
  expect(callOf(type(presses, path))).toBe(expected)
})

test('applies a count to the next key', () => {
  expect(type(['1', '2', 'j'], list)).toMatchObject({ is: 'key', count: 12 })
  expect(type(['j'], list)).toMatchObject({ is: 'key', count: undefined })
  expect(callOf(type(['0'], list))).toBe('swallow')
  expect(callOf(type(['2'], page))).toBe('leave')
})

test('uses a second reading only if the first has no meaning', () => {
  const live = liveKeys(list, keys, false)
  expect(callOf(advanceSequence(nothingPending, ['о', 'j'], live, true))).toBe('list.down')
  expect(advanceSequence(nothingPending, ['é', '2'], live, true)).toMatchObject({
    is: 'waiting',
    pending: { count: '2' },
  })
})

describe('while typing', () => {
  test.each([['j'], ['r'], ['?'], ['!'], [':'], ['g'], ['Escape'], ['Control+z'], ['1']])(
    '%s is text [CMD-24]',
    (one) => {
      expect(callOf(type([one], list, true))).toBe('leave')
    }
  )
  test('still opens the palette', () => {
    expect(callOf(type(['Control+k'], list, true))).toBe('palette.open')
  })
})

describe('behind an open dialog', () => {
  const open: PlaceStep[] = [{ scope: 'dialog' }, ...list]
  test.each([['r'], ['w'], ['g'], ['Escape'], ['?']])('the page does not receive %s', (one) => {
    expect(callOf(type([one], open))).toBe('leave')
  })
})

test('accepts plain keys after the leader', () => {
  const spelled = keysForMode(keymap, 'leader', false)
  expect(callOf(type(['r'], list, false, spelled))).toBe('leave')
  expect(callOf(type(['Control+j', 'r'], list, false, spelled))).toBe('check.run')
  expect(callOf(type(['Control+j', 'g', 'h'], list, false, spelled))).toBe('go.health')
})

test('lists each possible next key once', () => {
  const live = liveKeys(list, keys, false)
  expect(nextKeys({ presses: ['g'], count: '' }, live).map((key) => key.call)).toEqual([
    'list.first',
    'go.topology',
    'go.health',
    'go.incidents',
    'go.triage',
    'go.catalog',
    'go.catalogSummary',
    'go.changes',
    'go.insights',
    'go.logs',
    'go.playbooks',
    'go.runs',
    'go.notifications',
    'go.silences',
    'go.jobs',
    'go.people',
    'handover.write?range=now-12h',
    'view.open',
  ])
})

test('with single keys off, letters in a list belong to the widget, and chords still work', () => {
  const spelled = keysForMode(keymap, 'off', false)
  for (const one of ['r', 'q', 'g', 't', '1', 'Shift+m'])
    expect(callOf(type([one], list, false, spelled))).toBe('leave')
  expect(callOf(type(['Control+k'], list, false, spelled))).toBe('palette.open')
  expect(callOf(type(['Escape'], list, false, spelled))).toBe('list.clear')
})

test('limits a count to four digits, and ignores it before keys without counts', () => {
  expect(type(['9', '9', '9', '9', '9', 'j'], list)).toMatchObject({ is: 'key', count: 9999 })
  expect(type(['3', 'x'], list)).toMatchObject({ is: 'key', count: 3 })
  expect(callOf(type(['1', 'Escape'], detail))).toBe('detail.back')
})
