import { z } from 'zod/mini'
import { may } from '../../lib/access'
import { evidenceKinds } from '../../lib/evidence-kinds'
import { command, type Target } from '../command'
import { offerToWrite } from '../context'
import { lazyRuns } from '../lazy-runs'
import { namesOf } from '../names'
import { jsonField, targets, textField } from '../slots'

const runs = lazyRuns(() => import('./evidence.runs'))

const optional = { isOptional: true } as const
const text = (label: string) => textField(label, z.string().check(z.trim()), optional)

/** What earlier tries created: evidence ids by the id of what became evidence. */
const made = z.object({
  /** The incident and hypothesis that it belongs to. */
  to: z.string(),
  incidentId: z.optional(z.string()),
  hypothesisId: z.optional(z.string()),
  evidences: z.record(z.string(), z.string()),
})
export type MadeBefore = z.infer<typeof made>

const isIncident = ({ kind }: Target) => kind === 'incident'

export const evidenceCommands = [
  command({
    id: 'evidence.link',
    title: 'Link to incident',
    group: 'Incidents',
    keywords: 'add attach evidence hypothesis ack acknowledge escalate',
    slots: {
      sources: targets(...evidenceKinds),
      /** The id of an open incident; without it a new one is created. On the page of an incident it is that one. */
      incident: { ...text('Incident'), answer: ({ targets: around }) => around.find(isIncident)?.id },
      /** Also given for an open incident, so that the outcome can name it. */
      title: textField('Title', z.string().check(z.trim(), z.minLength(1))),
      type: text('Type'),
      severity: text('Severity'),
      /** The id of a hypothesis of the open incident. */
      hypothesis: text('Hypothesis'),
      hypothesisTitle: text('New hypothesis'),
      description: text('Description'),
      isDone: text('Part of the definition of done'),
      // Private, because undo deletes what is named here: a link could name the work of others.
      made: jsonField('Made by earlier tries', made, { isOptional: true, isPrivate: true }),
    },
    // Whoever may not is not offered it at all.
    available: (context) => may(context, 'evidences', 'write') && offerToWrite(context, 'evidences'),
    feature: 'incidents',
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ sources, title }) => `Adds ${namesOf(sources)} to the incident “${title}”.`,
    run: runs(({ add }) => add),
  }),
]
