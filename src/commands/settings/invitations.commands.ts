import { formatCount } from '@/shared/format'
import { defineCommand } from '../command'
import { lazyFunctions } from '../lazy-functions'
import { formatTargetNames } from '../target-names'
import { accountAvailability } from './people.commands'
import { targetSlot, targetsSlot } from '../slots'
import { defineCommands } from '../registry'

const feature = 'settings.users'
const group = 'Invitations'
const runs = lazyFunctions(() => import('./invitations.runs'))

export const invitationCommands = defineCommands([
  defineCommand({
    id: 'invitation.copyLink',
    title: 'Copy the link of the invitation',
    group,
    keywords: 'invite account registration clipboard yank',
    feature,
    slots: { invitation: targetSlot('invitation') },
    available: accountAvailability,
    effect: 'view',
    run: runs((module) => module.copyInvitationLink),
  }),
  defineCommand({
    id: 'invitation.withdraw',
    title: 'Withdraw invitation',
    group,
    keywords: 'invite revoke cancel delete remove pending',
    feature,
    slots: { invitations: targetsSlot('invitation') },
    available: accountAvailability,
    effect: 'change',
    undo: 'none',
    preview: ({ invitations: list }) =>
      `Withdraws the invitation of ${formatTargetNames(list)}: the link stops working. To restore it, invite again.`,
    verb: ({ invitations: list }) => `Withdraw ${formatCount(list.length, 'invitation')}`,
    run: runs((module) => module.withdrawInvitations),
  }),
])
