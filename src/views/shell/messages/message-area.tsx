import type { ReactNode } from 'react'
import css from './message-area.module.css'
import { placeMessages } from './place-messages'

const keepPlaced = (area: HTMLDivElement) => placeMessages(area)

/** The area for messages, over the page and over dialogs. Nothing moves when a message appears or disappears. */
export const MessageArea = ({ children }: { children: ReactNode }) => (
  <div ref={keepPlaced} className={css.area} data-react-aria-top-layer="true">
    {children}
  </div>
)
