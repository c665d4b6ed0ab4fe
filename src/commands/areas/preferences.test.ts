import { beforeEach, expect, test } from 'vitest'
import { answers } from '../prepare'
import { contextIn } from '../context'
import type { Command, Effects } from '../command'
import { type Preferences, parsePreferences, prefs } from '../stores/preference-store'
import { preferenceCommands, timezoneOptions } from './preferences'

const usual = parsePreferences(null)
beforeEach(() => prefs.set(usual))

test('the defaults of the preferences [PREF-02 PREF-04 PREF-07 PREF-10 PREF-11]', () => {
  expect(usual).toEqual({
    theme: 'system',
    sidebarCollapsed: false,
    datetime_preference: 'timestamp',
    display_timezone_preference: 'Browser',
    topology_card_width: 554,
    show_deleted_items_preference: 'no',
    detailFollows: false,
    persistPageSize: 50,
    health_refresh_rate: '10s',
    speech: 'off',
    recentlyUsedTimeRanges: [],
  })
})

const recent = [{ from: '2026-11-20T05:00:00.000Z', to: '2026-11-21T05:00:00.000Z' }]

test.each<[string, Partial<Preferences>]>([
  ['date formats [PREF-01]', { datetime_preference: 'timestamp' }],
  ['date formats [PREF-01]', { datetime_preference: 'short' }],
  ['date formats [PREF-01]', { datetime_preference: 'medium' }],
  ['date formats [PREF-01]', { datetime_preference: 'full' }],
  ['zones [PREF-03]', { display_timezone_preference: 'Asia/Kolkata' }],
  ['zones [PREF-03]', { display_timezone_preference: 'UTC' }],
  ['card widths [PREF-08]', { topology_card_width: 250 }],
  ['card widths [PREF-08]', { topology_card_width: 768 }],
  ['both answers on deleted items [PREF-09]', { show_deleted_items_preference: 'yes' }],
  ['the sidebar [PREF-13]', { sidebarCollapsed: true }],
  ['page sizes', { persistPageSize: 200 }],
  ['recent ranges [PREF-12]', { recentlyUsedTimeRanges: recent }],
])('stored %s are read: %j', (_what, stored) => {
  expect(parsePreferences(JSON.stringify(stored))).toEqual({ ...usual, ...stored })
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
])('an invalid stored %s of %j gets its default', (key, value) => {
  expect(parsePreferences(JSON.stringify({ theme: 'dark', [key]: value }))).toEqual({ ...usual, theme: 'dark' })
})

test.each(['', '{', 'null', '[]', '3'])('storage with %j counts as empty', (text) => {
  expect(parsePreferences(text)).toEqual(usual)
})

const nobody = contextIn([], { path: '/', roles: [], online: true, nameOf: () => undefined })
const noEffects = {} as Effects
const known = (command: Command, args: Record<string, string>) => answers(command, { id: command.id, args }, nobody)

test.each<[string, Record<string, string>, keyof Preferences, string, string]>([
  ['prefs.dates', { format: 'full' }, 'datetime_preference', 'full', 'Date format: full.'],
  ['prefs.timezone', { zone: 'UTC' }, 'display_timezone_preference', 'UTC', 'Timezone: UTC.'],
  ['prefs.deleted', { show: 'yes' }, 'show_deleted_items_preference', 'yes', 'Deleted items are shown.'],
])('%s changes its preference, says so, and can be undone', async (id, args, key, value, said) => {
  const command = preferenceCommands.find((one) => one.id === id)
  if (!command?.run) throw new Error(`${id} is missing`)
  const outcome = await command.run(known(command, args), noEffects)
  expect([prefs.get()[key], outcome?.said]).toEqual([value, said])
  await outcome?.undo?.()
  expect(prefs.get()).toEqual(usual)
})

test('an unknown zone is not accepted as an argument', () => {
  const command = preferenceCommands.find(({ id }) => id === 'prefs.timezone')
  expect(command && known(command, { zone: 'Mars/Olympus' })).toEqual({})
})

test('zones are offered with their offset, from west to east, after the browser’s own [PREF-05 PREF-06]', () => {
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
