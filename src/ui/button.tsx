import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import css from './button.module.css'

type Props = {
  children: ReactNode
  /** Absent on the button that submits a form. */
  onPress?: () => void
  type?: 'button' | 'submit'
  tone?: 'plain' | 'primary' | 'danger' | 'bare'
  /** The name, where the content does not say it. */
  label?: string | undefined
  /** Read after the name: the shortcut, or why it is inert. */
  description?: string | undefined
  /** Makes it inert. Not `disabled`: a disabled button cannot take focus, so its reason could not be read. */
  refusal?: string | undefined
  shortcuts?: string | undefined
  isPressed?: boolean
  hasPopup?: 'dialog'
  isExpanded?: boolean
  autoFocus?: boolean
  className?: string | undefined
}

export function Button({ children, onPress, tone = 'plain', label, description, refusal, shortcuts, ...rest }: Props) {
  const said = [description, refusal].filter(Boolean).join('. ')
  // ARIA 1.3: the rules of the linter do not know it yet.
  const described = { 'aria-description': said || undefined }
  const tip = [label, said].filter(Boolean).join(' · ')
  return (
    <AriaButton
      className={[css.button, rest.className].filter(Boolean).join(' ')}
      data-tone={tone}
      autoFocus={rest.autoFocus ?? false}
      type={rest.type ?? 'button'}
      onPress={refusal === undefined && onPress ? onPress : () => undefined}
      render={(props) => (
        <button
          {...props}
          title={tip || undefined}
          aria-label={label}
          {...described}
          aria-disabled={refusal !== undefined || undefined}
          aria-keyshortcuts={shortcuts}
          aria-pressed={rest.isPressed}
          aria-haspopup={rest.hasPopup}
          aria-expanded={rest.isExpanded}
        />
      )}
    >
      {children}
    </AriaButton>
  )
}
