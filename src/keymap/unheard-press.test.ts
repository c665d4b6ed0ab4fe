import { describe, expect, test } from 'vitest'
import type { PlaceStep } from '../commands/place'
import { isMac } from './display'
import { keymap } from './keymap'
import { keysForMode } from './live'
import { explainMistake, explainUnheardPress } from './unheard-press'

const keys = keysForMode(keymap, 'on', false)
const app: PlaceStep = { scope: 'app' }
const pageOf = (of?: 'check' | 'person'): PlaceStep => (of ? { scope: 'page', of } : { scope: 'page' })
const ofChecks = [pageOf('check'), app]
const ofPeople = [pageOf('person'), app]
const nowhere = 'No row is under the cursor. J goes to the list.'

describe('explains why a key has no effect', () => {
  test.each<[key: string, places: PlaceStep[], hasList: boolean, sentence: string | undefined]>([
    ['r', ofChecks, true, nowhere],
    ['e', ofChecks, true, nowhere],
    ['x', ofChecks, true, nowhere],
    ['b', ofPeople, true, nowhere],
    ['Delete', ofPeople, true, nowhere],
    ['Shift+j', ofChecks, true, nowhere],
    [
      'r',
      ofPeople,
      true,
      'R works only on checks, scrapers, connections, topologies and runs. Ctrl+K finds one by name.',
    ],
    [
      '+',
      ofChecks,
      true,
      '+ works only on agents, incidents, people, invitations, properties, canaries, connections, incident rules, log backends, notification rules and 6 more. Ctrl+K finds one by name.',
    ],
    [
      'r',
      [{ scope: 'list', of: 'person' }, ...ofPeople],
      true,
      'R works only on checks, scrapers, connections, topologies and runs, not on people. Ctrl+K finds one by name.',
    ],
    [
      '+',
      [{ scope: 'list', of: 'check' }, ...ofChecks],
      true,
      '+ works only on agents, incidents, people, invitations, properties, canaries, connections, incident rules, log backends, notification rules and 6 more, not on checks. Ctrl+K finds one by name.',
    ],
    ['1', ofChecks, true, '1 works in an open detail.'],
    [
      'Shift+l',
      [{ scope: 'list', of: 'check' }, ...ofChecks],
      true,
      'Shift+L works in an open detail. Enter opens the row under the cursor.',
    ],
    [
      'r',
      [pageOf(), app],
      false,
      'R works only on checks, scrapers, connections, topologies and runs. Ctrl+K finds one by name.',
    ],
    ['x', [pageOf(), app], false, 'X works in a list.'],
    [
      'd',
      [{ scope: 'list', of: 'check' }, ...ofChecks],
      true,
      'D works only on components and evidence, not on checks. Ctrl+K finds one by name.',
    ],
    ['s', ofChecks, true, nowhere],
    // No command has these keys.
    ['0', ofChecks, true, undefined],
    ['%', ofChecks, true, undefined],
    // Widgets have these keys.
    ['Enter', ofChecks, true, undefined],
    ['ArrowDown', ofChecks, true, undefined],
    ['Space', ofChecks, true, undefined],
  ])('%s at %j', (key, places, hasList, sentence) => {
    expect(explainUnheardPress([key], places, keys, hasList, false)).toBe(sentence)
  })

  test('names the user’s key for the list, or Tab', () => {
    const by = (written: string) => keys.map((key) => (key.call === 'list.enter' ? { ...key, keys: written } : key))
    expect(explainUnheardPress(['r'], ofChecks, by('F9'), true, false)).toContain('F9 goes to the list.')
    const none = keys.filter(({ call }) => call !== 'list.enter')
    expect(explainUnheardPress(['r'], ofChecks, none, true, isMac)).toContain('Tab goes to the list.')
  })

  test('does not explain letters without single keys', () => {
    expect(explainUnheardPress(['r'], ofChecks, keysForMode(keymap, 'off', false), true, false)).toBeUndefined()
  })
})

test.each<[presses: string[], places: PlaceStep[], sentence: string]>([
  [['g', 'y'], ofChecks, 'G then Y is not a shortcut.'],
  [['m'], ofChecks, 'No shortcuts start with M here.'],
  [['m', 'n'], ofChecks, 'M then N does not work here.'],
  [['q', 't'], ofChecks, 'Q then T works only on incidents. Ctrl+K finds one by name.'],
  [
    ['q', 't'],
    [{ scope: 'list', of: 'check' }, ...ofChecks],
    'Q then T works only on incidents, not on checks. Ctrl+K finds one by name.',
  ],
  [
    ['q'],
    ofChecks,
    'Shortcuts that start with Q work only on incidents, hypotheses and evidence. Ctrl+K finds one by name.',
  ],
])('explains why the sequence %j has no effect at %j', (presses, places, sentence) => {
  expect(explainMistake(presses, places, keys, false)).toBe(sentence)
})
