import { z } from 'zod/mini'
import { whoami } from '../../api/whoami'
import { may } from '../../lib/access'
import { accessNeeded } from '../../lib/access-needed'
import { formatNames } from '../../lib/format'
import { failureMessage } from '../../lib/outcome'
import { command, NotDone, type Target } from '../command'
import { jsonField, targets, textField } from '../slots'
import { halfDone, type Link, link, type Made, unlink } from './evidence-link'

const optional = { isOptional: true } as const
const text = (label: string) => textField(label, z.string().check(z.trim()), optional)

const made = z.object({
  incidentId: z.optional(z.string()),
  hypothesisId: z.optional(z.string()),
  evidences: z.record(z.string(), z.string()),
})

export const evidenceCommands = [
  command({
    id: 'evidence.link',
    title: 'Add to incident',
    group: 'Incidents',
    keywords: 'link attach evidence hypothesis new incident open report declare',
    slots: {
      sources: targets('check'),
      /** The id of an open one; without it a new one is made. */
      incident: text('Incident'),
      /** Of the open one, too: so that the outcome can name it. */
      title: textField('Title', z.string().check(z.trim(), z.minLength(1))),
      type: text('Type'),
      severity: text('Severity'),
      /** The id of one of the open incident. */
      hypothesis: text('Hypothesis'),
      hypothesisTitle: text('New hypothesis'),
      description: text('Description'),
      isDone: text('Part of the definition of done'),
      // Whoever could write it could have things removed that an undo takes for its own.
      made: jsonField('Made by earlier tries', made, { isOptional: true, isPrivate: true }),
    },
    available: (context) =>
      !context.isReadOnly &&
      (may(context, 'evidences', 'write') ? context.online || 'You are offline.' : accessNeeded('evidences', 'write')),
    feature: 'incidents',
    effect: 'change',
    opens: 'form',
    undoable: true,
    preview: ({ sources, title }) => `Adds ${namesOf(sources)} to the incident “${title}”.`,
    async run(args, effects) {
      const { payload } = await effects.fetch(whoami())
      const wanted = { ...wantedOf(args), sources: args.sources, personId: payload.user.id }
      const { evidences = {}, ...before } = args.made ?? {}
      const done: Made = { ...before, evidences: new Map(Object.entries(evidences)) }
      try {
        const { incidentId, hypothesisId } = await link(wanted, done)
        return {
          said: `Linked to incident successfully: ${wanted.incident.title}.`,
          undo: () => unlink(done),
          next: [{ title: 'Open incident', call: `nav.open?target=incident:${incidentId}` }],
          // Done again, what comes next is added to the same.
          again: { incident: incidentId, hypothesis: hypothesisId },
        }
      } catch (error) {
        throw new NotDone(`${halfDone(wanted, done)}${failureMessage(error)}`, {
          goOn: goOnFrom(done),
          cause: error,
        })
      }
    },
  }),
]

const namesOf = (list: readonly Target[]) => formatNames(list.map(({ label }) => label))

type Written = Partial<
  Record<
    'incident' | 'title' | 'type' | 'severity' | 'hypothesis' | 'hypothesisTitle' | 'description' | 'isDone',
    string | undefined
  >
>

/** @throws {NotDone} for what is missing, at its field. */
function wantedOf(args: Written): Pick<Link, 'incident' | 'hypothesis' | 'description' | 'isDefinitionOfDone'> {
  const { incident, title = '', type = '', severity = '', hypothesis, hypothesisTitle = '', description = '' } = args
  const rest = { description, isDefinitionOfDone: args.isDone === 'true' }
  if (!incident) {
    const fields = {
      ...(type === '' ? { type: 'Please select an incident type' } : {}),
      ...(severity === '' ? { severity: 'Please select incident severity' } : {}),
    }
    if (Object.keys(fields).length > 0) throw new NotDone('A new incident needs a type and a severity.', { fields })
    return { ...rest, incident: { is: 'new', title, type, severity }, hypothesis: { is: 'new', title } }
  }
  const message = 'Must select or create a hypothesis'
  if (!hypothesis && hypothesisTitle === '') throw new NotDone(message, { fields: { hypothesis: message } })
  return {
    ...rest,
    incident: { is: 'existing', id: incident, title },
    hypothesis: hypothesis ? { is: 'existing', id: hypothesis } : { is: 'new', title: hypothesisTitle },
  }
}

/** What a next try is told, so that it makes nothing twice. */
function goOnFrom({ incidentId, hypothesisId, evidences }: Made): Record<string, string> {
  return {
    ...(incidentId === undefined ? {} : { incident: incidentId }),
    ...(hypothesisId === undefined ? {} : { hypothesis: hypothesisId }),
    made: JSON.stringify({ incidentId, hypothesisId, evidences: Object.fromEntries(evidences) }),
  }
}
