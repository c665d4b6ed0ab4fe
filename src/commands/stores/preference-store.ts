import { z } from 'zod/mini'
import { dateFormats } from '../../lib/format-date'
import { createStore } from '../../lib/store'
import { RECENT_KEPT, type RecentRange } from '../../lib/time/recent'
import { BROWSER_ZONE, isZone } from '../../lib/time/zones'

export const themes = ['system', 'light', 'dark'] as const
export const yesNo = ['no', 'yes'] as const

export const speechLevels = ['off', 'critical', 'all'] as const

/** Fast enough to triage incidents, slow enough for a backend with many users. */
const DEFAULT_REFRESH_RATE = '10s'

/** In pixels. */
export const cardWidth = { least: 250, most: 768, step: 2, usual: 554 } as const

const isoTime = z.iso.datetime()

/** Each invalid field falls back to its default. Names with underscores are required by the specification. */
const preferences = z.object({
  theme: z.catch(z.enum(themes), 'system'),
  sidebarCollapsed: z.catch(z.boolean(), false),
  datetime_preference: z.catch(z.enum(dateFormats), 'timestamp'),
  /** A zone unknown to this browser, for example from another browser's settings, falls back to the browser's own. */
  display_timezone_preference: z.catch(
    z.string().check(z.refine((name) => name === BROWSER_ZONE || isZone(name))),
    BROWSER_ZONE
  ),
  topology_card_width: z.catch(
    z.number().check(z.gte(cardWidth.least), z.lte(cardWidth.most), z.multipleOf(cardWidth.step)),
    cardWidth.usual
  ),
  show_deleted_items_preference: z.catch(z.enum(yesNo), 'no'),
  /** Rows per page of a list. */
  persistPageSize: z.catch(z.int().check(z.positive()), 50),
  /** Whether the detail beside a list follows the cursor. */
  detailFollows: z.catch(z.boolean(), false),
  /** The refresh interval of the health page, such as `30s`; `None` or an unreadable value means never. */
  health_refresh_rate: z.catch(z.string(), DEFAULT_REFRESH_RATE),
  /** Which background changes are announced. */
  speech: z.catch(z.enum(speechLevels), 'off'),
  /** Newest first. */
  recentlyUsedTimeRanges: z.pipe(
    z.catch(z.array(z.object({ from: isoTime, to: isoTime })).check(z.maxLength(RECENT_KEPT)), []),
    z.transform((list): readonly RecentRange[] => list)
  ),
})
export type Preferences = z.infer<typeof preferences>

/** Reads stored preferences. Every field has a value, whatever was stored. */
export function parsePreferences(text: string | null): Preferences {
  try {
    return preferences.parse(z.catch(z.record(z.string(), z.unknown()), {}).parse(JSON.parse(text ?? '{}')))
  } catch {
    return preferences.parse({})
  }
}

/** theme.js reads the theme from this key before the first paint. */
const KEY = 'console.preferences'

function read(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY))
  } catch {
    // Storage can be forbidden; the console has to start anyway.
    return parsePreferences(null)
  }
}

/** This person's preferences, kept in localStorage. */
export const prefs = createStore<Preferences>(read())

prefs.subscribe(() => {
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs.get()))
  } catch {
    // Without storage the change lasts as long as this tab.
  }
})

/** Whether pages refresh by themselves. Not stored: a console that opens paused would mislead. */
export const live = createStore(true)
