import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from './button'
import css from './dialog-head.module.css'

type Props = {
  title: string
  onClose: () => void
  /** Focuses the close button, if the dialog has no other element for the initial focus. */
  isCloseFocused?: boolean
  /** Buttons before the close button. */
  children?: ReactNode
  /** Shown under the title. */
  description?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** The header of all dialogs, with the title and the close button. */
export const DialogHead = ({ title, onClose, isCloseFocused = false, children, description, ref }: Props) => (
  <div ref={ref} className={css.head}>
    <Heading level={2} slot="title" className={css.title ?? ''} tabIndex={-1} data-first-focus>
      {title}
    </Heading>
    {children}
    <Button tone="bare" label="Close" description="Shortcut: Esc" onPress={onClose} autoFocus={isCloseFocused}>
      <X size={15} strokeWidth={1.75} aria-hidden="true" />
    </Button>
    {description}
  </div>
)
