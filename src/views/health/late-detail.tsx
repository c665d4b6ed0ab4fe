import { type ComponentProps, useEffect } from 'react'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Skeleton } from '../../ui/skeleton'
import { preload, useLoaded } from '../../ui/use-loaded'

const load = () => import('./detail/check-detail')

type Props = ComponentProps<Awaited<ReturnType<typeof load>>['CheckDetail']>

/** The detail of a check. It is larger than the list, and seldom the first thing seen. */
export function LazyDetail(props: Props) {
  const detail = useLoaded(load)
  if (detail.is === 'ready') return <detail.value.CheckDetail key={props.id} {...props} />
  if (detail.is === 'loading') return <Skeleton label="Loading the check…" />
  return (
    <Notice
      tone="bad"
      title="The detail could not be shown"
      actions={
        <>
          <Button tone="primary" onPress={detail.retry}>
            Try again
          </Button>
          <Button onPress={props.onClose}>Back to the list</Button>
        </>
      }
    >
      A part of the console could not be loaded.
    </Notice>
  )
}

/** Fetches it while nobody waits for it. */
export function useDetailSoon() {
  useEffect(() => preload(load), [])
}
