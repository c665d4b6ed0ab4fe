import { z } from 'zod/mini'
import { dateFormats } from '../../lib/format-date'
import { createStore } from '../../lib/store'
import { RECENT_KEPT, type RecentRange } from '../../lib/time/recent'
import { BROWSER_ZONE } from '../../lib/time/zones'
import { isZone } from '../../shared/time-zone'

export const themes = ['system', 'light', 'dark'] as const
/** Row height of all lists. */
export const densities = ['comfortable', 'compact'] as const
export const yesNoValues = ['no', 'yes'] as const

export const speechLevels = ['off', 'critical', 'all'] as const

/** Fast enough for incident triage, slow enough for a backend with many users. */
const DEFAULT_REFRESH_RATE = '10s'

/** In pixels. */
export const cardWidthLimits = { least: 250, most: 768, step: 2, usual: 554 } as const

/** Accepts a number with a unit, too, such as `554px`. */
const amount = (schema: z.ZodMiniType<number>) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? Number.parseFloat(value) : value)),
    schema
  )

/** An absolute time in any format that the browser parses. */
const isoTime = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
  z.transform((text) => new Date(text).toISOString())
)

const columnLayout = z.object({
  visibility: z.record(z.string(), z.boolean()),
  order: z.array(z.string()),
  widths: z.record(z.string(), z.number()),
})

/** Invalid fields fall back to their defaults. Names with underscores are required by the specification. */
const preferences = z.object({
  theme: z.catch(z.enum(themes), 'system'),
  density: z.catch(z.enum(densities), 'comfortable'),
  sidebarCollapsed: z.catch(z.boolean(), false),
  datetime_preference: z.catch(z.enum(dateFormats), 'timestamp'),
  /** A zone unknown to this browser, for example from another browser's settings, falls back to the browser's own. */
  display_timezone_preference: z.catch(
    z.string().check(z.refine((name) => name === BROWSER_ZONE || isZone(name))),
    BROWSER_ZONE
  ),
  topology_card_width: z.catch(
    amount(
      z.number().check(z.gte(cardWidthLimits.least), z.lte(cardWidthLimits.most), z.multipleOf(cardWidthLimits.step))
    ),
    cardWidthLimits.usual
  ),
  show_deleted_items_preference: z.catch(z.enum(yesNoValues), 'no'),
  /** Rows per page of a list. */
  persistPageSize: z.catch(amount(z.int().check(z.positive())), 50),
  /** Whether the detail beside a list follows the cursor. */
  detailFollows: z.catch(z.boolean(), false),
  /** The refresh interval of the health page, such as `30s`; `None` or an unreadable value means never. */
  health_refresh_rate: z.catch(z.string(), DEFAULT_REFRESH_RATE),
  /** The columns of lists as the user has arranged them, by list; the latest changed one is last. */
  columns: z.catch(z.record(z.string(), columnLayout), {}),
  /** Which background changes are announced. */
  speech: z.catch(z.enum(speechLevels), 'off'),
  /** Types of config items that the catalog summary lists first. */
  pinnedTypes: z.catch(z.array(z.string()), []),
  /** When all notifications were last marked as read; empty if never. */
  notificationsReadAt: z.catch(isoTime, ''),
  /** Newest first. */
  recentlyUsedTimeRanges: z.pipe(
    z.catch(z.array(z.object({ from: isoTime, to: isoTime })).check(z.maxLength(RECENT_KEPT)), []),
    z.transform((list): readonly RecentRange[] => list)
  ),
})
export type PreferenceValues = z.infer<typeof preferences>

/** Parses preferences from one JSON object. Missing and invalid fields have their default values. */
export const parsePreferences = (text: string | null): PreferenceValues => preferences.parse(parseRecord(text))

const parseRecord = (text: string | null) =>
  z.catch(z.record(z.string(), z.unknown()), {}).parse(parseStoredValue(text ?? '{}'))

/** Parses a stored value: JSON, or plain text, in which some consoles store words. */
export function parseStoredValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * The storage key of each preference. Names without a prefix come from the specification: a browser that was used with
 * another Mission Control console keeps its preferences.
 */
const keys: Readonly<Record<keyof PreferenceValues, string>> = {
  /** Also read by theme.js, before the first paint. */
  theme: 'console.theme',
  density: 'console.density',
  sidebarCollapsed: 'sidebarCollapsed',
  datetime_preference: 'datetime_preference',
  display_timezone_preference: 'display_timezone_preference',
  topology_card_width: 'topology_card_width',
  show_deleted_items_preference: 'show_deleted_items_preference',
  persistPageSize: 'persistPageSize',
  detailFollows: 'console.detailFollows',
  health_refresh_rate: 'console.health_refresh_rate',
  columns: 'console.columns',
  speech: 'console.speech',
  pinnedTypes: 'console.pinnedTypes',
  notificationsReadAt: 'console.notificationsReadAt',
  recentlyUsedTimeRanges: 'recentlyUsedTimeRanges',
}
const names = Object.keys(keys) as (keyof PreferenceValues)[]

/** The former key, under which all preferences were stored together. */
const FORMER_KEY = 'console.preferences'

/**
 * Reads stored preferences. Those under the former key are migrated, unless newer ones exist. Rethrows storage errors.
 */
export function readPreferences(storage: Storage): PreferenceValues {
  const former = storage.getItem(FORMER_KEY)
  const own = names.flatMap((name) => {
    const text = storage.getItem(keys[name])
    return text === null ? [] : [[name, parseStoredValue(text)] as const]
  })
  const found = preferences.parse({ ...parseRecord(former), ...Object.fromEntries(own) })
  if (former !== null) {
    storePreferences(storage, found)
    storage.removeItem(FORMER_KEY)
  }
  return found
}

/** Stores only the changes since `before`, so that changes of other preferences in another tab are preserved. */
function storePreferences(storage: Storage, now: PreferenceValues, before = preferences.parse({})): void {
  for (const name of names) if (now[name] !== before[name]) storage.setItem(keys[name], JSON.stringify(now[name]))
}

function readStoredPreferences(): PreferenceValues {
  try {
    return readPreferences(localStorage)
  } catch {
    // Storage can be forbidden; the console must start anyway.
    return preferences.parse({})
  }
}

/** This user's preferences, stored in localStorage. */
export const prefs = createStore<PreferenceValues>(readStoredPreferences())

let kept = prefs.get()
prefs.subscribe(() => {
  const before = kept
  kept = prefs.get()
  try {
    storePreferences(localStorage, kept, before)
  } catch {
    // Without storage, the change lasts as long as this tab.
  }
})

/** Whether pages refresh automatically. Not stored: a console that opens paused would be misleading. */
export const isLive = createStore(true)
