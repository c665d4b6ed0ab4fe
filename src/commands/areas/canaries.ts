import { z } from 'zod/mini'
import { TYPED_CHECKS, type TypedChecks, typedChecks } from '../../lib/typed-checks'
import { command, type Slot } from '../command'
import { offerToWrite } from '../context'
import { runOffer } from './health'

const written = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text): unknown => JSON.parse(text))
  ),
  typedChecks
)

const typed: Slot<TypedChecks> = {
  label: 'Checks',
  schema: written,
  write: (value) => JSON.stringify(value),
  answer: (context) => written.safeParse(context.choices(TYPED_CHECKS)[0]?.value).data,
  // A spec may hold secrets.
  isPrivate: true,
}

export const canaryCommands = [
  command({
    id: 'canary.explain',
    title: 'Run once and explain, unsaved',
    group: 'Health',
    keywords: 'try test dry run once check canary editor typed request response rule verdict',
    feature: 'health',
    slots: { typed },
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
