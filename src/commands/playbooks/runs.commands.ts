import { formatCount, formatNames } from '@/shared/format'
import { runPage, runsOfPath } from '@/shared/pages/playbooks'
import { defineCommand, type Availability, type Slot, type Target } from '../command'
import { type CommandContext, readAvailability, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { destinationSlot, enumSlot, targetSlot, targetsSlot } from '../slots'
import { findDisplayedRun } from '@/lib/playbooks/displayed-runs'
import { runActionAvailability, playbookKinds } from './playbook.commands'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./runs.runs'))
const finds = lazyFunctions(() => import('./runs.finds'))
const group = 'Playbook runs'
const feature = 'playbooks'

const runsAvailability = (context: CommandContext): Availability =>
  !context.isReadOnly && readAvailability(context, 'playbook_runs')

const runSlot: Slot<readonly Target<'run'>[]> = {
  ...destinationSlot('run'),
  options: { from: 'server', kinds: ['run'], isFew: true, find: finds((module) => module.findRuns) },
}

/** The groups of the run list, by the attention they need. */
const runGroups = ['waiting', 'active', 'failed', 'all'] as const
export type RunGroup = (typeof runGroups)[number]
export const runGroupLabels: Readonly<Record<RunGroup, string>> = {
  waiting: 'Awaiting approval',
  active: 'In progress',
  failed: 'Failed or timed out',
  all: 'All',
}

const unfinishedRunsSlot: ReturnType<typeof targetsSlot<'run'>> = {
  ...targetsSlot('run'),
  options: { from: 'server', kinds: ['run'], isFew: true, find: finds((module) => module.findUnfinishedRuns) },
}

const groupSlot: Slot<RunGroup> = {
  ...enumSlot('Which', runGroups),
  options: { from: 'list', list: () => runGroups.map((value) => ({ value, label: runGroupLabels[value] })) },
}

/** Handled by the page of a run. */
const view = (id: `run.${string}` | `output.${string}`, title: string, keywords: string) =>
  defineCommand({ id, title, group, keywords, feature, effect: 'view' })

export const runCommands = defineCommands([
  defineCommand({
    id: 'playbook.history',
    title: 'Show playbook runs',
    group: 'Playbooks',
    keywords: 'playbook history executions past',
    feature,
    slots: { row: targetSlot('playbook') },
    available: runsAvailability,
    effect: 'view',
    preview: ({ row: [one] }) => `Lists the runs of ${one?.label}.`,
    run({ row: [one] }, { navigate }) {
      if (one) navigate(runsOfPath(one.id))
    },
  }),
  defineCommand({
    id: 'run.open',
    title: 'Go to run',
    group,
    keywords: 'jump find show playbook execution',
    feature,
    slots: { run: runSlot },
    available: runsAvailability,
    effect: 'view',
    preview: ({ run: [one] }) => `Opens ${one?.label}.`,
    run({ run: [one] }, { navigate }) {
      if (one) navigate(runPage.at(one.id))
    },
  }),
  defineCommand({
    id: 'run.last',
    title: 'Show the last run',
    group,
    keywords: 'newest latest recent playbook execution result',
    feature,
    slots: { of: { ...targetSlot(...playbookKinds), optional: true } },
    available: runsAvailability,
    effect: 'view',
    preview: ({ of }) => (of?.[0] ? `Shows the newest run for ${of[0].label}.` : 'Shows the newest run.'),
    run: runs((module) => module.openLastRun),
  }),
  defineCommand({
    id: 'run.nextFailed',
    title: 'Show the next failed run',
    group,
    keywords: 'older previous failure timed out error playbook execution',
    feature,
    slots: { run: { ...targetSlot('run'), optional: true } },
    available: runsAvailability,
    effect: 'view',
    preview: ({ run }) =>
      run?.[0] ? `Shows the failed run before ${run[0].label}.` : 'Shows the newest run that failed or timed out.',
    run: runs((module) => module.openFailedRun),
  }),
  defineCommand({
    id: 'run.again',
    title: 'Run again with the same parameters',
    group,
    keywords: 'repeat retry restart playbook execute once more',
    feature,
    slots: { run: targetSlot('run') },
    available: (context) => writeAvailability(context, 'playbook_runs'),
    // The command opens the form for running a playbook, which makes the change.
    effect: 'view',
    preview: ({ run: [one] }) => `Opens the form of the playbook with the parameters of ${one?.label}.`,
    run: runs((module) => module.openRunAgain),
  }),
  defineCommand({
    id: 'run.cancel',
    title: 'Cancel run',
    group,
    keywords: 'stop abort end kill terminate playbook execution',
    feature,
    slots: { runs: unfinishedRunsSlot },
    available: (context, { runs: list = [] }) =>
      (list.length === 0 || list.some(({ id }) => findDisplayedRun(id)?.isOver !== true)) &&
      runActionAvailability('cancel')(context),
    effect: 'change',
    undo: 'none',
    preview: ({ runs: list }) =>
      `Cancels ${formatNames(list.map(({ label }) => label))}. Completed steps are not undone.`,
    verb: ({ runs: list }) => (list.length === 1 ? 'Cancel the run' : `Cancel ${formatCount(list.length, 'run')}`),
    run: runs((module) => module.cancelRuns),
  }),
  defineCommand({
    id: 'run.copyParameters',
    title: 'Copy the parameters of the run',
    group,
    keywords: 'yank clipboard arguments inputs json',
    feature,
    slots: { run: targetSlot('run') },
    available: runsAvailability,
    effect: 'view',
    preview: ({ run: [one] }) => `Copies the parameters of ${one?.label} as JSON.`,
    run: runs((module) => module.copyRunParameters),
  }),
  defineCommand({
    id: 'runs.show',
    title: ({ which: chosen }) => (chosen === undefined ? 'Filter runs by status' : `Runs: ${runGroupLabels[chosen]}`),
    group,
    keywords: 'filter status waiting approval pending failed running active all',
    feature,
    slots: { which: groupSlot },
    effect: 'view',
  }),
  view('run.follow', 'Follow the run', 'live tail current step watch latest'),
  view('output.download', 'Save the output of the step', 'download file stdout stderr log result export'),
  defineCommand({
    id: 'artifact.download',
    title: 'Download artifact',
    group,
    keywords: 'file save export attachment',
    feature,
    slots: { artifact: targetSlot('artifact') },
    available: (context) => !context.isReadOnly && (context.online || 'You are offline.'),
    effect: 'view',
    preview: ({ artifact: [one] }) => `Saves ${one?.label}.`,
    run: runs((module) => module.downloadArtifact),
  }),
])
