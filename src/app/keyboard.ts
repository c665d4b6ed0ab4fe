import { useEffect } from 'react'
import type { Context } from '../commands/context'
import { UNAVAILABLE_KEY } from '../commands/journal'
import type { Place } from '../commands/place'
import { keyPrefs, learning } from '../commands/stores/key-preference-store'
import { isMac, spoken } from '../keymap/display'
import { explain } from '../keymap/learn'
import { listen } from '../keymap/listen'
import type { LiveKey } from '../keymap/live'
import type { Press } from '../keymap/press'
import { nothingPending } from '../keymap/sequence'
import { announce } from '../ui/voice'
import { choicesOf, type Hint } from '../views/shell/keyboard/hint'
import { endLesson, teachLesson } from '../views/shell/keyboard/learn-strip'
import type { Dispatcher, Now } from './dispatcher'
import { tell } from './journal'

/** Installs the console's only keyboard listener. It is installed once and reads the current keys from `now`. */
export function useKeyboard(
  { perform, contextOf }: Pick<Dispatcher, 'perform' | 'contextOf'>,
  now: () => Now,
  onHint: (hint: Hint | undefined) => void
) {
  useEffect(
    () =>
      listen({
        keys: () => now().keys,
        perform({ call }, places, count, isRepeat) {
          void perform({ call, origin: 'key', isRepeat, ...(count === undefined ? {} : { count }) }, places)
        },
        onPending: (started) => onHint(started.pending === nothingPending ? undefined : { started }),
        onMenu(started) {
          if (choicesOf(started, now().environment).length > 0) onHint({ started, isMenu: true })
          else announce(`No shortcuts start with ${speakPresses(started.pending.presses)} here.`, { urgent: true })
        },
        forgetAfterMs: () => (keyPrefs.get().forget === 0 ? undefined : keyPrefs.get().forget * 1000),
        learner: () =>
          !learning.get()
            ? undefined
            : {
                tell: (readings, meaning, places) => teachLesson(explain(readings, meaning, contextOf(places), isMac)),
                end: endLesson,
              },
        onMistake: (presses) => announce(`${speakPresses(presses)} is not a shortcut.`),
        onUnheard: (readings, places) =>
          void explainUnheard(readings, places, now().keys, contextOf(places)).then(
            (reason) => reason && tell('plain', reason, [], UNAVAILABLE_KEY)
          ),
      }),
    [perform, contextOf, now, onHint]
  )
}

const speakPresses = (presses: readonly Press[]) => presses.map((one) => spoken(one)).join(' then ')

/** Explains why a key has no effect. The explanation is loaded on first use; without it, nothing is announced. */
async function explainUnheard(
  readings: readonly Press[],
  places: readonly Place[],
  keys: readonly LiveKey[],
  here: Context
) {
  const loaded = await import('../keymap/unheard').catch(() => undefined)
  return loaded?.whyUnheard(readings, places, keys, here.handler('list.enter') !== undefined)
}
