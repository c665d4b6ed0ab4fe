import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import css from './button.module.css'
import { isHovering, Tooltip, useTip } from './tooltip'
import tipCss from './tooltip.module.css'

type Props = {
  ref?: RefObject<HTMLButtonElement | null> | undefined
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
  /** Where a menu opens that ArrowDown and ArrowUp open, too. */
  onArrow?: (at: 'first' | 'last') => void
  hasPopup?: 'dialog' | 'menu'
  isExpanded?: boolean
  /** The id of what it expands. */
  controls?: string
  autoFocus?: boolean
  /** False where arrow keys lead to it from a button beside it. */
  isTabStop?: boolean
  className?: string | undefined
}

/** A `<button>`, which does by itself what a press is on every device. */
export function Button({ children, onPress, tone = 'plain', label, description, refusal, shortcuts, ...rest }: Props) {
  const own = useRef<HTMLButtonElement>(null)
  const ref = rest.ref ?? own
  const tip = useTip()
  const spokenDescription = [description, refusal].filter(Boolean).join('. ')
  const hasTip = label !== undefined || spokenDescription !== ''
  // A key that is seen on the button needs no tip.
  const isSeen = () => ref.current?.querySelector('kbd')?.checkVisibility() === true
  const come = () => (label === undefined && refusal === undefined && isSeen() ? undefined : tip.come())
  function press() {
    tip.hide()
    if (refusal === undefined) onPress?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = rest.onArrow && arrows[event.key]
    if (!at && !isPress(event)) return
    // It is not for what the button stands in, such as a row.
    event.stopPropagation()
    // Held down, it is pressed once. The browser submits.
    if (rest.type === 'submit' && !event.repeat) return
    event.preventDefault()
    if (at) rest.onArrow?.(at)
    // The click that a browser makes of a key is one of a screen reader to react-aria, which then moves focus
    // otherwise.
    else if (!event.repeat) press()
  }
  return (
    <>
      <button
        ref={ref}
        type={rest.type ?? 'button'}
        className={[css.button, rest.className].filter(Boolean).join(' ')}
        data-tone={tone}
        autoFocus={rest.autoFocus}
        // Safari gives focus only to what has this, when it is pressed.
        tabIndex={rest.isTabStop === false ? -1 : 0}
        onClick={press}
        onKeyDown={onKeyDown}
        // Firefox presses again when Space is let go.
        onKeyUp={(event) => event.key === ' ' && rest.type !== 'submit' && event.preventDefault()}
        onPointerEnter={(event) => isHovering(event) && come()}
        onPointerLeave={(event) => isHovering(event) && tip.leave()}
        onFocus={() => ref.current?.matches(':focus-visible') && come()}
        onBlur={tip.hide}
        aria-label={label}
        // ARIA 1.3: the rules of the linter do not know it yet.
        {...{ 'aria-description': spokenDescription || undefined }}
        aria-describedby={rest.describedBy}
        aria-disabled={refusal !== undefined || undefined}
        aria-keyshortcuts={shortcuts}
        aria-pressed={rest.isPressed}
        aria-haspopup={rest.hasPopup}
        aria-expanded={rest.isExpanded}
        aria-controls={rest.controls}
      >
        {children}
      </button>
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

const isPress = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  (key === 'Enter' || key === ' ') && !ctrlKey && !metaKey && !altKey

const arrows: Readonly<Record<string, 'first' | 'last'>> = { ArrowDown: 'first', ArrowUp: 'last' }
