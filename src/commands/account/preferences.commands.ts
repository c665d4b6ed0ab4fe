import { z } from 'zod/mini'
import { dateFormats, formatDate } from '@/lib/format-date'
import { parseRefreshRate } from '@/lib/health/refresh-rate'
import { BROWSER_ZONE, readZone, zoneNames, resolveZone, listZones } from '@/lib/time/zones'
import { isZone } from '@/shared/time-zone'
import { defineCommand, type SlotOption, type Slot } from '../command'
import { changePreference } from '../change-preference'
import { type PreferenceValues, prefs, speechLevels, yesNoValues } from '../stores/preference-store'
import { enumSlot } from '../slots'
import { defineCommands } from '../registry'

export const dateFormatNames = {
  timestamp: 'Timestamp',
  short: 'Short',
  medium: 'Medium',
  full: 'Full',
} as const

const dates: Slot<PreferenceValues['datetime_preference']> = {
  label: 'Date format',
  schema: z.enum(dateFormats),
  write: (format) => format,
  options: { from: 'list', list: () => dateFormatOptions(new Date()) },
  present: () => prefs.get().datetime_preference,
}

/** All formats, each with the time an hour ago as an example. */
export function dateFormatOptions(now: Date): readonly SlotOption<PreferenceValues['datetime_preference']>[] {
  const timeZone = resolveZone(prefs.get().display_timezone_preference)
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  return dateFormats.map((format) => ({
    value: format,
    label: dateFormatNames[format],
    hint: formatDate(anHourAgo, format, { now, timeZone }),
  }))
}

const timezone: Slot<string> = {
  label: 'Timezone',
  schema: z.string().check(z.refine((name) => name === BROWSER_ZONE || isZone(name))),
  write: (name) => name,
  options: { from: 'list', list: () => timezoneOptions(new Date()), brief: () => zoneNames().map(zoneOption) },
  present: () => prefs.get().display_timezone_preference,
}

/** The browser's own zone first, then all zones with their offsets, from west to east. */
export function timezoneOptions(now: Date): readonly SlotOption<string>[] {
  const own = readZone(resolveZone(BROWSER_ZONE), now)
  const chosen = prefs.get().display_timezone_preference
  return [
    { value: BROWSER_ZONE, label: BROWSER_ZONE, hint: `${own.name}, ${own.offset}` },
    ...listZones(now, resolveZone(chosen)).map(({ name, offset }) => ({
      ...zoneOption(name),
      hint: offset,
      keywords: offset,
    })),
  ]
}

const zoneOption = (name: string) => ({ value: name, label: name.replaceAll('_', ' ') })

const deleted: Slot<PreferenceValues['show_deleted_items_preference']> = {
  label: 'Show deleted items',
  present: () => prefs.get().show_deleted_items_preference,
  schema: z.enum(yesNoValues),
  write: (value) => value,
  options: {
    from: 'list',
    list: () => [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
}

export const refreshRates = ['None', '10s', '15s', '30s', '1m', '2m', '3m', '5m', '10m', '15m'] as const

const refreshInterval: Slot<string> = {
  ...enumSlot('Refresh interval', refreshRates),
  present: () => prefs.get().health_refresh_rate,
}

const describeRate = (rate: string) =>
  parseRefreshRate(rate) === undefined
    ? 'Checks are not refreshed automatically.'
    : `Checks are refreshed every ${rate}.`

export const speechOptions: readonly SlotOption<PreferenceValues['speech']>[] = [
  { value: 'off', label: 'Off', hint: 'No background announcements' },
  { value: 'critical', label: 'Critical only', hint: 'Checks that become unhealthy' },
  { value: 'all', label: 'All', hint: 'Checks that become unhealthy or recover' },
]

const speech: Slot<PreferenceValues['speech']> = {
  label: 'Spoken changes',
  schema: z.enum(speechLevels),
  write: (level) => level,
  options: { from: 'list', list: () => speechOptions },
  present: () => prefs.get().speech,
}

const speechMessages = {
  off: 'Background changes are not announced.',
  critical: 'Checks that become unhealthy are announced.',
  all: 'Checks that become unhealthy or recover are announced.',
} as const

const deletedMessages = { yes: 'Deleted items are shown.', no: 'Deleted items are hidden.' } as const

export const preferenceCommands = defineCommands([
  // Handled by the shell, which shows the dialog.
  defineCommand({
    id: 'prefs.open',
    title: 'Open preferences',
    group: 'Preferences',
    keywords: 'settings options date timezone cards',
    effect: 'view',
  }),
  defineCommand({
    id: 'prefs.dates',
    title: 'Change date format',
    group: 'Preferences',
    keywords: 'time timestamp relative short medium full',
    slots: { format: dates },
    effect: 'change',
    undo: 'inverse',
    preview: ({ format }) =>
      `Shows dates as: ${dateFormatOptions(new Date()).find((one) => one.value === format)?.hint}`,
    run: ({ format }) => changePreference('datetime_preference', format, (value) => `Date format: ${value}.`),
  }),
  defineCommand({
    id: 'prefs.timezone',
    title: 'Change timezone',
    group: 'Preferences',
    keywords: 'time zone tz utc offset clock',
    slots: { zone: timezone },
    effect: 'change',
    undo: 'inverse',
    preview: ({ zone }) => `Shows dates in ${resolveZone(zone)}.`,
    run: ({ zone }) => changePreference('display_timezone_preference', zone, (value) => `Timezone: ${value}.`),
  }),
  defineCommand({
    id: 'prefs.deleted',
    title: 'Show or hide deleted items',
    group: 'Preferences',
    keywords: 'removed archived trash',
    slots: { show: deleted },
    effect: 'change',
    undo: 'inverse',
    preview: ({ show }) => (show === 'yes' ? 'Lists include deleted items.' : 'Lists omit deleted items.'),
    run: ({ show }) => changePreference('show_deleted_items_preference', show, (value) => deletedMessages[value]),
  }),
  defineCommand({
    id: 'prefs.refreshRate',
    title: 'Change refresh interval',
    group: 'Preferences',
    keywords: 'poll rate every seconds minutes health auto',
    slots: { rate: refreshInterval },
    effect: 'change',
    undo: 'inverse',
    preview: ({ rate }) => describeRate(rate),
    run: ({ rate }) => changePreference('health_refresh_rate', rate, describeRate),
  }),
  defineCommand({
    id: 'prefs.speech',
    title: 'Announce background changes',
    group: 'Preferences',
    keywords: 'screen reader speak voice live digest',
    slots: { level: speech },
    effect: 'change',
    undo: 'inverse',
    preview: ({ level }) => speechMessages[level],
    run: ({ level }) => changePreference('speech', level, (value) => speechMessages[value]),
  }),
])
