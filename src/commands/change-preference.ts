import { type Preferences, prefs } from './stores/preference-store'

/** Sets a preference, with undo. */
export function changePreference<K extends keyof Preferences>(
  key: K,
  value: Preferences[K],
  describe: (value: Preferences[K]) => string
) {
  const before = prefs.get()[key]
  const use = (to: Preferences[K]) => {
    prefs.set((all) => ({ ...all, [key]: to }))
    return { message: describe(to) }
  }
  return { ...use(value), undo: () => use(before) }
}
