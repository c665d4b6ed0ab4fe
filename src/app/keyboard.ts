import { useEffect, useRef } from 'react'
import type { Context } from '../commands/context'
import { keyPrefs, learning } from '../commands/stores/key-preference-store'
import type { Place } from '../commands/place'
import type { Invocation } from '../commands/prepare'
import { isMac, spoken } from '../keymap/display'
import { explain } from '../keymap/learn'
import { listen } from '../keymap/listen'
import type { LiveKey } from '../keymap/live'
import { nothingPending } from '../keymap/sequence'
import { say } from '../ui/voice'
import { choicesOf, type Hint } from '../views/shell/keyboard/hint-strip'
import { endLesson, teachLesson } from '../views/shell/keyboard/learn-strip'

type Now = {
  keys: readonly LiveKey[]
  ask(invocation: Invocation & { count?: number }, places: readonly Place[]): unknown
  contextOf(places: readonly Place[]): Context
  environment: Parameters<typeof choicesOf>[1]
}

/** The one listener: made once, it always asks as things are now. */
export function useKeyboard(now: Now, onHint: (hint: Hint | undefined) => void) {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  useEffect(
    () =>
      listen({
        keys: () => latest.current.keys,
        perform: ({ call }, places, count) => {
          void latest.current.ask({ call, origin: 'key', ...(count === undefined ? {} : { count }) }, places)
        },
        onPending: (started) => onHint(started.pending === nothingPending ? undefined : { started }),
        onMenu(started) {
          if (choicesOf(started, latest.current.environment).length > 0) onHint({ started, isMenu: true })
          else say('Nothing can follow here.', { urgent: true })
        },
        forgetAfterMs: () => (keyPrefs.get().forget === 0 ? undefined : keyPrefs.get().forget * 1000),
        learner: () =>
          !learning.get()
            ? undefined
            : {
                tell: (readings, meaning, places) =>
                  teachLesson(explain(readings, meaning, latest.current.contextOf(places), isMac)),
                end: endLesson,
              },
        onMistake: (presses) => say(`${presses.map((one) => spoken(one)).join(' then ')} is not a shortcut.`),
      }),
    [onHint]
  )
}
