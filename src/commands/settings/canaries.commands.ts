import { DRAFT_CHECKS, draftChecksSchema } from '@/lib/health/draft-checks'
import { defineCommand } from '../command'
import { writeAvailability } from '../context'
import { editorSlot } from '../slots'
import { runAvailability } from '../health/check.commands'
import { defineCommands } from '../registry'

export const canaryCommands = defineCommands([
  defineCommand({
    id: 'canary.explain',
    title: 'Explain unsaved check',
    group: 'Health',
    keywords: 'try test dry run once check canary editor typed request response rule verdict',
    feature: 'health',
    slots: { typed: editorSlot('Checks', draftChecksSchema, DRAFT_CHECKS) },
    available(context, { typed: known }) {
      if (context.deployment?.backend !== 'embedded' || !known) return false
      const offer = runAvailability(context)
      return offer === true ? writeAvailability(context, 'canaries') : offer
    },
    effect: 'view',
    opens: 'dialog',
    preview: () =>
      'Runs the check in the editor once, without saving the result. Shows the exchange and the deciding rule.',
  }),
])
