import { expect, test } from 'vitest'
import { countShiftEntries, type HandoverEntry, handoverKinds, formatHandover, formatShiftLines } from './handover'
import { createRandom } from '@/shared/random'
import { hostileAddresses, hostileMarkdown, hostileMarkup } from '@tests/helpers/hostile-text'
import { oneLine } from '../text-for-others'

const FROM = Date.parse('2026-11-24T21:00:00Z')
const MINUTE = 60_000
const entry = (minute: number, rest: Partial<HandoverEntry> = {}): HandoverEntry => ({
  id: 'a',
  at: FROM + minute * MINUTE,
  is: 'changed',
  what: 'checkout: diff',
  ...rest,
})
const shift = { from: FROM, to: FROM + 60 * MINUTE }

test('lists a shift in order, one line per entry, with the zone of its times', () => {
  const entries = [
    entry(30, { is: 'decided', what: 'INC-8 Checkout is down: Set the status to mitigated', by: 'Ada' }),
    entry(5, { is: 'failed', what: 'cart API: 503\nService Unavailable' }),
    entry(5, { what: 'checkout: diff', by: 'argo' }),
    entry(7, { is: 'silenced', what: 'cart', until: FROM + 120 * MINUTE, by: 'Tomasz' }),
    entry(8, { is: 'silenced', what: 'dockyard', until: null }),
    entry(60, { what: 'after the end' }),
    entry(-1, { what: 'before the beginning' }),
  ]
  expect(formatHandover(entries, ['Notifications: you may not see them.'], shift, 'Europe/Berlin')).toBe(
    [
      'Raw log',
      'From 2026-11-24 22:00:00 CET to 2026-11-24 23:00:00 CET, times in Europe/Berlin',
      '5 entries: 1 changed, 1 failed, 2 silenced, 1 decided',
      '',
      '    Incomplete: Notifications: you may not see them.',
      '',
      '    2026-11-24 22:05:00  changed    checkout: diff (by argo)',
      '    2026-11-24 22:05:00  failed     cart API: 503 Service Unavailable',
      '    2026-11-24 22:07:00  silenced   cart, until 2026-11-25 00:00:00 (by Tomasz)',
      '    2026-11-24 22:08:00  silenced   dockyard, no end',
      '    2026-11-24 22:30:00  decided    INC-8 Checkout is down: Set the status to mitigated (by Ada)',
      '',
    ].join('\n')
  )
})

test('states that a shift has no events', () => {
  expect(formatHandover([], [], shift, 'UTC')).toContain('No events.')
})

/** Many entries at the same times in random order, some of them at the limits of shifts. */
function anyEntries(seed: number): HandoverEntry[] {
  const random = createRandom(seed)
  return Array.from({ length: random.below(60) }, (_, at) =>
    entry(random.below(64) - 2, {
      id: `${random.below(3)} ${at}`,
      is: random.pick(handoverKinds),
      what: random.pick(['cart', 'a\r\nb', 'x\u2028y', '  ', 'checkout (by nobody)']),
      by: random.pick(['', 'Ada', 'Bo\nC']),
      ...(random.chance(0.3) && { until: random.pick([null, FROM + random.below(999) * MINUTE]) }),
    })
  )
}

test('adjoining shifts have the same lines and total counts as the combined shift', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const entries = anyEntries(seed)
    const middle = FROM + createRandom(seed + 1000).below(61) * MINUTE
    const [first, second] = [
      { from: FROM, to: middle },
      { from: middle, to: shift.to },
    ]
    const lines = formatShiftLines(entries, shift, 'Europe/Berlin')
    expect([
      ...formatShiftLines(entries, first, 'Europe/Berlin'),
      ...formatShiftLines(entries, second, 'Europe/Berlin'),
    ]).toEqual(lines)
    const [long, a, b] = [shift, first, second].map((one) => countShiftEntries(entries, one))
    for (const is of handoverKinds) expect((a?.[is] ?? 0) + (b?.[is] ?? 0)).toBe(long?.[is])
    expect(lines.every((line) => !/[\n\r\u2028]/.test(line))).toBe(true)
  }
})

test.each([...hostileMarkdown, ...hostileMarkup, ...hostileAddresses])(
  'writes %j as text: as code where Markdown is read, without mentions and invisible characters',
  (text) => {
    const written = formatHandover([entry(5, { what: text, by: text })], [text], shift, 'UTC').split('\n')
    expect(written.slice(0, 3).join()).not.toContain(oneLine(text) || 'evil')
    // The first three lines and the last one are the console's own.
    for (const line of written.slice(3, -1)) expect(line).toMatch(/^(?:| {4}\S.*)$/)
    expect(written[3]).toBe('')
    expect(written).toHaveLength(8)
    expect(written.join('\n')).not.toMatch(
      /(?<![\w.])@(?=\w)|(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\ud800]/u
    )
  }
)

test('returns the same text for the same entries in any order', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const entries = anyEntries(seed)
    expect(formatHandover(entries.toReversed(), [], shift, 'UTC')).toBe(formatHandover(entries, [], shift, 'UTC'))
  }
})
