import type { Place } from '../../commands/place'
import { isMac } from '../../keymap/display'
import { keymap } from '../../keymap/keymap'
import type { Started } from '../../keymap/listen'
import { liveKeys, keysForMode } from '../../keymap/live'
import Help from '../help/help'
import KeySettings from '../keys/key-settings'
import { Recorder } from '../keys/recorder'
import { HintStrip } from '../shell/keyboard/hint-strip'
import { Around } from './around'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
const done = { 'list.down': nothing, 'list.up': nothing, 'list.first': nothing, 'list.last': nothing }
const places: Place[] = [
  { scope: 'list', of: 'check', target: { kind: 'check', id: 'a', label: 'payments-api' }, handlers: done },
  { scope: 'page', handlers: { 'list.enter': nothing } },
  { scope: 'app' },
]
const live = liveKeys(places, keysForMode(keymap, 'on', isMac), false)
const started = (presses: readonly string[], count = ''): Started => ({ pending: { presses, count }, live, places })

/** All keys that can follow a prefix, one of them refused. */
const many: Started = {
  ...started(['y']),
  live: [
    ...live,
    ...keysForMode([{ keys: 'y r', call: 'check.run', at: 'app' }], 'on', isMac),
    ...keysForMode(
      Array.from({ length: 9 }, (_, at) => ({ keys: `y ${at + 1}`, call: 'prefs.theme', at: 'app' as const })),
      'on',
      isMac
    ),
  ],
}

export default {
  title: 'Keyboard',
  states: {
    'Recorder, resting': () => <Recorder onKeys={nothing} />,
  },
  apart: {
    'Hint strip': () => (
      <Around>
        <HintStrip hint={{ started: started(['g']) }} onClose={nothing} />
      </Around>
    ),
    'Hint strip, many and refused': () => (
      <Around>
        <HintStrip hint={{ started: many }} onClose={nothing} />
      </Around>
    ),
    'Hint strip, a number': () => (
      <Around>
        <HintStrip hint={{ started: started([], '12') }} onClose={nothing} />
      </Around>
    ),
    'Hint menu': () => (
      <Around>
        <HintStrip hint={{ started: many, isMenu: true }} onClose={nothing} />
      </Around>
    ),
    'Cheat sheet': () => (
      <Around>
        <Help places={places} onClose={nothing} />
      </Around>
    ),
    'Keyboard settings': () => (
      <Around>
        <KeySettings request={{ page: 'list' }} onClose={nothing} />
      </Around>
    ),
    'Change a key': () => (
      <Around>
        <KeySettings request={{ page: 'line', command: 'check.run' }} onClose={nothing} />
      </Around>
    ),
    'A key that another has': () => (
      <Around>
        <KeySettings request={{ page: 'line', command: 'check.run', keys: ['x', 'F9'] }} onClose={nothing} />
      </Around>
    ),
    'A key that cannot be': () => (
      <Around>
        <KeySettings request={{ page: 'line', command: 'check.run', keys: ['$mod+t', '@'] }} onClose={nothing} />
      </Around>
    ),
    'Import a keyboard': () => (
      <Around>
        <KeySettings request={{ page: 'import' }} onClose={nothing} />
      </Around>
    ),
  },
} satisfies Exhibit
