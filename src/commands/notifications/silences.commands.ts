import { z } from 'zod/mini'
import { formatNames } from '@/shared/format'
import { INDEFINITELY } from '@/lib/time/range'
import { formatClock } from '@/lib/format-date'
import {
  parseSilence,
  silencedKinds,
  silenceDurations,
  DEFAULT_SILENCE,
  describeSilence,
} from '@/lib/notifications/silence'
import { resolveZone } from '@/lib/time/zones'
import { defineCommand, type Slot } from '../command'
import { writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { targetsSlot, textSlot } from '../slots'
import { prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./silences.runs'))

/** The duration as typed. */
const duration: Slot<string> = {
  label: 'Duration',
  schema: z
    .string()
    .check(z.refine((text) => parseSilence(text) !== undefined, 'A duration of a year at most, such as 90m, 4h or 2d')),
  write: (text) => text,
  text: 'Such as 90m, 4h or 2d',
  display: (text) => describeSilence(text),
  initial: DEFAULT_SILENCE,
  options: {
    from: 'list',
    list() {
      const now = new Date()
      const timeZone = resolveZone(prefs.get().display_timezone_preference)
      return silenceDurations.map((value) => {
        const ms = parseSilence(value)
        const until = typeof ms === 'number' ? new Date(now.getTime() + ms) : undefined
        return {
          value,
          label: ms === null ? 'Indefinitely' : value,
          ...(until && { hint: `until ${formatClock(until, { now, timeZone })}` }),
        }
      })
    },
  },
}

/** What an extension adds. The times of the end are those of the silences, so the options name none. */
const addedDuration: Slot<string> = {
  ...duration,
  options: {
    from: 'list',
    list: () => silenceDurations.map((value) => ({ value, label: value === INDEFINITELY ? 'Indefinitely' : value })),
  },
}

const reason: Slot<string> & { optional: true } = {
  ...textSlot('Reason', 'Shown with the silence', z.string().check(z.trim(), z.maxLength(2000))),
  optional: true,
}

export const silenceCommands = defineCommands([
  defineCommand({
    id: 'silence.create',
    title: 'Silence notifications',
    group: 'Notifications',
    keywords: 'mute quiet snooze suppress maintenance stop alerts',
    feature: 'settings.notifications',
    slots: { things: targetsSlot(...silencedKinds), until: duration, reason },
    available: (context) => writeAvailability(context, 'notifications'),
    effect: 'change',
    undo: 'inverse',
    confirm: 'many',
    preview: ({ things, until, reason: why }) =>
      `Silences notifications about ${formatTargetNames(things)} ${describeSilence(until)}${why ? `: ${why}` : ''}.`,
    verb: () => 'Silence',
    run: runs((module) => module.createSilences),
  }),
  defineCommand({
    id: 'silence.end',
    title: 'End silence',
    group: 'Notifications',
    keywords: 'unmute stop remove resume alerts',
    feature: 'settings.notifications',
    slots: { silences: { ...targetsSlot('silence'), label: 'Silences' } },
    available: (context) => writeAvailability(context, 'notifications'),
    effect: 'change',
    undo: 'inverse',
    confirm: 'many',
    preview: ({ silences }) => `Ends ${formatNames(silences.map(({ label }) => label))}: notifications are sent again.`,
    verb: () => 'End',
    run: runs((module) => module.endSilences),
  }),
  defineCommand({
    id: 'silence.extend',
    title: 'Extend silence',
    group: 'Notifications',
    keywords: 'longer prolong maintenance continue',
    feature: 'settings.notifications',
    slots: { silences: { ...targetsSlot('silence'), label: 'Silences' }, by: addedDuration },
    available: (context) => writeAvailability(context, 'notifications'),
    effect: 'change',
    undo: 'inverse',
    confirm: 'many',
    preview: ({ silences, by }) =>
      `Extends ${formatNames(silences.map(({ label }) => label))} ${describeSilence(by)}, in addition to what is left.`,
    verb: () => 'Extend',
    run: runs((module) => module.extendSilences),
  }),
])
