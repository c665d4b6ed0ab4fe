import { incidentReportPage } from '@/shared/pages/incidents'
import { defineCommand } from '../command'
import { readAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { enumSlot, targetSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./reports.runs'))
const group = 'Incidents'

const forms = ['page', 'markdown'] as const
const labels: Readonly<Record<(typeof forms)[number], string>> = {
  page: 'Printable page',
  markdown: 'Markdown file',
}

export const reportCommands = defineCommands([
  defineCommand({
    id: 'incident.postmortem',
    title: ({ as }) => (as === undefined ? 'Write the post-mortem' : `Post-mortem: ${labels[as]}`),
    group,
    keywords: 'postmortem report export retrospective review pdf print markdown document summary',
    feature: 'incidents',
    slots: {
      incident: targetSlot('incident'),
      as: {
        ...enumSlot('As', forms),
        options: { from: 'list', list: () => forms.map((value) => ({ value, label: labels[value] })) },
      },
    },
    available: (context) => !context.isReadOnly && readAvailability(context, 'incident'),
    effect: 'view',
    preview: ({ incident: [one], as }) =>
      as === 'page'
        ? `Shows ${one?.label} as a printable page.`
        : `Saves ${one?.label} as a Markdown file: summary, hypotheses, evidence, definition of done and timeline.`,
    run({ incident, as }, effects) {
      const [one] = incident
      if (!one) return undefined
      if (as === 'page') return effects.navigate(incidentReportPage.at(one.id))
      return runs((module) => module.saveReportMarkdown)({ incident }, effects)
    },
  }),
  defineCommand({
    id: 'report.print',
    title: 'Print this page',
    group,
    keywords: 'paper pdf post-mortem report',
    feature: 'incidents',
    effect: 'view',
  }),
])
