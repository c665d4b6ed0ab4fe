import type { ComponentType } from 'react'
import { useLoaded } from '../ui/use-loaded'

/**
 * An overlay whose code is loaded when it is first opened. When that fails, the boundary around it is told; opened again,
 * it is loaded again, which `lazy` would not do.
 * @param load has to stay the same
 */
export const overlayPart = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> =>
  function OverlayPart(props: P) {
    const part = useLoaded(load)
    if (part.is === 'failed') throw part.error
    return part.is === 'ready' ? <part.value.default {...props} /> : null
  }
