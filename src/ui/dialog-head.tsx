import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Button } from './button'
import css from './dialog-head.module.css'

type Props = {
  title: string
  onClose: () => void
  /** Where there is nothing else for focus to begin at. */
  isCloseFocused?: boolean
  /** Buttons before the one that closes. */
  children?: ReactNode
  /** Under the title. */
  description?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** The title of a dialog, and the cross that closes it: the same in all of them. */
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
