import { z } from 'zod/mini'
import { formatClock } from '../../lib/format-date'
import { readSilence, silencedKinds, silenceDurations, USUAL_SILENCE, wordsOfSilence } from '../../lib/silence'
import { zoneOf } from '../../lib/time/zones'
import { command, type Slot } from '../command'
import { offerToWrite } from '../context'
import { lazyRuns } from '../lazy-runs'
import { namesOf } from '../names'
import { targets, words } from '../slots'
import { prefs } from '../stores/preference-store'

const runs = lazyRuns(() => import('./silences.runs'))

/** The duration as typed. */
const duration: Slot<string> = {
  label: 'Duration',
  schema: z
    .string()
    .check(z.refine((text) => readSilence(text) !== undefined, 'A duration of a year at most, such as 90m, 4h or 2d')),
  write: (text) => text,
  text: 'Such as 90m, 4h or 2d',
  display: (text) => wordsOfSilence(text),
  initial: USUAL_SILENCE,
  options: {
    from: 'list',
    list() {
      const now = new Date()
      const timeZone = zoneOf(prefs.get().display_timezone_preference)
      return silenceDurations.map((value) => {
        const ms = readSilence(value)
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

const reason: Slot<string> & { optional: true } = {
  ...words('Reason', 'Shown with the silence', z.string().check(z.trim(), z.maxLength(2000))),
  optional: true,
}

export const silenceCommands = [
  command({
    id: 'silence.create',
    title: 'Silence notifications',
    group: 'Notifications',
    keywords: 'mute quiet snooze suppress maintenance stop alerts',
    feature: 'settings.notifications',
    slots: { things: targets(...silencedKinds), until: duration, reason },
    available: (context) => offerToWrite(context, 'notifications'),
    effect: 'change',
    undo: 'inverse',
    confirm: 'many',
    preview: ({ things, until, reason: why }) =>
      `Silences notifications about ${namesOf(things)} ${wordsOfSilence(until)}${why ? `: ${why}` : ''}.`,
    verb: () => 'Silence',
    run: runs((module) => module.create),
  }),
]
