import { type KeyboardEvent, type ReactNode, type RefObject, useRef } from 'react'
import css from './button.module.css'
import { canHover, Tooltip, useTooltip } from './tooltip'
import tipCss from './tooltip.module.css'
import { announce } from './voice'

type Props = {
  ref?: RefObject<HTMLButtonElement | null> | undefined
  children: ReactNode
  /** Absent on a button that submits a form. */
  onPress?: () => void
  type?: 'button' | 'submit'
  tone?: 'plain' | 'primary' | 'danger' | 'bare'
  /** The accessible name, if the content does not contain it. */
  label?: string | undefined
  /** Read after the name, such as a shortcut. */
  description?: string | undefined
  /** The id of visible text that is read after the name. */
  describedBy?: string | undefined
  /** Why it cannot be pressed. Not `disabled`: a disabled button cannot take focus, so its reason could not be read. */
  refusal?: string | undefined
  /** Called by a press of the refused button, to focus the field with the reason. The reason is announced anyway. */
  onRefused?: () => void
  shortcuts?: string | undefined
  isPressed?: boolean
  /** Called on ArrowDown or ArrowUp, for buttons that open a menu. */
  onArrow?: (at: 'first' | 'last') => void
  hasPopup?: 'dialog' | 'menu'
  isExpanded?: boolean
  /** The id of the element that the button expands. */
  controls?: string
  autoFocus?: boolean
  /** False if arrow keys reach the button from a neighbouring one. */
  isTabStop?: boolean
  className?: string | undefined
}

/** A native `<button>`, which handles presses on every device. */
export function Button({ children, onPress, tone = 'plain', label, description, refusal, shortcuts, ...rest }: Props) {
  const own = useRef<HTMLButtonElement>(null)
  const ref = rest.ref ?? own
  const tip = useTooltip()
  const spokenDescription = [description, refusal].filter(Boolean).join('. ')
  const hasTip = label !== undefined || spokenDescription !== ''
  // A button that shows its key needs no tip.
  const isSeen = () => ref.current?.querySelector('kbd')?.checkVisibility() === true
  const showTip = () => (label === undefined && refusal === undefined && isSeen() ? undefined : tip.show())
  function press() {
    tip.hide()
    if (refusal === undefined) return onPress?.()
    rest.onRefused?.()
    announce(refusal)
  }
  function onKeyDown(event: KeyboardEvent) {
    const at = rest.onArrow && arrows[event.key]
    if (!at && !isPress(event)) return
    // The key must not reach the surrounding element, such as a row.
    event.stopPropagation()
    // Leaves the submission to the browser, but not for a key that repeats.
    if (rest.type === 'submit' && !event.repeat) return
    event.preventDefault()
    if (at) rest.onArrow?.(at)
    // Handled here, because react-aria takes the browser's click for a key as a click of a screen reader, and then
    // moves focus differently.
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
        // Safari focuses a pressed element only if it has a tabindex.
        tabIndex={rest.isTabStop === false ? -1 : 0}
        onClick={press}
        onKeyDown={onKeyDown}
        // Firefox presses the button again when Space is released.
        onKeyUp={(event) => event.key === ' ' && rest.type !== 'submit' && event.preventDefault()}
        onPointerEnter={(event) => canHover(event) && showTip()}
        onPointerLeave={(event) => canHover(event) && tip.leave()}
        onFocus={() => ref.current?.matches(':focus-visible') && showTip()}
        onBlur={tip.hide}
        aria-label={label}
        // Spread, because the linter does not support this ARIA 1.3 attribute yet.
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
