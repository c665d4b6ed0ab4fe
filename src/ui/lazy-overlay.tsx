import { type ComponentProps, useEffect } from 'react'
import type { Overlay } from './overlay'
import { useLoaded } from './use-loaded'
import { say } from './voice'

export const loadOverlay = () => import('./overlay')

/** A dialog of what is there from the start: its frame is loaded when it is first opened, or while nobody waits for it. */
export function LazyOverlay(props: ComponentProps<typeof Overlay>) {
  const overlay = useLoaded(loadOverlay)
  const { label, onClose } = props
  const hasFailed = overlay.is === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    say(`${label} could not be opened. Reload the page.`, { urgent: true })
    onClose()
  }, [hasFailed, label, onClose])
  return overlay.is === 'ready' ? <overlay.value.Overlay {...props} /> : null
}
