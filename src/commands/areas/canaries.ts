import { TYPED_CHECKS, typedChecks } from '../../lib/typed-checks'
import { command } from '../command'
import { offerToWrite } from '../context'
import { typedSlot } from '../slots'
import { runOffer } from './health'

export const canaryCommands = [
  command({
    id: 'canary.explain',
    title: 'Explain unsaved check',
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
    preview: () =>
      'Runs the check in the editor once, without saving the result. Shows the exchange and the deciding rule.',
  }),
]
