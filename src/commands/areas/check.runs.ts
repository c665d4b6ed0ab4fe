import { checkDetails } from '../../api/check-detail'
import { originOf } from '../../lib/origin'
import { hasPage } from '../../lib/paths'
import type { Effects, Outcome, Target } from '../command'

/** Opens the page on which a check is edited. */
export async function edit({ check: [one] }: { check: readonly Target[] }, effects: Effects): Promise<Outcome | void> {
  if (!one) return undefined
  const [check] = await effects.fetch(checkDetails.byId(one.id))
  const origin = check && originOf(check)
  if (!origin) return { said: `${one.label} is not there any more.`, bad: true }
  if (origin.path !== undefined && hasPage(origin.path)) return effects.navigate(origin.path)
  if (origin.name === '') return { said: `${one.label} is edited in the settings of canaries, which are not here yet.` }
  return { said: `${one.label} comes from ${origin.name}, and is changed there.` }
}
