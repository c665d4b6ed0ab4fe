import { TYPED_CHECKS, typedChecks } from '../../lib/typed-checks'
import { command } from '../command'
import { offerToWrite } from '../context'
import { typedSlot } from '../slots'
import { runOffer } from './health'

export const canaryCommands = [
  command({
    id: 'canary.explain',
    title: 'Run once and explain, unsaved',
    group: 'Health',
    keywords: 'try test dry run once check canary editor typed request response rule verdict',
    feature: 'health',
    slots: { typed: typedSlot('Checks', typedChecks, TYPED_CHECKS) },
    available(context, { typed: known }) {
      if (context.deployment?.backend !== 'embedded' || !known) return false
      const offer = runOffer(context)
      return offer === true ? offerToWrite(context, 'canaries') : offer
    },
    effect: 'view',
    opens: 'dialog',
    preview: () => 'Runs a check as it is typed, stores nothing, and shows what was asked and what decided.',
  }),
]
