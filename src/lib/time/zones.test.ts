import { expect, test } from 'vitest'
import { isZone } from '@/shared/time-zone'
import { readZone, resolveZone, listZones } from './zones'

const winter = new Date('2026-01-15T12:00:00Z')
const summer = new Date('2026-07-15T12:00:00Z')

test.each([
  ['UTC', 'UTC+00:00', 0],
  ['Asia/Kolkata', 'UTC+05:30', 330],
  ['America/St_Johns', 'UTC-03:30', -210],
  ['Pacific/Kiritimati', 'UTC+14:00', 840],
])('%s has its offset [PREF-05]', (name, offset, offsetMinutes) => {
  expect(readZone(name, winter)).toEqual({ name, offset, offsetMinutes })
})

test('uses the offset of the season', () => {
  expect([winter, summer].map((now) => readZone('Europe/Berlin', now).offset)).toEqual(['UTC+01:00', 'UTC+02:00'])
})

test('lists every zone once, from west to east [PREF-05 PREF-06]', () => {
  const zones = listZones(winter)
  expect(zones.length).toBeGreaterThan(400)
  expect(new Set(zones.map(({ name }) => name)).size).toBe(zones.length)
  expect(zones.map(({ offsetMinutes }) => offsetMinutes)).toEqual(
    zones.map(({ offsetMinutes }) => offsetMinutes).toSorted((a, b) => a - b)
  )
  expect(zones.map(({ name }) => name)).toContain('UTC')
})

test('lists a zone in use, also by a name that the engine does not list', () => {
  const names = listZones(winter, 'Etc/GMT-14').map(({ name }) => name)
  expect(names).toContain('Etc/GMT-14')
  expect(names).toEqual(expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv']))
  expect(names).not.toContain('Asia/Calcutta')
})

test('replaces an unknown name by the zone of the engine', () => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect([resolveZone('Browser'), resolveZone('Mars/Olympus'), resolveZone('Asia/Kolkata')]).toEqual([
    own,
    own,
    'Asia/Kolkata',
  ])
  expect([isZone('UTC'), isZone(''), isZone('Browser')]).toEqual([true, false, false])
})
