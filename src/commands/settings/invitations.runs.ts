import { invitationLink, invitations } from '@/api/settings/invitations'
import { runForEach } from '../bulk'
import { bulkOutcome } from '../bulk-outcome'
import { callTo } from '../call-to'
import type { Effects, Outcome, Target } from '../command'

export async function copyInvitationLink(
  { invitation: [one] }: { invitation: readonly Target[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  await effects.copy(invitationLink(one.id, location.origin))
  return { message: `Copied the link with which ${one.label} can create an account.` }
}

export async function withdrawInvitations(
  { invitations: list }: { invitations: readonly Target<'invitation'>[] },
  effects: Effects
): Promise<Outcome> {
  const bulk = await runForEach(list, effects, ({ id }) => effects.mutate(invitations.withdraw(), id))
  return bulkOutcome(bulk, list, (who) => `Withdrew the invitation of ${who}.`, {
    notDone: 'Not withdrawn',
    retry: (failed) => callTo('invitation.withdraw', { invitations: failed }),
  })
}
