import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import css from './overlay.module.css'

type Props = {
  label: string
  onClose: () => void
  /** `top`: near the top edge, as wide as a line of text. `side`: along the left edge. */
  placement?: 'top' | 'side'
  children: ReactNode
}

/** A dialog over the page: it holds focus, gives it back, and closes on Escape or a press outside. */
export function Overlay({ label, onClose, placement = 'top', children }: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={css.backdrop ?? ''}
      data-placement={placement}
    >
      <Modal className={css.modal ?? ''} data-placement={placement}>
        <Dialog aria-label={label} className={css.dialog ?? ''}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
