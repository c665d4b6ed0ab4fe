import type { ReactNode } from 'react'
import { Overlay } from '@/ui/overlay'

/** The sidebar as a menu over the page, on narrow screens. */
export default function SideMenu({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Overlay label="Menu" placement="side" onClose={onClose}>
      {children}
    </Overlay>
  )
}
