import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './message-area.module.css'
import { reserveForMessages } from './reserve-space'

/** The area for messages, also above dialogs. Pages and dialogs reserve room for it: no message covers a control. */
export function MessageArea({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (area.current ? reserveForMessages(area.current) : undefined), [])
  return (
    <div ref={area} className={css.area} data-react-aria-top-layer="true">
      {children}
    </div>
  )
}
