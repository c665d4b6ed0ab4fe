import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import type { Button } from './button'

/** A menu that is open, at its first item or its last. */
export type OpenMenu = { anchor: RefObject<HTMLButtonElement | null>; at: 'first' | 'last'; close(): void }

/** The state of a menu: what its `Button` gets, and what is open. Apart from the menu, whose code is large. */
export function useMenuButton(): { button: Partial<ComponentProps<typeof Button>>; open: OpenMenu | undefined } {
  const anchor = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState<'first' | 'last'>()
  return {
    button: {
      ref: anchor,
      hasPopup: 'menu',
      isExpanded: at !== undefined,
      onPress: () => setAt('first'),
      onArrow: setAt,
    },
    open: at && { anchor, at, close: () => setAt(undefined) },
  }
}
