import type { PlaceData } from '@/commands/place'
import { isMac } from '@/keymap/display'
import { keymap } from '@/keymap/keymap'
import type { StartedSequence } from '@/keymap/listen'
import { liveKeys, keysForMode } from '@/keymap/live'
import Help from '../../src/views/shell/help/help'
import KeySettings from '../../src/views/account/keys/key-settings'
import { KeyRecorder } from '../../src/views/account/keys/key-recorder'
import HintStrip from '@/views/shell/keyboard/hint-strip'
import { GalleryConsole } from './gallery-console'
import type { Exhibit } from './exhibit'

const nothing = () => undefined
const done = { 'list.down': nothing, 'list.up': nothing, 'list.first': nothing, 'list.last': nothing }
const places: PlaceData[] = [
  { scope: 'list', of: 'check', target: { kind: 'check', id: 'a', label: 'payments-api' }, handlers: done },
  { scope: 'page', handlers: { 'list.enter': nothing } },
  { scope: 'app' },
]
const live = liveKeys(places, keysForMode(keymap, 'on', isMac), false)
const started = (presses: readonly string[], count = ''): StartedSequence => ({
  pending: { presses, count },
  live,
  places,
})

/** All keys that can follow a prefix, one of them refused. */
const many: StartedSequence = {
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
    'Recorder, resting': () => <KeyRecorder onKeys={nothing} />,
  },
  apart: {
    'Hint strip': () => (
      <GalleryConsole>
        <HintStrip hint={{ started: started(['g']) }} onClose={nothing} />
      </GalleryConsole>
    ),
    'Hint strip, many and refused': () => (
      <GalleryConsole>
        <HintStrip hint={{ started: many }} onClose={nothing} />
      </GalleryConsole>
    ),
    'Hint strip, a number': () => (
      <GalleryConsole>
        <HintStrip hint={{ started: started([], '12') }} onClose={nothing} />
      </GalleryConsole>
    ),
    'Hint menu': () => (
      <GalleryConsole>
        <HintStrip hint={{ started: many, isMenu: true }} onClose={nothing} />
      </GalleryConsole>
    ),
    'Cheat sheet': () => (
      <GalleryConsole>
        <Help places={places} onClose={nothing} />
      </GalleryConsole>
    ),
    'Keyboard settings': () => (
      <GalleryConsole>
        <KeySettings request={{ page: 'list' }} onClose={nothing} />
      </GalleryConsole>
    ),
    'Change a key': () => (
      <GalleryConsole>
        <KeySettings request={{ page: 'line', command: 'check.run' }} onClose={nothing} />
      </GalleryConsole>
    ),
    'A key that another has': () => (
      <GalleryConsole>
        <KeySettings request={{ page: 'line', command: 'check.run', keys: ['x', 'F9'] }} onClose={nothing} />
      </GalleryConsole>
    ),
    'A key that cannot be': () => (
      <GalleryConsole>
        <KeySettings request={{ page: 'line', command: 'check.run', keys: ['$mod+t', '@'] }} onClose={nothing} />
      </GalleryConsole>
    ),
    'Import a keyboard': () => (
      <GalleryConsole>
        <KeySettings request={{ page: 'import' }} onClose={nothing} />
      </GalleryConsole>
    ),
  },
} satisfies Exhibit
