import { type ComponentProps, useEffect } from 'react'
import type { Overlay } from './overlay'
import { useLoaded } from './use-loaded'
import { announce } from './voice'

export const loadOverlay = () => import('./overlay')

/** A dialog whose content is already loaded. The frame is loaded when it is first opened, or earlier in idle time. */
export function LazyOverlay(props: ComponentProps<typeof Overlay>) {
  const overlay = useLoaded(loadOverlay)
  const { label, onClose } = props
  const hasFailed = overlay.is === 'failed'
  useEffect(() => {
    if (!hasFailed) return
    announce(`${label} could not be opened. Reload the page.`, { urgent: true })
    onClose()
  }, [hasFailed, label, onClose])
  return overlay.is === 'ready' ? <overlay.value.Overlay {...props} /> : null
}
