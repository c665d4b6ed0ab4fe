import type { ReactNode } from 'react'
import { loadModule } from '@/lib/load-module'
import css from './message-area.module.css'

const loadPlacement = () => import('./place-messages')

/** Until the code has loaded, and if it cannot be loaded, messages appear at the bottom right. */
function keepPlaced(area: HTMLDivElement): () => void {
  let isEnded = false
  let stop: (() => void) | undefined
  async function begin() {
    const placement = await loadModule(loadPlacement).catch(() => undefined)
    if (!isEnded) stop = placement?.placeMessages(area)
  }
  void begin()
  return () => {
    isEnded = true
    stop?.()
  }
}

/** The area for messages, over the page and over dialogs. Nothing moves when a message appears or disappears. */
export const MessageArea = ({ children }: { children: ReactNode }) => (
  <div ref={keepPlaced} className={css.area} data-react-aria-top-layer="true">
    {children}
  </div>
)
