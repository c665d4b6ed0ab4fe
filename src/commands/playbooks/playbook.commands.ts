import { z } from 'zod/mini'
import { describeMissingAccess } from '@/lib/access/access-needed'
import { findDisplayedRun } from '@/lib/playbooks/displayed-runs'
import { allowsSome } from '@/shared/access/policy'
import { defineCommand, type KnownArgs, type Availability, type Target } from '../command'
import { type CommandContext, writeAvailability } from '../context'
import { lazyFunctions } from '../lazy-functions'
import { jsonField, searchedTargetSlot, targetSlot, textField } from '../slots'
import type { PlaybookParameterValues } from './playbook-steps'
import { defineCommands } from '../registry'

const runs = lazyFunctions(() => import('./playbook.runs'))
const finds = lazyFunctions(() => import('./playbook.finds'))
const runFinds = lazyFunctions(() => import('./runs.finds'))

/** The kinds of resources with a page from which a playbook can be run. */
export const playbookKinds = ['check', 'component', 'config'] as const
export type PlaybookKind = (typeof playbookKinds)[number]

/** Written as the target of a run without a target, whatever is under the cursor: an empty list. */
const NO_TARGET = 'none'

const targetOrNone = targetSlot(...playbookKinds)
const noTarget = z.pipe(
  z.literal(NO_TARGET),
  z.transform((): readonly Target<PlaybookKind>[] => [])
)

/** Shown until a target is chosen, if the selectors of the playbook require one. */
export const NO_RESOURCE = 'Please select a resource to see the parameters.'

const values = z.record(z.string(), z.string())

/** Where the backend lists permissions, approving and cancelling have permissions of their own. */
export const runActionAvailability =
  (action: 'approve' | 'cancel') =>
  (context: CommandContext): Availability => {
    const { permissions = [] } = context
    if (permissions.length === 0) return writeAvailability(context, 'playbook_runs')
    if (context.isReadOnly) return false
    if (!allowsSome(permissions, 'playbooks', `playbook:${action}`))
      return describeMissingAccess(context, 'playbook_runs', 'write')
    return context.online || 'You are offline.'
  }

export const playbookCommands = defineCommands([
  defineCommand({
    id: 'playbook.run',
    title: 'Run playbook',
    group: 'Playbooks',
    keywords: 'execute action remedy remediate fix repair restart automation runbook',
    slots: {
      target: {
        ...targetOrNone,
        schema: z.union([noTarget, targetOrNone.schema]),
        write: (list: readonly Target<PlaybookKind>[]) => (list.length === 0 ? NO_TARGET : targetOrNone.write(list)),
        // The targets of a playbook are in its selectors, which only the dialog reads. With a known playbook, the
        // dialog prompts for the target.
        ask: ({ playbook }: KnownArgs) => playbook === undefined,
        isMissing: () => true,
      },
      /** The id of the playbook. */
      playbook: {
        ...textField('Playbook', z.string().check(z.minLength(1))),
        answer: ({ places }) => places.map(({ target }) => target).find((one) => one?.kind === 'playbook')?.id,
        idOf: 'playbook',
        // One of the playbooks that apply to the target: a step of the palette, and a field of the dialog.
        isStep: () => true,
        options: { from: 'server', isFew: true, find: finds((module) => module.findApplicablePlaybooks) },
      },
      /** Null represents a value that is in `secrets`. */
      params: {
        ...jsonField('Parameters', z.record(z.string(), z.nullable(z.string()))),
        // Prompted for once the target is known, because the parameters can depend on it. The form prompts for many
        // parameters.
        isStep: ({ target }) => target !== undefined,
        options: { from: 'server', isFew: true, find: finds((module) => module.findParameterOptions) },
        subSteps: (given: PlaybookParameterValues) =>
          Object.entries(given).map(([name, value], at, all) => ({
            text: `${name} ${value || 'empty'}`,
            before: Object.fromEntries(all.slice(0, at)),
          })),
      },
      secrets: jsonField('Secret parameters', values, {
        isOptional: true,
        isPrivate: true,
        isMissing: ({ params }) => Object.values((params ?? {}) as Record<string, unknown>).includes(null),
      }),
    },
    available: (context) => writeAvailability(context, 'playbook_runs'),
    feature: 'playbooks',
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ target }) => (target?.[0] ? `Runs the playbook for ${target[0].label}.` : 'Runs the playbook.'),
    run: runs((module) => module.runPlaybook),
  }),
  defineCommand({
    id: 'run.approve',
    title: 'Approve run',
    group: 'Playbook runs',
    keywords: 'playbook allow confirm grant release waiting pending approval',
    slots: {
      run: searchedTargetSlot(
        'run',
        runFinds((module) => module.findWaitingRuns),
        { isFew: true }
      ),
    },
    // The screen knows the state of the runs that it displays. For other runs, the server decides.
    available(context, { run }) {
      const displayed = run?.[0] && findDisplayedRun(run[0].id)
      if (displayed?.isWaiting === false) return false
      return displayed?.noApproval ?? runActionAvailability('approve')(context)
    },
    feature: 'playbooks',
    effect: 'change',
    undo: 'none',
    preview: ({ run: [one] }) =>
      `Approves ${one?.label}, which starts when it has all approvals. This cannot be undone.`,
    verb: () => 'Approve',
    run: runs((module) => module.approveRun),
  }),
])
