import { z } from 'zod/mini'
import { isAllowed } from '@/shared/access/access'
import { evidenceKinds } from '@/lib/incidents/evidence-kinds'
import { defineCommand, type KnownArgs, type Target } from '../command'
import { writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { jsonField, targetsSlot, textField } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./evidence.runs'))

const text = (label: string, isMissing: (sofar: KnownArgs) => boolean = () => false) =>
  textField(label, z.string().check(z.trim()), { isOptional: true, isMissing })

/** Only a new incident needs a type and a severity. */
const isNewIncident = ({ incident }: KnownArgs) => !incident

/** Records created by earlier attempts: evidence ids by source id. */
const createdBefore = z.object({
  /** The incident and hypothesis of the evidence. */
  to: z.string(),
  incidentId: z.optional(z.string()),
  hypothesisId: z.optional(z.string()),
  evidences: z.record(z.string(), z.string()),
})
export type CreatedBefore = z.infer<typeof createdBefore>

const isIncident = ({ kind }: Target) => kind === 'incident'

export const evidenceCommands = defineCommands([
  defineCommand({
    id: 'evidence.link',
    title: 'Link to incident',
    group: 'Incidents',
    keywords: 'add attach evidence hypothesis ack acknowledge escalate',
    slots: {
      sources: targetsSlot(...evidenceKinds),
      /** The id of an open incident; absent to create one. On an incident's page, it is that incident. */
      incident: { ...text('Incident'), answer: ({ targets: around }) => around.find(isIncident)?.id },
      /** Also set for an open incident, so that the outcome can name it. */
      title: textField('Title', z.string().check(z.trim(), z.minLength(1))),
      type: text('Type', isNewIncident),
      severity: text('Severity', isNewIncident),
      /** The id of a hypothesis of the open incident. */
      hypothesis: text('Hypothesis', ({ incident, hypothesisTitle }) => Boolean(incident) && !hypothesisTitle),
      hypothesisTitle: text('New hypothesis'),
      description: text('Description'),
      isDone: jsonField('Part of the definition of done', z.boolean(), { isOptional: true }),
      // Private, because undo deletes the records named here: a link could name those of other users.
      made: jsonField('Created by earlier attempts', createdBefore, { isOptional: true, isPrivate: true }),
    },
    // Specification, "Permissions": the action is hidden without the permission.
    available: (context) => isAllowed(context, 'evidences', 'write') && writeAvailability(context, 'evidences'),
    feature: 'incidents',
    effect: 'change',
    opens: 'form',
    undo: 'inverse',
    preview: ({ sources, title }) => `Adds ${formatTargetNames(sources)} to the incident “${title}”.`,
    run: runs((module) => module.linkEvidence),
  }),
])
