import { type ComponentProps, type RefObject, useRef, useState } from 'react'
import type { Button } from './button'

/** An open menu, with focus on its first or last item. */
export type OpenMenu = { anchor: RefObject<HTMLButtonElement | null>; at: 'first' | 'last'; close(): void }

/** The state of a menu: the props of its `Button`, and the open menu. Separate from the menu, whose code is large. */
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
