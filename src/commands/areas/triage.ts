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

/** A command that the page handles, which has the queue and its cursor. */
const handled = (id: string, title: string, keywords: string) => command({ id, title, group, keywords, effect: 'view' })

/** Requires read access to a source of the queue other than checks, which have their own page. */
const toGo = (context: Context): Offer =>
  !context.isReadOnly &&
  (readableSources(context).some((source) => source !== 'checks') || 'You have no access to any item in the queue.')

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
    title: 'Dismiss',
    group,
    keywords: 'ignore skip later leave known pass',
    slots: {
      item: oneTarget(...triageKinds),
      reason: words(
        'Reason',
        'Why no action is required',
        z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
      ),
    },
    available: toSkip,
    effect: 'change',
    undo: 'inverse',
    preview: ({ item: [one], reason }) => `Dismisses ${one?.label}: ${reason}.`,
    verb: () => 'Dismiss',
    run({ item: [one], reason }) {
      if (!one) return undefined
      const key = keyOf(one)
      const before = decisions.get()[key]
      decide(key, { how: 'skipped', words: reason, at: new Date().toISOString() })
      return {
        message: `Dismissed ${one.label}: ${reason}.`,
        undo() {
          decideAgain(key, before)
          return { message: `${one.label} is untriaged again.` }
        },
      }
    },
  }),
  handled('triage.takeBack', 'Undo last decision', 'take back revert undecided'),
  handled('triage.renew', 'Reload queue', 'refresh take new snapshot newer again'),
]
