import { timelinePath } from '@/shared/pages/timeline'
import { catalogAvailability } from '../context'
import { choiceCommandFactory } from '../choice-command'
import { defineCommand } from '../command'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const choosing = choiceCommandFactory({ group: 'Timeline', feature: 'config' })

/** Handled by the timeline. */
const view = (id: `timeline.${string}`, title: string, keywords: string) =>
  defineCommand({
    id,
    title,
    group: 'Timeline',
    keywords,
    feature: 'config',
    effect: 'view',
  })

export const timelineCommands = defineCommands([
  defineCommand({
    id: 'timeline.open',
    title: 'Show what changed before it failed',
    group: 'Timeline',
    keywords: 'why root cause broke changed what happened correlate timeline events deployment blame',
    feature: 'config',
    slots: { subject: targetSlot('check', 'config', 'component') },
    available: catalogAvailability,
    effect: 'view',
    preview: ({ subject: [one] }) => `Ranks the events of ${one?.label} and related resources before the failure.`,
    run({ subject: [one] }, { navigate }) {
      if (one) navigate(timelinePath(one.kind, one.id))
    },
  }),
  choosing(
    'timeline.span',
    'Change look-back',
    'span',
    'Look-back',
    'look further back widen range time before hours days window'
  ),
  view('timeline.previousChange', 'Previous change', 'earlier change before step'),
  view('timeline.nextChange', 'Next change', 'later change after step'),
  view('timeline.previousFailure', 'Previous failure', 'earlier failure before step outage'),
  view('timeline.nextFailure', 'Next failure', 'later failure after step outage'),
])
