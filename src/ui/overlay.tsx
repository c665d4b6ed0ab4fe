import type { ReactNode } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import css from './overlay.module.css'

export const overlaySizes = ['very-small', 'small', 'medium', 'large', 'full'] as const
export type OverlaySize = (typeof overlaySizes)[number]

type Props = {
  label: string
  onClose: () => void
  /**
   * `top`: near the top edge, with the width of a line of text. `center`: in the middle. `side`: along the left edge.
   * `end`: along the right edge.
   */
  placement?: 'top' | 'center' | 'side' | 'end'
  /**
   * The size for `center` and `end`. For `top`, `large` adds space next to the line of text.
   */
  size?: OverlaySize
  /** `alertdialog` requires an answer: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** The id of the text that is read after the label. */
  describedBy?: string | undefined
  children: ReactNode
}

/** A modal dialog. It traps focus, returns it on close, and closes on Escape or a press outside. */
export function Overlay({ label, onClose, placement = 'top', size = 'medium', role = 'dialog', ...rest }: Props) {
  return (
    <ModalOverlay
      isOpen
      isDismissable={role === 'dialog'}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={css.backdrop ?? ''}
      data-placement={placement}
    >
      <Modal className={css.modal ?? ''} data-placement={placement} data-size={size}>
        <Dialog
          aria-label={label}
          role={role}
          className={css.dialog ?? ''}
          {...(rest.describedBy === undefined ? {} : { 'aria-describedby': rest.describedBy })}
        >
          {rest.children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
