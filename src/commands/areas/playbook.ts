import { z } from 'zod/mini'
import { accessNeeded } from '../../lib/access-needed'
import { isApprovable } from '../../lib/approvable'
import { allowsSome } from '../../lib/policy'
import { command, type Known, type Offer, type Target } from '../command'
import { type Context, offerToWrite } from '../context'
import { lazyFinds, lazyRuns } from '../lazy-runs'
import { jsonField, oneTarget, textField } from '../slots'
import type { Given } from './playbook-steps'

const runs = lazyRuns(() => import('./playbook.runs'))
const finds = lazyFinds(() => import('./playbook.finds'))

/** The kinds of resources with a page from which a playbook can be run. */
export const playbookKinds = ['check', 'component', 'config'] as const
export type PlaybookKind = (typeof playbookKinds)[number]

/** Written as the target of a run without a target, whatever is under the cursor: an empty list. */
export const NO_THING = 'none'

const thing = oneTarget(...playbookKinds)
const nothing = z.pipe(
  z.literal(NO_THING),
  z.transform((): readonly Target<PlaybookKind>[] => [])
)

/** Shown until a target is chosen, if the selectors of the playbook require one. */
export const NO_RESOURCE = 'Please select a resource to see the parameters.'

const NO_APPROVER = 'You are not an approver of this playbook, directly or through a team.'

const values = z.record(z.string(), z.string())

/** Where the backend lists permissions, approving and cancelling have permissions of their own. */
export const offerTo =
  (action: 'approve' | 'cancel') =>
  (context: Context): Offer => {
    const { permissions = [] } = context
    if (permissions.length === 0) return offerToWrite(context, 'playbook_runs')
    if (context.isReadOnly) return false
    if (!allowsSome(permissions, 'playbooks', `playbook:${action}`)) return accessNeeded('playbook_runs', 'write')
    return context.online || 'You are offline.'
  }

export const playbookCommands = [
  command({
    id: 'playbook.run',
    title: 'Run playbook',
    group: 'Playbooks',
    keywords: 'execute action remedy remediate fix repair restart automation runbook',
    slots: {
      target: {
        ...thing,
        schema: z.union([nothing, thing.schema]),
        write: (list: readonly Target<PlaybookKind>[]) => (list.length === 0 ? NO_THING : thing.write(list)),
        // The targets of a playbook are in its selectors, which only the dialog reads. With a known playbook, the
        // dialog prompts for the target.
        ask: ({ playbook }: Known) => playbook === undefined,
        isMissing: () => true,
      },
      /** The id of the playbook. */
      playbook: {
        ...textField('Playbook', z.string().check(z.minLength(1))),
        answer: ({ places }) => places.map(({ target }) => target).find((one) => one?.kind === 'playbook')?.id,
        idOf: 'playbook',
        // One of the playbooks that apply to the target: a step of the palette, and a field of the dialog.
        isStep: () => true,
        options: { from: 'server', isFew: true, find: finds((module) => module.findApplicable) },
      },
      /** Null represents a value that is in `secrets`. */
      params: {
        ...jsonField('Parameters', z.record(z.string(), z.nullable(z.string()))),
        // Prompted for once the target is known, because the parameters can depend on it. The form prompts for many
        // parameters.
        isStep: ({ target }) => target !== undefined,
        options: { from: 'server', isFew: true, find: finds((module) => module.findParameter) },
        subSteps: (given: Given) =>
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
    available: (context) => offerToWrite(context, 'playbook_runs'),
    feature: 'playbooks',
    effect: 'change',
    undo: 'none',
    opens: 'form',
    preview: ({ target }) => (target?.[0] ? `Runs the playbook for ${target[0].label}.` : 'Runs the playbook.'),
    run: runs((module) => module.run),
  }),
  command({
    id: 'run.approve',
    title: 'Approve run',
    group: 'Playbook runs',
    keywords: 'playbook allow confirm grant release waiting pending approval',
    slots: { run: oneTarget('run') },
    // The page of a run knows whether the user is an approver. Elsewhere the server decides.
    available: (context, { run }) =>
      run?.[0] && isApprovable(run[0].id) === false ? NO_APPROVER : offerTo('approve')(context),
    feature: 'playbooks',
    effect: 'change',
    undo: 'none',
    preview: ({ run: [one] }) =>
      `Approves ${one?.label}, which starts when it has all approvals. This cannot be undone.`,
    verb: () => 'Approve',
    run: runs((module) => module.approve),
  }),
]
