import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './message-area.module.css'
import { reserveForMessages } from './reserve'

/** Where messages appear, over dialogs too. The page and dialogs leave it room: no message covers what can be pressed. */
export function MessageArea({ children }: { children: ReactNode }) {
  const area = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (area.current ? reserveForMessages(area.current) : undefined), [])
  return (
    <div ref={area} className={css.area} data-react-aria-top-layer="true">
      {children}
    </div>
  )
}
