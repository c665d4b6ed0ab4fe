import { testRule } from '@/api/notifications/rules'
import { asSentence } from '@/shared/format'
import type { Effects, Outcome, Target } from '../command'

export async function testNotificationRule(
  { rule: [one] }: { rule: readonly Target<'notificationrule'>[] },
  effects: Effects
): Promise<Outcome | void> {
  if (!one) return undefined
  const { status, error } = await effects.mutate(testRule(), one.id)
  if (status === 'sent') return { message: `Sent a test of ${one.label}.` }
  if (status === 'pending') return { message: `The test of ${one.label} is still being sent.` }
  return { message: `The test of ${one.label} failed. ${asSentence(error || 'No reason is known')}`, isFailure: true }
}
