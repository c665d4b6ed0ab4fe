import { type PreferenceValues, prefs } from './stores/preference-store'

/** Sets a preference, with undo. */
export function changePreference<K extends keyof PreferenceValues>(
  key: K,
  value: PreferenceValues[K],
  describe: (value: PreferenceValues[K]) => string
) {
  const before = prefs.get()[key]
  const use = (to: PreferenceValues[K]) => {
    prefs.set((all) => ({ ...all, [key]: to }))
    return { message: describe(to) }
  }
  return { ...use(value), undo: () => use(before) }
}
