import { z } from 'zod/mini'
import { describeScript } from '@/lib/incidents/done-scripts'
import {
  hypothesisStatuses,
  incidentSeverities,
  incidentStatuses,
  incidentTypes,
  incidentTypeLabel,
} from '@/lib/incidents/incidents'
import { incidentPage } from '@/shared/pages/incidents'
import { evidenceWeights } from '@/lib/incidents/hypotheses'
import { findDisplayedProgress, describeOpenItems } from '@/lib/incidents/progress'
import { defineCommand, type Slot, type Target } from '../command'
import { type CommandContext, readAvailability, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { destinationSlot, searchedTargetSlot, enumSlot, targetSlot, targetsSlot, textField, textSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./incidents.runs'))
const finds = lazyFunctions(() => import('./incidents.finds'))
const group = 'Incidents'
const feature = 'incidents'
const common = { group, feature, effect: 'change', undo: 'inverse' } as const

const incidentAvailability = (context: CommandContext) => writeAvailability(context, 'incident')
const evidenceAvailability = (context: CommandContext) => writeAvailability(context, 'evidences')

const optional = { isOptional: true } as const
const title = textField('Title', z.string().check(z.trim(), z.minLength(1, 'Enter a title'), z.maxLength(500)))
const description = textField('Description', z.string().check(z.trim(), z.maxLength(10_000)), optional)

/** Empty: the item is marked as done manually. */
const scriptText = z.string().check(z.trim(), z.maxLength(10_000))

const personSlot = searchedTargetSlot(
  'person',
  finds((module) => module.findPerson),
  { isFew: true }
)

/** The open items of an incident's definition of done, as far as they are loaded. They do not block the change. */
function shownUnmet({ id }: Target, status: string): string[] {
  const progress = findDisplayedProgress(id)
  return progress ? [describeOpenItems(status, progress)].filter(Boolean) : []
}

const describeCondition = (script: string) => describeScript(script) ?? `its condition is true: ${script}`

const watchableSlot = searchedTargetSlot(
  'evidence',
  finds((module) => module.findWatchableEvidence),
  { isFew: true }
)

const scriptSlot: Slot<string> = {
  ...textSlot('Done when', 'Choose a condition or write a CEL expression', scriptText),
  options: { from: 'server', isFew: true, find: finds((module) => module.findPresetScripts) },
}

const assigneeSlot: Slot<string> = {
  ...textSlot(
    'Person or team',
    'A person or a team',
    z.string().check(z.regex(/^(?:person|team):/, 'No person or team has this name'))
  ),
  options: { from: 'server', isFew: true, find: finds((module) => module.findResponder) },
}

export const incidentCommands = defineCommands([
  defineCommand({
    id: 'incident.open',
    title: 'Go to incident',
    group,
    keywords: 'jump find show outage INC',
    feature,
    slots: { incident: destinationSlot('incident') },
    available: (context) => !context.isReadOnly && readAvailability(context, 'incident'),
    effect: 'view',
    preview: ({ incident: [one] }) => `Opens ${one?.label}.`,
    run({ incident: [one] }, { navigate }) {
      if (one) navigate(incidentPage.at(one.id))
    },
  }),
  defineCommand({
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
    available: incidentAvailability,
    opens: 'form',
    preview: ({ title: called }) => `Opens the incident “${called}”, of which you are commander and communicator.`,
    run: runs((module) => module.declareIncident),
  }),
  defineCommand({
    ...common,
    id: 'incident.edit',
    title: 'Edit incident',
    keywords: 'rename title description change',
    slots: { incident: targetSlot('incident'), title, description },
    available: incidentAvailability,
    opens: 'form',
    preview: ({ title: called }) => `Sets the title and description of the incident “${called}”.`,
    run: runs((module) => module.editIncident),
  }),
  defineCommand({
    ...common,
    id: 'incident.status',
    title: ({ status }) => (status ? `Set status to ${status}` : 'Set incident status'),
    keywords: 'acknowledge ack state close resolve mitigate reopen investigate',
    slots: { incidents: targetsSlot('incident'), status: enumSlot('Status', incidentStatuses) },
    available: incidentAvailability,
    confirm: 'many',
    preview: ({ incidents, status }) =>
      [
        `Sets the status of ${formatTargetNames(incidents)} to ${status}.`,
        ...incidents.flatMap((one) => shownUnmet(one, status)),
      ].join(' '),
    verb: () => 'Set status',
    run: runs((module) => module.setIncidentStatus),
  }),
  defineCommand({
    ...common,
    id: 'incident.severity',
    title: ({ severity }) => (severity ? `Set severity to ${severity}` : 'Set incident severity'),
    keywords: 'priority impact critical blocker high medium low',
    slots: { incidents: targetsSlot('incident'), severity: enumSlot('Severity', incidentSeverities) },
    available: incidentAvailability,
    confirm: 'many',
    preview: ({ incidents, severity }) => `Sets the severity of ${formatTargetNames(incidents)} to ${severity}.`,
    verb: () => 'Set severity',
    run: runs((module) => module.setIncidentSeverity),
  }),
  defineCommand({
    ...common,
    id: 'incident.type',
    title: 'Set incident type',
    keywords: 'kind availability performance security cost',
    slots: {
      incidents: targetsSlot('incident'),
      type: {
        ...enumSlot('Type', incidentTypes),
        options: {
          from: 'list',
          list: () => incidentTypes.map((value) => ({ value, label: incidentTypeLabel(value) })),
        },
      },
    },
    available: incidentAvailability,
    confirm: 'many',
    preview: ({ incidents, type }) =>
      `Sets the type of ${formatTargetNames(incidents)} to ${incidentTypeLabel(type).toLowerCase()}.`,
    verb: () => 'Set type',
    run: runs((module) => module.setIncidentType),
  }),
  defineCommand({
    ...common,
    id: 'incident.take',
    title: 'Take command of the incident',
    keywords: 'commander own me mine assign acknowledge ack',
    slots: { incidents: targetsSlot('incident') },
    available: (context, { incidents }) =>
      incidents || !context.places.some(({ scope }) => scope === 'triage')
        ? incidentAvailability(context)
        : 'Only incidents have a commander. Choose an incident.',
    confirm: 'many',
    preview: ({ incidents }) => `You become the commander of ${formatTargetNames(incidents)}.`,
    verb: () => 'Take command',
    run: runs((module) => module.takeIncidentCommand),
  }),
  defineCommand({
    ...common,
    id: 'incident.commander',
    title: 'Set commander',
    keywords: 'owner lead assign person incident',
    slots: { incident: targetSlot('incident'), person: personSlot },
    available: incidentAvailability,
    preview: ({ incident: [one], person: [who] }) => `Makes ${who?.label} the commander of ${one?.label}.`,
    run: runs((module) => module.setIncidentCommander),
  }),
  defineCommand({
    ...common,
    id: 'incident.communicator',
    title: 'Set communicator',
    keywords: 'spokesperson updates assign person incident',
    slots: { incident: targetSlot('incident'), person: personSlot },
    available: incidentAvailability,
    preview: ({ incident: [one], person: [who] }) => `Makes ${who?.label} the communicator of ${one?.label}.`,
    run: runs((module) => module.setIncidentCommunicator),
  }),
  defineCommand({
    ...common,
    id: 'responder.add',
    title: 'Add responder',
    keywords: 'assign person team page on-call help',
    slots: {
      incident: targetSlot('incident'),
      responder: assigneeSlot,
    },
    available: (context) => writeAvailability(context, 'responder'),
    preview: ({ incident: [one] }) => `Adds a responder to ${one?.label}.`,
    run: runs((module) => module.addResponder),
  }),
  defineCommand({
    ...common,
    id: 'responder.remove',
    title: 'Remove responder',
    keywords: 'unassign person team dismiss release',
    slots: { responder: targetSlot('responder') },
    available: (context) => writeAvailability(context, 'responder'),
    preview: ({ responder: [who] }) => `Removes ${who?.label} from the incident.`,
    run: runs((module) => module.removeResponder),
  }),
  defineCommand({
    ...common,
    id: 'comment.add',
    title: 'Comment',
    keywords: 'say note update write message',
    slots: {
      about: targetSlot('incident', 'hypothesis', 'evidence'),
      text: textField('Comment', z.string().check(z.trim(), z.minLength(1, 'Enter a comment'), z.maxLength(10_000))),
    },
    available: (context) => writeAvailability(context, 'comments'),
    opens: 'form',
    preview: ({ about: [one] }) => `Adds a comment to ${one?.label}.`,
    run: runs((module) => module.addComment),
  }),
  defineCommand({
    ...common,
    id: 'hypothesis.create',
    title: 'Add hypothesis',
    keywords: 'new cause factor solution theory guess suspect',
    slots: {
      above: targetSlot('incident', 'hypothesis'),
      title: textSlot('Hypothesis', 'A possible cause or solution'),
    },
    available: incidentAvailability,
    preview: ({ above: [one], title: called }) => `Adds “${called}” below ${one?.label}.`,
    run: runs((module) => module.addHypothesis),
  }),
  defineCommand({
    ...common,
    id: 'hypothesis.rename',
    title: 'Rename hypothesis',
    keywords: 'edit title',
    slots: { hypothesis: targetSlot('hypothesis'), title: textSlot('Hypothesis', 'The new title') },
    available: incidentAvailability,
    preview: ({ hypothesis: [one], title: called }) => `Renames ${one?.label} to “${called}”.`,
    run: runs((module) => module.renameHypothesis),
  }),
  defineCommand({
    ...common,
    id: 'hypothesis.status',
    title: ({ status }) => (status ? `Mark as ${status}` : 'Set hypothesis status'),
    keywords: 'proven likely possible unlikely improbable disproven believe doubt',
    slots: { hypotheses: targetsSlot('hypothesis'), status: enumSlot('Status', hypothesisStatuses) },
    available: incidentAvailability,
    preview: ({ hypotheses, status }) => `Sets the status of ${formatTargetNames(hypotheses)} to ${status}.`,
    run: runs((module) => module.setHypothesisStatus),
  }),
  defineCommand({
    ...common,
    id: 'hypothesis.accept',
    title: 'Accept the proposed status',
    keywords: 'proposal agree evidence weigh judge',
    slots: { hypothesis: targetSlot('hypothesis') },
    available: incidentAvailability,
    preview: ({ hypothesis: [one] }) => `Sets ${one?.label} to the status that its evidence proposes.`,
    run: runs((module) => module.acceptProposal),
  }),
  defineCommand({
    id: 'hypothesis.delete',
    title: 'Delete hypothesis',
    group,
    feature,
    keywords: 'remove',
    slots: { hypothesis: targetSlot('hypothesis') },
    available: incidentAvailability,
    effect: 'change',
    undo: 'none',
    preview: ({ hypothesis: [one] }) =>
      `Deletes ${one?.label} and its descendants, with their evidence and comments. This cannot be undone. To keep them readable, mark the hypothesis as disproven instead.`,
    verb: () => 'Delete',
    refusal: runs((module) => module.refuseRootDeletion),
    run: runs((module) => module.deleteHypothesis),
  }),
  defineCommand({
    ...common,
    id: 'evidence.weigh',
    title: ({ weight }) =>
      weight === undefined
        ? 'Weigh evidence'
        : weight === 'neither'
          ? 'Remove weight'
          : `Weight: ${weight} the hypothesis`,
    keywords: 'supports contradicts for against prove disprove',
    slots: { evidences: targetsSlot('evidence'), weight: enumSlot('Weight', [...evidenceWeights, 'neither']) },
    available: evidenceAvailability,
    preview: ({ evidences, weight }) =>
      weight === 'neither'
        ? `Removes the weight of ${formatTargetNames(evidences)}.`
        : `Records that ${formatTargetNames(evidences)} ${weight} the hypothesis.`,
    run: runs((module) => module.weighEvidence),
  }),
  defineCommand({
    ...common,
    id: 'evidence.done',
    title: 'Mark as done or not done',
    keywords: 'tick complete definition of done met check off',
    slots: { evidences: targetsSlot('evidence') },
    available: evidenceAvailability,
    preview: ({ evidences }) => `Marks ${formatTargetNames(evidences)} as done, or as not done.`,
    run: runs((module) => module.toggleEvidenceDone),
  }),
  defineCommand({
    ...common,
    id: 'evidence.definition',
    title: 'Add to or remove from the definition of done',
    keywords: 'dod criteria finished over until',
    slots: { evidences: targetsSlot('evidence') },
    available: evidenceAvailability,
    preview: ({ evidences }) => `Adds ${formatTargetNames(evidences)} to the definition of done, or removes it.`,
    run: runs((module) => module.toggleDefinitionOfDone),
  }),
  defineCommand({
    ...common,
    id: 'done.add',
    title: 'Add an item to the definition of done',
    keywords: 'item checklist until over criteria evidence',
    slots: {
      incident: targetSlot('incident'),
      text: textSlot('Item', 'A short text. The item is marked as done manually'),
    },
    available: evidenceAvailability,
    preview: ({ incident: [one], text }) => `Adds “${text}” to the definition of done of ${one?.label}.`,
    run: runs((module) => module.addDoneItem),
  }),
  defineCommand({
    ...common,
    id: 'done.automate',
    title: 'Add a condition to the definition of done',
    keywords: 'automatic script watch healthy resolved tick mark itself cel condition until evidence dod',
    slots: {
      incident: targetSlot('incident'),
      evidence: watchableSlot,
      script: scriptSlot,
    },
    available: evidenceAvailability,
    preview: ({ incident: [one], evidence: [what], script: wanted }) =>
      `Adds ${what?.label} to the definition of done of ${one?.label}: ${describeCondition(wanted)}. The server marks it as done automatically.`,
    run: runs((module) => module.setEvidenceScript),
  }),
  defineCommand({
    ...common,
    id: 'evidence.script',
    title: 'Set the condition of an item',
    keywords: 'script automatic watch healthy resolved cel expression condition definition of done by hand',
    slots: { evidence: targetSlot('evidence'), script: textField('Done when', scriptText) },
    available: evidenceAvailability,
    opens: 'form',
    preview: ({ evidence: [what], script: wanted }) =>
      wanted === ''
        ? `${what?.label} is marked as done manually.`
        : `${what?.label} is done when ${describeCondition(wanted)}. The server marks it as done automatically.`,
    run: runs((module) => module.setEvidenceScript),
  }),
  defineCommand({
    id: 'evidence.remove',
    title: 'Remove evidence',
    group,
    feature,
    keywords: 'unlink detach delete',
    slots: { evidences: targetsSlot('evidence') },
    available: evidenceAvailability,
    effect: 'change',
    undo: 'none',
    preview: ({ evidences }) =>
      `Removes ${formatTargetNames(evidences)} from the incident, including stored copies. This cannot be undone.`,
    verb: () => 'Remove evidence',
    run: runs((module) => module.removeEvidence),
  }),
])
