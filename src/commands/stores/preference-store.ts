import { z } from 'zod/mini'
import { dateFormats } from '../../lib/format-date'
import { createStore } from '../../lib/store'
import { RECENT_KEPT, type RecentRange } from '../../lib/time/recent'
import { BROWSER_ZONE, isZone } from '../../lib/time/zones'

export const themes = ['system', 'light', 'dark'] as const
export const yesNo = ['no', 'yes'] as const

export const speechLevels = ['off', 'critical', 'all'] as const

/** Often enough to triage by, seldom enough for a backend with many watchers. */
const DEFAULT_REFRESH_RATE = '10s'

/** Pixels. */
export const cardWidth = { least: 250, most: 768, step: 2, usual: 554 } as const

const isoTime = z.iso.datetime()

/** A field that does not parse falls back alone. The names with underscores are the specification's. */
const preferences = z.object({
  theme: z.catch(z.enum(themes), 'system'),
  sidebarCollapsed: z.catch(z.boolean(), false),
  datetime_preference: z.catch(z.enum(dateFormats), 'timestamp'),
  /** A zone that this browser does not know, as another's settings may hold, is the browser's own. */
  display_timezone_preference: z.catch(
    z.string().check(z.refine((name) => name === BROWSER_ZONE || isZone(name))),
    BROWSER_ZONE
  ),
  topology_card_width: z.catch(
    z.number().check(z.gte(cardWidth.least), z.lte(cardWidth.most), z.multipleOf(cardWidth.step)),
    cardWidth.usual
  ),
  show_deleted_items_preference: z.catch(z.enum(yesNo), 'no'),
  /** Rows on a page of a list. */
  persistPageSize: z.catch(z.int().check(z.positive()), 50),
  /** Whether the detail beside a list shows the row under the cursor. */
  detailFollows: z.catch(z.boolean(), false),
  /** How often the health page asks again, such as `30s`; `None` or anything not understood is never. */
  health_refresh_rate: z.catch(z.string(), DEFAULT_REFRESH_RATE),
  /** Which changes in the background are spoken. */
  speech: z.catch(z.enum(speechLevels), 'off'),
  /** Newest first. */
  recentlyUsedTimeRanges: z.pipe(
    z.catch(z.array(z.object({ from: isoTime, to: isoTime })).check(z.maxLength(RECENT_KEPT)), []),
    z.transform((list): readonly RecentRange[] => list)
  ),
})
export type Preferences = z.infer<typeof preferences>

/** Every field has a value, whatever was stored. */
export function parsePreferences(text: string | null): Preferences {
  try {
    return preferences.parse(z.catch(z.record(z.string(), z.unknown()), {}).parse(JSON.parse(text ?? '{}')))
  } catch {
    return preferences.parse({})
  }
}

/** theme.js reads the theme from here before the first paint. */
const KEY = 'console.preferences'

function read(): Preferences {
  try {
    return parsePreferences(localStorage.getItem(KEY))
  } catch {
    // Storage may be forbidden; preferences are never a reason not to start.
    return parsePreferences(null)
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
