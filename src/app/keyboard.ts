import { useEffect } from 'react'
import { keyPrefs, learning } from '../commands/stores/key-preference-store'
import { isMac, spoken } from '../keymap/display'
import { explain } from '../keymap/learn'
import { listen } from '../keymap/listen'
import { nothingPending } from '../keymap/sequence'
import { say } from '../ui/voice'
import { choicesOf, type Hint } from '../views/shell/keyboard/hint'
import { endLesson, teachLesson } from '../views/shell/keyboard/learn-strip'
import type { Dispatcher, Now } from './dispatcher'

/** Installs the one keyboard listener of the console. It is installed once and reads the current keys from `now`. */
export function useKeyboard(
  { perform, contextOf }: Pick<Dispatcher, 'perform' | 'contextOf'>,
  now: () => Now,
  onHint: (hint: Hint | undefined) => void
) {
  useEffect(
    () =>
      listen({
        keys: () => now().keys,
        perform: ({ call }, places, count) => {
          void perform({ call, origin: 'key', ...(count === undefined ? {} : { count }) }, places)
        },
        onPending: (started) => onHint(started.pending === nothingPending ? undefined : { started }),
        onMenu(started) {
          if (choicesOf(started, now().environment).length > 0) onHint({ started, isMenu: true })
          else say('Nothing can follow here.', { urgent: true })
        },
        forgetAfterMs: () => (keyPrefs.get().forget === 0 ? undefined : keyPrefs.get().forget * 1000),
        learner: () =>
          !learning.get()
            ? undefined
            : {
                tell: (readings, meaning, places) => teachLesson(explain(readings, meaning, contextOf(places), isMac)),
                end: endLesson,
              },
        onMistake: (presses) => say(`${presses.map((one) => spoken(one)).join(' then ')} is not a shortcut.`),
      }),
    [perform, contextOf, now, onHint]
  )
}
