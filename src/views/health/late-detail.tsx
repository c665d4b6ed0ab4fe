import { type ComponentProps, lazy, useEffect } from 'react'
import { Skeleton } from '../../ui/skeleton'
import { say } from '../../ui/voice'
import { Late } from '../shell/late'

const load = () => import('./detail/check-detail')
const CheckDetail = lazy(async () => ({ default: (await load()).CheckDetail }))

type Props = ComponentProps<Awaited<ReturnType<typeof load>>['CheckDetail']>

/** The detail of a check. It is larger than the list, and seldom the first thing seen. */
export const LateDetail = (props: Props) => (
  <Late
    fallback={<Skeleton label="Loading the check…" />}
    onFailed={() => say('The detail could not be shown.', { urgent: true })}
  >
    <CheckDetail key={props.id} {...props} />
  </Late>
)

/** Fetches it while nobody waits for it. */
export function useDetailSoon() {
  useEffect(() => {
    // Where it fails, it is fetched again when it is wanted.
    const idle = window.requestIdleCallback?.(() => void load().catch(() => undefined))
    return () => {
      if (idle !== undefined) window.cancelIdleCallback(idle)
    }
  }, [])
}
