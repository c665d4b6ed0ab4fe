import { parseCall } from '../call'
import { beforeEach, expect, test } from 'vitest'
import { resolveCallArgs } from '../prepare'
import { buildContext } from '../context'
import type { Command, Effects } from '../command'
import { type PreferenceValues, parsePreferences, prefs, readPreferences } from '../stores/preference-store'
import { preferenceCommands, timezoneOptions } from './preferences.commands'

const defaults = parsePreferences(null)
beforeEach(() => prefs.set(defaults))

test('has the specified defaults [PREF-02 PREF-04 PREF-07 PREF-10 PREF-11]', () => {
  expect(defaults).toEqual({
    theme: 'system',
    density: 'comfortable',
    columns: {},
    sidebarCollapsed: false,
    datetime_preference: 'timestamp',
    display_timezone_preference: 'Browser',
    topology_card_width: 554,
    show_deleted_items_preference: 'no',
    detailFollows: false,
    persistPageSize: 50,
    health_refresh_rate: '10s',
    speech: 'off',
    pinnedTypes: [],
    notificationsReadAt: '',
    recentlyUsedTimeRanges: [],
  })
})

const recent = [{ from: '2026-11-20T05:00:00.000Z', to: '2026-11-21T05:00:00.000Z' }]

/** A browser's storage with these items. */
function storageOf(items: Record<string, string>): Storage & { items: Map<string, string> } {
  const kept = new Map(Object.entries(items))
  return {
    items: kept,
    length: kept.size,
    key: () => null,
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  }
}

test.each<[key: string, text: string, read: Partial<PreferenceValues>]>([
  ['datetime_preference', '"timestamp"', { datetime_preference: 'timestamp' }],
  ['datetime_preference', '"short"', { datetime_preference: 'short' }],
  ['datetime_preference', 'medium', { datetime_preference: 'medium' }],
  ['datetime_preference', '"full"', { datetime_preference: 'full' }],
  ['display_timezone_preference', '"Asia/Kolkata"', { display_timezone_preference: 'Asia/Kolkata' }],
  ['display_timezone_preference', 'Europe/Berlin', { display_timezone_preference: 'Europe/Berlin' }],
  ['display_timezone_preference', '"Browser"', {}],
  ['topology_card_width', '250', { topology_card_width: 250 }],
  ['topology_card_width', '"768px"', { topology_card_width: 768 }],
  ['topology_card_width', '600px', { topology_card_width: 600 }],
  ['show_deleted_items_preference', '"yes"', { show_deleted_items_preference: 'yes' }],
  ['show_deleted_items_preference', 'yes', { show_deleted_items_preference: 'yes' }],
  ['sidebarCollapsed', 'true', { sidebarCollapsed: true }],
  ['persistPageSize', '200', { persistPageSize: 200 }],
  ['persistPageSize', '"100"', { persistPageSize: 100 }],
  ['recentlyUsedTimeRanges', JSON.stringify(recent), { recentlyUsedTimeRanges: recent }],
  [
    'recentlyUsedTimeRanges',
    '[{"type":"absolute","display":"Custom","from":"2026-11-20T06:00:00+01:00","to":"2026-11-21T05:00Z"}]',
    { recentlyUsedTimeRanges: recent },
  ],
  ['console.theme', '"dark"', { theme: 'dark' }],
  ['console.detailFollows', 'true', { detailFollows: true }],
  ['console.health_refresh_rate', '"30s"', { health_refresh_rate: '30s' }],
  ['console.speech', '"all"', { speech: 'all' }],
])('reads %s stored as %s [PREF-01 PREF-03 PREF-08 PREF-09 PREF-12 PREF-13]', (key, text, read) => {
  const storage = storageOf({ [key]: text })
  expect(readPreferences(storage)).toEqual({ ...defaults, ...read })
  expect([...storage.items]).toEqual([[key, text]])
})

test('migrates preferences from the former key once and keeps newer ones', () => {
  const former = { theme: 'dark', datetime_preference: 'full', persistPageSize: 200, sidebarCollapsed: 'no' }
  const storage = storageOf({ 'console.preferences': JSON.stringify(former), datetime_preference: '"medium"' })
  const read = { ...defaults, theme: 'dark', datetime_preference: 'medium', persistPageSize: 200 }
  expect(readPreferences(storage)).toEqual(read)
  expect(Object.fromEntries(storage.items)).toEqual({
    'console.theme': '"dark"',
    datetime_preference: '"medium"',
    persistPageSize: '200',
  })
  expect(readPreferences(storage)).toEqual(read)
})

test.each([
  ['datetime_preference', 'iso'],
  ['display_timezone_preference', 'Mars/Olympus'],
  ['topology_card_width', 249],
  ['topology_card_width', 769],
  ['topology_card_width', 555],
  ['show_deleted_items_preference', true],
  ['persistPageSize', -1],
  ['sidebarCollapsed', 'yes'],
  ['recentlyUsedTimeRanges', [{ from: 'yesterday', to: 'now' }]],
])('replaces an invalid stored %s of %j by its default', (key, value) => {
  expect(parsePreferences(JSON.stringify({ theme: 'dark', [key]: value }))).toEqual({ ...defaults, theme: 'dark' })
})

test.each(['', '{', 'null', '[]', '3'])('treats storage with %j as empty', (text) => {
  expect(parsePreferences(text)).toEqual(defaults)
})

const nobody = buildContext([], { path: '/', roles: [], online: true, nameOf: () => undefined })
const noEffects = {} as Effects
const known = (command: Command, args: Record<string, string>) =>
  resolveCallArgs(command, parseCall({ id: command.id, args }, () => command).call.args, nobody)

test.each<[string, Record<string, string>, keyof PreferenceValues, string, string]>([
  ['prefs.dates', { format: 'full' }, 'datetime_preference', 'full', 'Date format: full.'],
  ['prefs.timezone', { zone: 'UTC' }, 'display_timezone_preference', 'UTC', 'Timezone: UTC.'],
  ['prefs.deleted', { show: 'yes' }, 'show_deleted_items_preference', 'yes', 'Deleted items are shown.'],
])('%s changes its preference, announces it, and can be undone', async (id, args, key, value, said) => {
  const command = preferenceCommands.find((one) => one.id === id)
  if (!command?.run) throw new Error(`${id} is missing`)
  const outcome = await command.run(known(command, args), noEffects)
  expect([prefs.get()[key], outcome?.message]).toEqual([value, said])
  await outcome?.undo?.()
  expect(prefs.get()).toEqual(defaults)
})

test('rejects an unknown zone as an argument', () => {
  const command = preferenceCommands.find(({ id }) => id === 'prefs.timezone')
  expect(command && known(command, { zone: 'Mars/Olympus' })).toEqual({})
})

test('offers zones with offsets, from west to east, after the browser’s own [PREF-05 PREF-06]', () => {
  const [own, ...zones] = timezoneOptions(new Date('2026-01-15T12:00:00Z'))
  expect(own?.value).toBe('Browser')
  expect(zones[0]?.hint).toBe('UTC-11:00')
  expect(zones.at(-1)?.hint).toBe('UTC+14:00')
  expect(zones.find(({ value }) => value === 'America/St_Johns')).toEqual({
    value: 'America/St_Johns',
    label: 'America/St Johns',
    hint: 'UTC-03:30',
    keywords: 'UTC-03:30',
  })
})
