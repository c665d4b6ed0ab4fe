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
  RECOVERY,
} from '@/lib/notifications/silence'
import { resolveZone } from '@/lib/time/zones'
import { defineCommand, type Slot, type SlotOption, type Target } from '../command'
import { type CommandContext, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { targetsSlot, textSlot } from '../slots'
import { prefs } from '../stores/preference-store'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./silences.runs'))

const durationText = z
  .string()
  .check(z.refine((text) => parseSilence(text) !== undefined, 'A duration of a year at most, such as 90m, 4h or 2d'))

function durationOptions(): SlotOption<string>[] {
  const now = new Date()
  const timeZone = resolveZone(prefs.get().display_timezone_preference)
  return silenceDurations.map((value) => {
    const ms = parseSilence(value)
    const until = typeof ms === 'number' ? new Date(now.getTime() + ms) : undefined
    return {
      value,
      label: ms === null ? 'Indefinitely' : value,
      // `2` is two hours, before two days.
      ...(/^\d+h$/.test(value) && { aliases: [value.slice(0, -1)] }),
      ...(until && { hint: `until ${formatClock(until, { now, timeZone })}` }),
    }
  })
}

/** The duration as typed. */
const duration: Slot<string> = {
  label: 'Duration',
  schema: durationText,
  write: (text) => text,
  text: 'Such as 90m, 4h or 2d',
  display: (text) => describeSilence(text),
  initial: DEFAULT_SILENCE,
  options: { from: 'list', list: durationOptions },
}

/** The end of a new silence: a duration, or the recovery of the resource, which the embedded backend watches. */
const end: Slot<string> = {
  ...duration,
  textAfter: 'reason',
  schema: z.union([z.literal(RECOVERY), durationText]),
  refusal: (text, context) => (text === RECOVERY ? recoveryRefusal(context) : undefined),
  options: {
    from: 'list',
    list: (context, sofar) => [
      ...durationOptions(),
      ...(recoveryRefusal(context) === undefined && canRecover(sofar['things'])
        ? [{ value: RECOVERY, label: 'Until it recovers', hint: 'healthy for a minute' }]
        : []),
    ],
  },
}

const recoveryRefusal = ({ deployment }: CommandContext) =>
  deployment?.backend === 'gateway' ? 'Only the embedded backend ends silences on recovery.' : undefined

/** A canary has no health of its own. */
const canRecover = (things: unknown) =>
  Array.isArray(things) && (things as readonly Target[]).every(({ kind }) => kind !== 'canary')

/** What an extension adds. The times of the end are those of the silences, so the options name none. */
const addedDuration: Slot<string> = {
  ...duration,
  options: {
    from: 'list',
    list: () => silenceDurations.map((value) => ({ value, label: value === INDEFINITELY ? 'Indefinitely' : value })),
  },
}

/** Not a step, so that Enter at the duration creates the silence: it is typed after the duration, or added later. */
const reason: Slot<string> & { optional: true } = {
  ...textSlot('Reason', 'Shown with the silence', z.string().check(z.trim(), z.maxLength(2000))),
  optional: true,
  isUnprompted: true,
}

export const silenceCommands = defineCommands([
  defineCommand({
    id: 'silence.create',
    title: 'Silence notifications',
    group: 'Notifications',
    keywords: 'mute quiet snooze suppress maintenance stop alerts',
    feature: 'settings.notifications',
    slots: { things: targetsSlot(...silencedKinds), until: end, reason },
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
