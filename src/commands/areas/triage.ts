import { z } from 'zod/mini'
import { paths } from '../../lib/paths'
import { readableSources, triageKinds } from '../../lib/triage'
import { command, type Offer } from '../command'
import type { Context } from '../context'
import { oneTarget, words } from '../slots'
import { decide, decideAgain, decisions, keyOf } from '../stores/triage-store'

const group = 'Triage'

const toSkip = (context: Context): Offer =>
  !context.isReadOnly && context.places.some(({ scope }) => scope === 'triage')

/** What the page handles: the queue and its cursor are there. */
const handled = (id: string, title: string, keywords: string) => command({ id, title, group, keywords, effect: 'view' })

/** Whoever may read something that is in the queue, besides checks, which have a page of their own. */
const toGo = (context: Context): Offer =>
  !context.isReadOnly &&
  (readableSources(context).some((source) => source !== 'checks') || 'There is nothing in it that you may read.')

export const triageCommands = [
  command({
    id: 'go.triage',
    title: 'Go to triage',
    group: 'Go',
    keywords: 'queue inbox todo on-call next work attention',
    available: toGo,
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.triage),
  }),
  command({
    id: 'triage.skip',
    title: 'Skip with a reason',
    group,
    keywords: 'ignore dismiss later leave known pass',
    slots: {
      item: oneTarget(...triageKinds),
      reason: words(
        'Reason',
        'Why nothing has to be done',
        z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
      ),
    },
    available: toSkip,
    effect: 'change',
    undo: 'inverse',
    preview: ({ item: [one], reason }) => `Leaves ${one?.label} as it is: ${reason}.`,
    verb: () => 'Skip',
    run({ item: [one], reason }) {
      if (!one) return undefined
      const key = keyOf(one)
      const before = decisions.get()[key]
      decide(key, { how: 'skipped', words: reason, at: new Date().toISOString() })
      return {
        message: `Skipped ${one.label}: ${reason}.`,
        undo() {
          decideAgain(key, before)
          return { message: `${one.label} is undecided again.` }
        },
      }
    },
  }),
  handled('triage.takeBack', 'Take the last decision back', 'undo revert undecided'),
  handled('triage.renew', 'Take a new queue', 'refresh reload snapshot newer again'),
]
