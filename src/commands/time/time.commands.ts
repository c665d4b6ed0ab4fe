import { z } from 'zod/mini'
import { findLoaded, loadModule } from '@/lib/load-module'
import { findEqualRange } from '@/lib/time/length'
import { calendarRanges, pastRanges, RANGE_CHOICE } from '@/lib/time/lists'
import { loadNatural } from '@/lib/time/natural'
import { parseRange } from '@/lib/time/parse'
import { absoluteRange, formatRange, type TimeRange } from '@/lib/time/range'
import { resolveZone } from '@/lib/time/zones'
import { defineCommand, type SlotOption, type Slot } from '../command'
import type { PlaceChoice } from '../context'
import { prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

/** Parses a typed range in this user's time zone. @returns undefined for anything else */
export const parseTypedRange = (text: string): TimeRange | undefined =>
  parseRange(text, {
    now: new Date(),
    timeZone: resolveZone(prefs.get().display_timezone_preference),
    // The parser of dates in words is large, so it is loaded when a range is first prompted for.
    natural: findLoaded(loadNatural)?.value,
  })

const NO_RANGE = 'Not a time range. Try 2h, yesterday or 9:00 to 10:30.'

/** A time range, as typed by users. */
export const rangeSlot: Slot<TimeRange> = {
  label: 'Time range',
  schema: z.pipe(
    z.string(),
    z.transform((text, context) => {
      const read = parseTypedRange(text)
      if (!read) context.issues.push({ code: 'custom', message: NO_RANGE, input: text })
      return read ?? z.NEVER
    })
  ),
  write: formatRange,
  display: (value) => (value.type === 'absolute' ? formatRange(value) : value.display),
  refusal(value, context) {
    const offered = context.choices(RANGE_CHOICE)
    const ranges = offered.flatMap(toOption).map((option) => option.value)
    if (offered.length === 0 || findEqualRange(value, ranges)) return undefined
    return `This page has only ${offered.map(({ label }) => label.toLowerCase()).join(', ')}.`
  },
  text: 'Such as 2h, yesterday, now-5m or monday to now',
  options: {
    from: 'list',
    list(context) {
      // If the load fails, the next prompt tries again.
      void loadModule(loadNatural).catch(() => undefined)
      const offered = context.choices(RANGE_CHOICE)
      return offered.length > 0 ? offered.flatMap(toOption) : [...past, ...recent(), ...quick]
    },
  },
}

const toOption = ({ value, label }: PlaceChoice): SlotOption<TimeRange>[] => {
  const read = parseTypedRange(value)
  return read ? [{ value: read, label }] : []
}

const named = (value: TimeRange): SlotOption<TimeRange> => ({ value, label: value.display })
const past = pastRanges.map(named)
const quick = calendarRanges.map(named)
const recent = () =>
  prefs.get().recentlyUsedTimeRanges.map(({ from, to }): SlotOption<TimeRange> => {
    const value = absoluteRange(new Date(from), new Date(to))
    return { value, label: formatRange(value), hint: 'Recent' }
  })

/** A command handled by a page with a time range in its address. It does not exist on other pages. */
const view = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group: 'Time', keywords, effect: 'view' })

export const timeCommands = defineCommands([
  defineCommand({
    id: 'time.set',
    title: 'Set time range',
    group: 'Time',
    keywords: 'last hour day week period window since between dates',
    slots: { range: rangeSlot },
    effect: 'view',
    preview: ({ range: chosen }) =>
      `Shows ${chosen.type === 'absolute' ? 'the time between the two dates' : inSentence(chosen.display)}.`,
  }),
  view('time.back', 'Back by one time range', 'earlier previous older window shift'),
  view('time.forward', 'Forward by one time range', 'later next newer window shift'),
  view('time.zoomOut', 'Zoom out to twice the time', 'wider longer range'),
  view('time.absolute', 'Pin the time range', 'absolute fixed share link dates'),
  view('time.copy', 'Copy the time range', 'clipboard'),
  view('time.paste', 'Paste a time range', 'clipboard grafana'),
  view('time.reset', 'Reset the time range', 'default clear'),
])

/** Formats a range for use in a sentence: `Last 2 days` becomes `the last 2 days`, `Yesterday` becomes `yesterday`. */
function inSentence(display: string): string {
  const words = `${display.slice(0, 1).toLowerCase()}${display.slice(1)}`
  return /^(?:last|next)\b/.test(words) ? `the ${words}` : words
}
