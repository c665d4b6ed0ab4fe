import { type ReactNode, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import css from './button.module.css'
import { Tooltip, useTip } from './tooltip'
import tipCss from './tooltip.module.css'

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
  /** The id of text that is shown beside it and read after the name. */
  describedBy?: string | undefined
  /** Why it cannot be pressed. Not `disabled`: a disabled button cannot take focus, so its reason could not be read. */
  refusal?: string | undefined
  shortcuts?: string | undefined
  isPressed?: boolean
  hasPopup?: 'dialog' | 'menu'
  isExpanded?: boolean
  /** The id of what it expands. */
  controls?: string
  autoFocus?: boolean
  /** False where arrow keys lead to it from a button beside it. */
  isTabStop?: boolean
  className?: string | undefined
}

export function Button({ children, onPress, tone = 'plain', label, description, refusal, shortcuts, ...rest }: Props) {
  const ref = useRef<HTMLButtonElement>(null)
  const tip = useTip()
  const spokenDescription = [description, refusal].filter(Boolean).join('. ')
  const hasTip = label !== undefined || spokenDescription !== ''
  // A key that is seen on the button needs no tip.
  const isSeen = () => ref.current?.querySelector('kbd')?.checkVisibility() === true
  const come = () => (label === undefined && refusal === undefined && isSeen() ? undefined : tip.come())
  const press = refusal === undefined && onPress ? onPress : () => undefined
  const states = {
    'aria-label': label,
    // ARIA 1.3: the rules of the linter do not know it yet.
    'aria-description': spokenDescription || undefined,
    'aria-describedby': rest.describedBy,
    'aria-disabled': refusal !== undefined || undefined,
    'aria-keyshortcuts': shortcuts,
    'aria-pressed': rest.isPressed,
    'aria-haspopup': rest.hasPopup,
    'aria-expanded': rest.isExpanded,
    'aria-controls': rest.controls,
  }
  return (
    <>
      <AriaButton
        ref={ref}
        className={[css.button, rest.className].filter(Boolean).join(' ')}
        data-tone={tone}
        autoFocus={rest.autoFocus ?? false}
        excludeFromTabOrder={rest.isTabStop === false}
        type={rest.type ?? 'button'}
        onPress={() => {
          tip.hide()
          press()
        }}
        onHoverChange={(isHovered) => (isHovered ? come() : tip.leave())}
        onFocus={() => ref.current?.matches(':focus-visible') && come()}
        onBlur={tip.hide}
        // Absent props are left to the menu or dialog around it.
        render={(props) => <button {...props} {...defined(states)} />}
      >
        {children}
      </AriaButton>
      {hasTip && tip.isShown && (
        <Tooltip anchor={ref} tip={tip}>
          {label && <span className={tipCss.name}>{label}</span>}
          {description && <span className={tipCss.about}>{description}</span>}
          {refusal && <span className={tipCss.about}>{refusal}</span>}
        </Tooltip>
      )}
    </>
  )
}

const defined = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
