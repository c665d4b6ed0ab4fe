import { z } from 'zod'
import { createStore } from '../lib/store'

export const themes = ['system', 'light', 'dark'] as const
export const singleKeyModes = ['on', 'leader', 'off'] as const

const preferences = z.object({
  theme: z.enum(themes).catch('system'),
  singleKeys: z.enum(singleKeyModes).catch('on'),
  sidebar: z.enum(['expanded', 'collapsed']).catch('expanded'),
})
export type Preferences = z.infer<typeof preferences>

/** theme.js reads the theme from here before the first paint. */
const KEY = 'console.preferences'

function read(): Preferences {
  try {
    return preferences.parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
  } catch {
    // Storage may be forbidden or hold anything; preferences are never a reason not to start.
    return preferences.parse({})
  }
}

/** How this person likes the console, kept in the browser. */
export const prefs = createStore<Preferences>(read())

prefs.subscribe(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.get()))
  } catch {
    // Kept for this tab only.
  }
})

/** Whether screens refresh by themselves. Of this tab only: a console that opens paused would mislead. */
export const live = createStore(true)
