import { accessNeeded } from '../../lib/access-needed'
import { paths } from '../../lib/paths'
import { type Context, mayUse } from '../context'
import { command } from '../command'
import { choice, oneTarget } from '../slots'

/** Whether the catalog may be read, where most of what happens is recorded; public pages have none. */
const readOffer = (context: Context) =>
  !context.isReadOnly && (mayUse(context, 'database', 'read') || accessNeeded('database', 'read'))

/** Handled by the timeline. */
const view = (id: `timeline.${string}`, title: string, keywords: string) =>
  command({
    id,
    title,
    group: 'Timeline',
    keywords,
    feature: 'config',
    available: (context) => context.handler(id) !== undefined,
    effect: 'view',
  })

export const timelineCommands = [
  command({
    id: 'timeline.open',
    title: 'Show what changed before it failed',
    group: 'Timeline',
    keywords: 'why root cause broke changed what happened correlate timeline events deployment blame',
    feature: 'config',
    slots: { subject: oneTarget('check', 'config', 'component') },
    available: readOffer,
    effect: 'view',
    preview: ({ subject: [one] }) => `Ranks what happened to ${one?.label}, and around it, before it failed.`,
    run({ subject: [one] }, { navigate }) {
      if (one) navigate(paths.timeline(one.kind, one.id))
    },
  }),
  command({
    id: 'timeline.span',
    title: 'Look further back, or less far',
    group: 'Timeline',
    keywords: 'widen range time before hours days window',
    feature: 'config',
    slots: { span: choice('span', 'How far back') },
    available: (context) => context.choices('span').length > 0,
    effect: 'view',
  }),
  view('timeline.previousChange', 'Previous change', 'earlier change before step'),
  view('timeline.nextChange', 'Next change', 'later change after step'),
  view('timeline.previousFailure', 'Previous failure', 'earlier failure before step outage'),
  view('timeline.nextFailure', 'Next failure', 'later failure after step outage'),
]
