import { useEffect } from 'react'
import type { CommandContext } from '../commands/context'
import { UNAVAILABLE_KEY } from '../commands/journal'
import type { PlaceData } from '../commands/place'
import { areCommandsLoaded } from '../commands/registry'
import { keyPreferenceStore, isLearnMode } from '../commands/stores/key-preference-store'
import { formatKeys, isMac } from '../keymap/display'
import { listenForKeys } from '../keymap/listen'
import type { LiveKey } from '../keymap/live'
import type { Press } from '../keymap/press'
import { nothingPending, type PressMeaning } from '../keymap/sequence'
import { loadModule } from '../lib/load-module'
import { announce } from '../ui/voice'
import { listKeyChoices, type KeyHint } from '../views/shell/keyboard/hint-strip-host'
import { endLesson, showLesson } from '../views/shell/keyboard/learn-strip'
import type { Dispatcher, DispatcherState } from './dispatcher'
import { reportToUser } from './journal'

/** Installs the console's only keyboard listener. It is installed once and reads the current keys from `now`. */
export function useKeyboard(
  { perform, contextOf }: Pick<Dispatcher, 'perform' | 'contextOf'>,
  now: () => DispatcherState,
  onHint: (hint: KeyHint | undefined) => void
) {
  useEffect(
    () =>
      listenForKeys({
        keys: () => now().keys,
        perform({ call }, places, count, isRepeat) {
          void perform({ call, origin: 'key', isRepeat, ...(count === undefined ? {} : { count }) }, places)
        },
        onPending: (started) => onHint(started.pending === nothingPending ? undefined : { started }),
        onMenu(started) {
          if (listKeyChoices(started, now().environment).length > 0) onHint({ started, isMenu: true })
          else
            announce(`No shortcuts start with ${formatKeys(started.pending.presses.join(' '))} here.`, { urgent: true })
        },
        sequenceTimeoutMs: () =>
          keyPreferenceStore.get().forget === 0 ? undefined : keyPreferenceStore.get().forget * 1000,
        learner: () =>
          !isLearnMode.get()
            ? undefined
            : {
                explain: (readings, meaning, places) => void teach(readings, meaning, contextOf(places)),
                end: endLesson,
              },
        isDeadEnd: (started) => areCommandsLoaded() && listKeyChoices(started, now().environment).length === 0,
        onMistake: (presses, places) =>
          void loadModule(loadExplanation).then(
            ({ explainMistake }) => announce(explainMistake(presses, places, now().keys)),
            () => announce(`${formatKeys(presses.join(' '))} is not a shortcut.`)
          ),
        onUnheard: (readings, places) =>
          void explainUnheard(readings, places, now().keys, contextOf(places)).then(
            (reason) => reason && reportToUser('plain', reason, [], UNAVAILABLE_KEY)
          ),
      }),
    [perform, contextOf, now, onHint]
  )
}

const loadLesson = () => import('../keymap/learn')

/** Explains a press in learn mode. */
async function teach(readings: readonly Press[], meaning: PressMeaning, here: CommandContext) {
  const loaded = await loadModule(loadLesson).catch(() => undefined)
  showLesson(
    loaded?.explainPress(readings, meaning, here, isMac) ?? {
      keys: readings[0] ?? '',
      message: 'The explanation could not be loaded. Press the key again to retry.',
    }
  )
}

const loadExplanation = () => import('../keymap/unheard-press')

/** Explains why a key has no effect. The explanation is loaded on first use; without it, nothing is announced. */
async function explainUnheard(
  readings: readonly Press[],
  places: readonly PlaceData[],
  keys: readonly LiveKey[],
  here: CommandContext
) {
  const loaded = await loadModule(loadExplanation).catch(() => undefined)
  return loaded?.explainUnheardPress(readings, places, keys, here.handler('list.enter') !== undefined)
}
