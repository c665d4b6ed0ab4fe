import { z } from 'zod/mini'
import { triageKinds } from '@/lib/triage/triage'
import { defineCommand, type Availability } from '../command'
import type { CommandContext } from '../context'
import { targetSlot, textSlot } from '../slots'
import { recordDecision, restoreDecision, triageDecisions, decisionKey } from '../stores/triage-store'
import { defineCommands } from '../registry'

const group = 'Triage'

const dismissAvailability = (context: CommandContext): Availability =>
  !context.isReadOnly && context.places.some(({ scope }) => scope === 'triage')

/** A command that the page handles, which has the queue and its cursor. */
const handled = (id: string, title: string, keywords: string) =>
  defineCommand({ id, title, group, keywords, effect: 'view' })

export const triageCommands = defineCommands([
  defineCommand({
    id: 'triage.skip',
    title: 'Dismiss',
    group,
    keywords: 'ignore skip later leave known pass',
    slots: {
      item: targetSlot(...triageKinds),
      reason: textSlot(
        'Reason',
        'Why no action is required',
        z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
      ),
    },
    available: dismissAvailability,
    effect: 'change',
    undo: 'inverse',
    preview: ({ item: [one], reason }) => `Dismisses ${one?.label}: ${reason}.`,
    verb: () => 'Dismiss',
    run({ item: [one], reason }) {
      if (!one) return undefined
      const key = decisionKey(one)
      const before = triageDecisions.get()[key]
      recordDecision(key, { how: 'skipped', words: reason, at: new Date().toISOString() })
      return {
        message: `Dismissed ${one.label}: ${reason}.`,
        undo() {
          restoreDecision(key, before)
          return { message: `${one.label} is untriaged again.` }
        },
      }
    },
  }),
  { ...handled('triage.takeBack', 'Undo last decision', 'take back revert undecided'), isUnlinkable: true },
  handled('triage.renew', 'Reload queue', 'refresh take new snapshot newer again'),
])
