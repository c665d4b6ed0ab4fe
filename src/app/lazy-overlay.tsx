import type { ComponentType } from 'react'
import { useLoaded } from '../ui/use-loaded'

/**
 * An overlay whose code is loaded when it is first opened. If loading fails, the surrounding boundary handles the
 * error. Opening the overlay again loads it again, which `lazy` would not do.
 * @param load must stay the same function
 */
export const lazyOverlay = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> =>
  function OverlayPart(props: P) {
    const part = useLoaded(load)
    if (part.is === 'failed') throw part.error
    return part.is === 'ready' ? <part.value.default {...props} /> : null
  }
