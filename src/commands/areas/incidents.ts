import { z } from 'zod/mini'
import { wordsOfScript } from '../../lib/done-scripts'
import {
  hypothesisStatuses,
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  wordsOfType,
} from '../../lib/incidents'
import { paths } from '../../lib/paths'
import { weights } from '../../lib/hypotheses'
import { shownProgress, unmetBefore } from '../../lib/progress'
import { command, type Slot, type Target } from '../command'
import { type Context, offerToRead, offerToWrite } from '../context'
import { lazyFinds, lazyRuns } from '../lazy-runs'
import { namesOf } from '../names'
import { destination, foundTarget, oneOf, oneTarget, targets, textField, words } from '../slots'

const runs = lazyRuns(() => import('./incidents.runs'))
const finds = lazyFinds(() => import('./incidents.finds'))
const group = 'Incidents'
const feature = 'incidents'
const common = { group, feature, effect: 'change', undo: 'inverse' } as const

const toIncidents = (context: Context) => offerToWrite(context, 'incident')
const toEvidence = (context: Context) => offerToWrite(context, 'evidences')

const optional = { isOptional: true } as const
const title = textField('Title', z.string().check(z.trim(), z.minLength(1, 'Enter a title'), z.maxLength(500)))
const description = textField('Description', z.string().check(z.trim(), z.maxLength(10_000)), optional)

/** Empty: the item is ticked manually. */
const scriptText = z.string().check(z.trim(), z.maxLength(10_000))

const person = foundTarget(
  'person',
  finds((module) => module.findPerson),
  { isFew: true }
)

/** The open items of an incident's definition of done, as far as they are loaded. They do not block the change. */
function unmetOf({ id }: Target, status: string): string[] {
  const progress = shownProgress(id)
  return progress ? [unmetBefore(status, progress)].filter(Boolean) : []
}

const describeScript = (script: string) => wordsOfScript(script) ?? `its condition is true: ${script}`

const watchable = foundTarget(
  'evidence',
  finds((module) => module.findWatchable),
  { isFew: true }
)

const wantedScript: Slot<string> = {
  ...words('Done when', 'Choose a condition or write a CEL expression', scriptText),
  options: { from: 'server', isFew: true, find: finds((module) => module.findScripts) },
}

const assignee: Slot<string> = {
  ...words(
    'Person or team',
    'A person or a team',
    z.string().check(z.regex(/^(?:person|team):/, 'No person or team has this name'))
  ),
  options: { from: 'server', isFew: true, find: finds((module) => module.findResponder) },
}

export const incidentCommands = [
  command({
    id: 'go.incidents',
    title: 'Go to incidents',
    group: 'Go',
    keywords: 'outage alert on-call triage',
    feature,
    available: (context) => !context.isReadOnly && offerToRead(context, 'incident'),
    effect: 'view',
    run: (_args, { navigate }) => navigate(paths.incidents),
  }),
  command({
    id: 'incident.open',
    title: 'Go to incident',
    group,
    keywords: 'jump find show outage INC',
    feature,
    slots: { incident: destination('incident') },
    available: (context) => !context.isReadOnly && offerToRead(context, 'incident'),
    effect: 'view',
    preview: ({ incident: [one] }) => `Opens ${one?.label}.`,
    run({ incident: [one] }, { navigate }) {
      if (one) navigate(paths.incident(one.id))
    },
  }),
  command({
    ...common,
    id: 'incident.create',
    title: 'Open an incident',
    keywords: 'new create add report declare outage',
    slots: {
      title,
      type: textField('Type', z.enum(incidentTypes)),
      severity: textField('Severity', z.enum(incidentSeverities)),
      description,
    },
    available: toIncidents,
    opens: 'form',
    preview: ({ title: called }) => `Opens the incident “${called}”, of which you are commander and communicator.`,
    run: runs((module) => module.create),
  }),
  command({
    ...common,
    id: 'incident.edit',
    title: 'Edit incident',
    keywords: 'rename title description change',
    slots: { incident: oneTarget('incident'), title, description },
    available: toIncidents,
    opens: 'form',
    preview: ({ title: called }) => `Sets the title and description of the incident “${called}”.`,
    run: runs((module) => module.edit),
  }),
  command({
    ...common,
    id: 'incident.status',
    title: ({ status }) => (status ? `Set status to ${status}` : 'Set incident status'),
    keywords: 'acknowledge ack state close resolve mitigate reopen investigate',
    slots: { incidents: targets('incident'), status: oneOf('Status', incidentStatuses) },
    available: toIncidents,
    confirm: 'many',
    preview: ({ incidents, status }) =>
      [
        `Sets the status of ${namesOf(incidents)} to ${status}.`,
        ...incidents.flatMap((one) => unmetOf(one, status)),
      ].join(' '),
    verb: () => 'Set status',
    run: runs((module) => module.setStatus),
  }),
  command({
    ...common,
    id: 'incident.severity',
    title: ({ severity }) => (severity ? `Set severity to ${severity}` : 'Set incident severity'),
    keywords: 'priority impact critical blocker high medium low',
    slots: { incidents: targets('incident'), severity: oneOf('Severity', incidentSeverities) },
    available: toIncidents,
    confirm: 'many',
    preview: ({ incidents, severity }) => `Sets the severity of ${namesOf(incidents)} to ${severity}.`,
    verb: () => 'Set severity',
    run: runs((module) => module.setSeverity),
  }),
  command({
    ...common,
    id: 'incident.type',
    title: 'Set incident type',
    keywords: 'kind availability performance security cost',
    slots: {
      incidents: targets('incident'),
      type: {
        ...oneOf('Type', incidentTypes),
        options: { from: 'list', list: () => incidentTypes.map((value) => ({ value, label: wordsOfType(value) })) },
      },
    },
    available: toIncidents,
    confirm: 'many',
    preview: ({ incidents, type }) => `Sets the type of ${namesOf(incidents)} to ${wordsOfType(type).toLowerCase()}.`,
    verb: () => 'Set type',
    run: runs((module) => module.setType),
  }),
  command({
    ...common,
    id: 'incident.take',
    title: 'Take command of the incident',
    keywords: 'commander own me mine assign acknowledge ack',
    slots: { incidents: targets('incident') },
    available: (context, { incidents }) =>
      incidents || !context.places.some(({ scope }) => scope === 'triage')
        ? toIncidents(context)
        : 'Only incidents have a commander. Choose an incident.',
    confirm: 'many',
    preview: ({ incidents }) => `You become the commander of ${namesOf(incidents)}.`,
    verb: () => 'Take command',
    run: runs((module) => module.take),
  }),
  command({
    ...common,
    id: 'incident.commander',
    title: 'Set commander',
    keywords: 'owner lead assign person incident',
    slots: { incident: oneTarget('incident'), person },
    available: toIncidents,
    preview: ({ incident: [one], person: [who] }) => `Makes ${who?.label} the commander of ${one?.label}.`,
    run: runs((module) => module.setCommander),
  }),
  command({
    ...common,
    id: 'incident.communicator',
    title: 'Set communicator',
    keywords: 'spokesperson updates assign person incident',
    slots: { incident: oneTarget('incident'), person },
    available: toIncidents,
    preview: ({ incident: [one], person: [who] }) => `Makes ${who?.label} the communicator of ${one?.label}.`,
    run: runs((module) => module.setCommunicator),
  }),
  command({
    ...common,
    id: 'responder.add',
    title: 'Add responder',
    keywords: 'assign person team page on-call help',
    slots: {
      incident: oneTarget('incident'),
      responder: assignee,
    },
    available: (context) => offerToWrite(context, 'responder'),
    preview: ({ incident: [one] }) => `Adds a responder to ${one?.label}.`,
    run: runs((module) => module.addResponder),
  }),
  command({
    ...common,
    id: 'responder.remove',
    title: 'Remove responder',
    keywords: 'unassign person team dismiss release',
    slots: { responder: oneTarget('responder') },
    available: (context) => offerToWrite(context, 'responder'),
    preview: ({ responder: [who] }) => `Removes ${who?.label} from the incident.`,
    run: runs((module) => module.removeResponder),
  }),
  command({
    ...common,
    id: 'comment.add',
    title: 'Comment',
    keywords: 'say note update write message',
    slots: {
      about: oneTarget('incident', 'hypothesis', 'evidence'),
      text: textField('Comment', z.string().check(z.trim(), z.minLength(1, 'Enter a comment'), z.maxLength(10_000))),
    },
    available: (context) => offerToWrite(context, 'comments'),
    opens: 'form',
    preview: ({ about: [one] }) => `Adds a comment to ${one?.label}.`,
    run: runs((module) => module.addComment),
  }),
  command({
    ...common,
    id: 'hypothesis.create',
    title: 'Add hypothesis',
    keywords: 'new cause factor solution theory guess suspect',
    slots: {
      above: oneTarget('incident', 'hypothesis'),
      title: words('Hypothesis', 'A possible cause or solution'),
    },
    available: toIncidents,
    preview: ({ above: [one], title: called }) => `Adds “${called}” below ${one?.label}.`,
    run: runs((module) => module.addHypothesis),
  }),
  command({
    ...common,
    id: 'hypothesis.rename',
    title: 'Rename hypothesis',
    keywords: 'edit title',
    slots: { hypothesis: oneTarget('hypothesis'), title: words('Hypothesis', 'The new title') },
    available: toIncidents,
    preview: ({ hypothesis: [one], title: called }) => `Renames ${one?.label} to “${called}”.`,
    run: runs((module) => module.renameHypothesis),
  }),
  command({
    ...common,
    id: 'hypothesis.status',
    title: ({ status }) => (status ? `Mark as ${status}` : 'Set hypothesis status'),
    keywords: 'proven likely possible unlikely improbable disproven believe doubt',
    slots: { hypotheses: targets('hypothesis'), status: oneOf('Status', hypothesisStatuses) },
    available: toIncidents,
    preview: ({ hypotheses, status }) => `Sets the status of ${namesOf(hypotheses)} to ${status}.`,
    run: runs((module) => module.setHypothesisStatus),
  }),
  command({
    ...common,
    id: 'hypothesis.accept',
    title: 'Accept the proposed status',
    keywords: 'proposal agree evidence weigh judge',
    slots: { hypothesis: oneTarget('hypothesis') },
    available: toIncidents,
    preview: ({ hypothesis: [one] }) => `Sets ${one?.label} to the status that its evidence proposes.`,
    run: runs((module) => module.acceptProposal),
  }),
  command({
    id: 'hypothesis.delete',
    title: 'Delete hypothesis',
    group,
    feature,
    keywords: 'remove',
    slots: { hypothesis: oneTarget('hypothesis') },
    available: toIncidents,
    effect: 'change',
    undo: 'none',
    preview: ({ hypothesis: [one] }) =>
      `Deletes ${one?.label} and its descendants, with their evidence and comments. This cannot be undone. To keep them readable, mark the hypothesis as disproven instead.`,
    verb: () => 'Delete hypothesis',
    run: runs((module) => module.deleteHypothesis),
  }),
  command({
    ...common,
    id: 'evidence.weigh',
    title: ({ weight }) =>
      weight === undefined
        ? 'Weigh evidence'
        : weight === 'neither'
          ? 'Remove weight'
          : `Weight: ${weight} the hypothesis`,
    keywords: 'supports contradicts for against prove disprove',
    slots: { evidences: targets('evidence'), weight: oneOf('Weight', [...weights, 'neither']) },
    available: toEvidence,
    preview: ({ evidences, weight }) =>
      weight === 'neither'
        ? `Removes the weight of ${namesOf(evidences)}.`
        : `Records that ${namesOf(evidences)} ${weight} the hypothesis.`,
    run: runs((module) => module.weigh),
  }),
  command({
    ...common,
    id: 'evidence.done',
    title: 'Mark as done or not done',
    keywords: 'tick complete definition of done met check off',
    slots: { evidences: targets('evidence') },
    available: toEvidence,
    preview: ({ evidences }) => `Marks ${namesOf(evidences)} as done, or as not done.`,
    run: runs((module) => module.toggleDone),
  }),
  command({
    ...common,
    id: 'evidence.definition',
    title: 'Add to or remove from the definition of done',
    keywords: 'dod criteria finished over until',
    slots: { evidences: targets('evidence') },
    available: toEvidence,
    preview: ({ evidences }) => `Adds ${namesOf(evidences)} to the definition of done, or removes it.`,
    run: runs((module) => module.toggleDefinition),
  }),
  command({
    ...common,
    id: 'done.add',
    title: 'Add an item to the definition of done',
    keywords: 'item checklist until over criteria evidence',
    slots: { incident: oneTarget('incident'), text: words('Item', 'A short text. The item is ticked manually') },
    available: toEvidence,
    preview: ({ incident: [one], text }) => `Adds “${text}” to the definition of done of ${one?.label}.`,
    run: runs((module) => module.addPart),
  }),
  command({
    ...common,
    id: 'done.automate',
    title: 'Add a condition to the definition of done',
    keywords: 'automatic script watch healthy resolved tick itself cel condition until evidence dod',
    slots: {
      incident: oneTarget('incident'),
      evidence: watchable,
      script: wantedScript,
    },
    available: toEvidence,
    preview: ({ incident: [one], evidence: [what], script: wanted }) =>
      `Adds ${what?.label} to the definition of done of ${one?.label}: ${describeScript(wanted)}. The server ticks it automatically.`,
    run: runs((module) => module.setScript),
  }),
  command({
    ...common,
    id: 'evidence.script',
    title: 'Set the condition of an item',
    keywords: 'script automatic watch healthy resolved cel expression condition definition of done by hand',
    slots: { evidence: oneTarget('evidence'), script: textField('Done when', scriptText) },
    available: toEvidence,
    opens: 'form',
    preview: ({ evidence: [what], script: wanted }) =>
      wanted === ''
        ? `${what?.label} is ticked manually.`
        : `${what?.label} is done when ${describeScript(wanted)}. The server ticks it automatically.`,
    run: runs((module) => module.setScript),
  }),
  command({
    id: 'evidence.remove',
    title: 'Remove evidence',
    group,
    feature,
    keywords: 'unlink detach delete',
    slots: { evidences: targets('evidence') },
    available: toEvidence,
    effect: 'change',
    undo: 'none',
    preview: ({ evidences }) =>
      `Removes ${namesOf(evidences)} from the incident, including stored copies. This cannot be undone.`,
    verb: () => 'Remove evidence',
    run: runs((module) => module.remove),
  }),
]
