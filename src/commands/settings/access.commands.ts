import { z } from 'zod/mini'
import { readAvailability } from '../context'
import { defineCommand, type Kind, type Slot } from '../command'
import { defineCommands } from '../registry'

/** A value that the dialog asks for and validates, and that a call may give. */
const given = (label: string): Slot<string> & { optional: true } => ({
  label,
  schema: z.string(),
  write: (value) => value,
  optional: true,
  isUnprompted: true,
})

/** The id of the nearest resource, if it is of this kind, so that the question is about one resource. */
const nearestId = (kind: Kind, label: string): Slot<string> & { optional: true } => ({
  ...given(label),
  idOf: kind,
  answer: ({ targets: [nearest] }) => (nearest?.kind === kind ? nearest.id : undefined),
})

export const accessCommands = defineCommands([
  defineCommand({
    id: 'permission.explain',
    title: 'Explain a permission',
    group: 'Permissions',
    keywords: 'may can who why not allowed denied access right role rule check subject review',
    slots: {
      /** The id of a person or a team, or a role. Without it, the question is about the user. */
      subject: {
        ...given('Subject'),
        answer: ({ targets: [nearest] }) =>
          nearest?.kind === 'person' || nearest?.kind === 'team' ? nearest.id : undefined,
      },
      /** A permission whose subject, action and resource the question is about. */
      permission: nearestId('permission', 'Permission'),
      action: given('Action'),
      object: given('Object'),
      playbook: nearestId('playbook', 'Playbook'),
      config: nearestId('config', 'Config item'),
      component: nearestId('component', 'Component'),
      check: nearestId('check', 'Check'),
      canary: nearestId('canary', 'Canary'),
      connection: nearestId('connection', 'Connection'),
    },
    // Other backends answer only users who may read roles.
    available: (context) =>
      !context.isReadOnly &&
      context.deployment?.only !== 'health' &&
      (context.deployment?.backend !== 'gateway' || readAvailability(context, 'rbac')),
    effect: 'view',
    opens: 'dialog',
    preview: ({ permission }) =>
      permission === undefined
        ? 'Shows whether someone may do something, the rule that decides, and who has the right.'
        : 'Shows whether the subject of the permission has its right, and the rule that decides.',
  }),
])
