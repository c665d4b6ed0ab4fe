import { sessions } from '@/api/account/sessions'
import { formatCount } from '@/shared/format'
import { callTo } from '../call-to'
import { runForEach } from '../bulk'
import { bulkOutcome } from '../bulk-outcome'
import type { Effects, Outcome, Target } from '../command'

export async function endUserSessions(
  { sessions: list }: { sessions: readonly Target<'session'>[] },
  effects: Effects
): Promise<Outcome> {
  const bulk = await runForEach(list, effects, ({ id }) => effects.mutate(sessions.end(), id))
  return bulkOutcome(bulk, list, (names) => `Signed out ${names}.`, {
    notDone: 'Not signed out',
    retry: (failed) => callTo('session.end', { sessions: failed }),
  })
}

export async function endAllOtherSessions(_args: object, { mutate }: Effects): Promise<Outcome> {
  const count = await mutate(sessions.endOthers(), undefined)
  if (count === 0) return { message: 'You have no other sessions.' }
  return { message: `Ended ${formatCount(count, 'other session')}. Only this session remains.` }
}
