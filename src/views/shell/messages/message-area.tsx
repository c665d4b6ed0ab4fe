import type { ReactNode } from 'react'
import css from './message-area.module.css'
import { reserveForMessages } from './reserve-space'

const reserve = (area: HTMLDivElement) => reserveForMessages(area)

/** The area for messages, also above dialogs. Pages and dialogs reserve room for it: no message covers a control. */
export const MessageArea = ({ children }: { children: ReactNode }) => (
  <div ref={reserve} className={css.area} data-react-aria-top-layer="true">
    {children}
  </div>
)
