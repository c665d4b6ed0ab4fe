import { choiceCommandFactory } from '../choice-command'
import { type Availability, defineCommand } from '../command'
import { type CommandContext, readAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { targetSlot } from '../slots'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./jobs.runs'))
const group = 'Jobs'
const feature = 'settings.job_history'
const slots = { job: targetSlot('job') }
const choosing = choiceCommandFactory({ group, feature })

/** The job history also requires the right to read the monitoring data, which has no area: the server decides. */
const jobAvailability = (context: CommandContext): Availability =>
  !context.isReadOnly && readAvailability(context, 'database')

export const jobCommands = defineCommands([
  defineCommand({
    id: 'job.open',
    title: 'Show the details of the job',
    group,
    keywords: 'run errors scrape reconcile summary failed',
    feature,
    slots,
    available: jobAvailability,
    effect: 'view',
    opens: 'dialog',
  }),
  // Handled by the page.
  defineCommand({
    id: 'job.filterName',
    title: 'Filter jobs by this name',
    group,
    keywords: 'only same job runs history',
    feature,
    slots: { job: targetSlot('job', 'jobsummary') },
    effect: 'view',
    preview: ({ job: [one] }) => `Shows only the runs of ${one?.label}.`,
  }),
  defineCommand({
    id: 'job.openResource',
    title: 'Go to the resource of the job',
    group,
    keywords: 'canary scraper topology playbook config item up',
    feature,
    slots,
    available: jobAvailability,
    effect: 'view',
    preview: ({ job: [one] }) => `Opens the resource that ${one?.label} ran for.`,
    run: runs((module) => module.openJobResource),
  }),
  defineCommand({
    id: 'job.openAgent',
    title: 'Go to the agent of the job',
    group,
    keywords: 'remote installation host',
    feature,
    slots,
    available: jobAvailability,
    effect: 'view',
    preview: ({ job: [one] }) => `Opens the agent that ran ${one?.label}.`,
    run: runs((module) => module.openJobAgent),
  }),
  defineCommand({
    id: 'job.copyResource',
    title: 'Copy the id of the resource of the job',
    group,
    keywords: 'uuid clipboard yank',
    feature,
    slots,
    available: jobAvailability,
    effect: 'view',
    run: runs((module) => module.copyJobResource),
  }),
  choosing(
    'jobs.duration',
    'Filter jobs by duration',
    'jobDuration',
    'Duration',
    'minimum at least long slow seconds minutes time'
  ),
  choosing(
    'jobs.view',
    'Show job runs one by one or by job',
    'jobView',
    'Show',
    'summary counts names next run layout'
  ),
])
