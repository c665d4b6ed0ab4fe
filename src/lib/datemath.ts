const unitMs = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/**
 * A moment written as arithmetic on now (`now-2d`, `now+1h/h`, `now/d`) or as a timestamp.
 * Units: s, m (minutes), h, d, w, M (months), y. `/unit` goes back to the unit's beginning, in UTC; weeks begin on Monday.
 * @returns undefined for anything else.
 */
export function parseDatemath(text: string, now: Date): Date | undefined {
  const [, steps] = /^now((?:[+-]\d{1,6}[smhdwMy]|\/[smhdwMy])*)$/.exec(text.trim()) ?? []
  if (steps === undefined) return parseTimestamp(text.trim())
  let date = now
  for (const [, sign, amount, unit, floor] of steps.matchAll(/([+-])(\d+)([smhdwMy])|\/([smhdwMy])/g)) {
    date = floor ? startOf(date, floor) : add(date, Number(`${sign}${amount}`), unit ?? '')
  }
  return Number.isNaN(date.getTime()) ? undefined : date
}

function parseTimestamp(text: string): Date | undefined {
  // Only full dates: the engine's own parser takes almost anything for a date.
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return undefined
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function add(date: Date, amount: number, unit: string): Date {
  if (unit in unitMs) return new Date(date.getTime() + amount * unitMs[unit as keyof typeof unitMs])
  const months = unit === 'y' ? amount * 12 : amount
  const moved = new Date(date)
  moved.setUTCDate(1)
  moved.setUTCMonth(moved.getUTCMonth() + months)
  // The 31st plus a month is the last day of a shorter month.
  const lastDay = new Date(Date.UTC(moved.getUTCFullYear(), moved.getUTCMonth() + 1, 0)).getUTCDate()
  moved.setUTCDate(Math.min(date.getUTCDate(), lastDay))
  return moved
}

function startOf(date: Date, unit: string): Date {
  const year = date.getUTCFullYear()
  if (unit === 'y') return new Date(Date.UTC(year, 0))
  if (unit === 'M') return new Date(Date.UTC(year, date.getUTCMonth()))
  if (unit === 'w') {
    const sinceMonday = (date.getUTCDay() + 6) % 7
    return new Date(Date.UTC(year, date.getUTCMonth(), date.getUTCDate() - sinceMonday))
  }
  const ms = unitMs[unit as keyof typeof unitMs]
  return new Date(Math.floor(date.getTime() / ms) * ms)
}
