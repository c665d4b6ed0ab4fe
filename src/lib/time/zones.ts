import { isZone } from '@/shared/time-zone'

/** The value of the preference for the zone of the browser. */
export const BROWSER_ZONE = 'Browser'

/** The name of a zone. `Browser` and names that the engine does not know become the zone of the engine. */
export function resolveZone(preference: string): string {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return preference === BROWSER_ZONE || !isZone(preference) ? own : preference
}

type Zone = {
  name: string
  /** Minutes east of UTC at the given time. */
  offsetMinutes: number
  /** For example `UTC+05:30`. */
  offset: string
}

/** Some engines list zones by former names of cities. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

const current = (name: string) => {
  const now = renamed[name]
  return now !== undefined && isZone(now) ? now : name
}

/** All zones of the engine and the one in use, with their offsets, from west to east, then by name. */
export function listZones(now: Date, inUse = 'UTC'): readonly Zone[] {
  return [...new Set([...zoneNames(), inUse])]
    .map((name) => readZone(name, now))
    .toSorted((a, b) => a.offsetMinutes - b.offsetMinutes || (a.name < b.name ? -1 : 1))
}

/** All zones without their offsets, which are slow to compute. The engine lists only cities, so UTC is added. */
export const zoneNames = (): readonly string[] => [
  ...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(current)]),
]

export function readZone(name: string, now: Date): Zone {
  const parts = new Intl.DateTimeFormat('en', { timeZone: name, timeZoneName: 'longOffset' }).formatToParts(now)
  const [, sign, hours = '0', minutes = '0'] =
    /GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  const size = Number(hours) * 60 + Number(minutes)
  const offset = `UTC${sign ?? '+'}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  return { name, offsetMinutes: sign === '-' ? -size : size, offset }
}
