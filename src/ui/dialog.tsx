import { Maximize2, Minimize2 } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button'
import { DialogHead } from './dialog-head'
import css from './dialog.module.css'
import { fieldSelector, focusableSelector } from './focusable-selectors'
import { useResize } from './hooks'
import { Overlay, type OverlaySize } from './overlay'

type Props = {
  title: string
  /** Shown under the title and read with it. */
  description?: ReactNode
  size?: OverlaySize
  /** `end` is a drawer along the right edge. */
  placement?: 'center' | 'end'
  /** Buttons in the footer. The last one is the primary action. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A dialog that can be expanded to the window. Focus starts at the first useful element and returns on close. */
export function Dialog({
  title,
  description,
  size = 'medium',
  placement = 'center',
  actions,
  onClose,
  children,
}: Props) {
  const [isExpanded, setExpanded] = useState(false)
  const descriptionId = useId()
  const head = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const foot = useRef<HTMLDivElement>(null)
  return (
    <Overlay
      label={title}
      describedBy={description ? descriptionId : undefined}
      placement={placement}
      size={isExpanded ? 'full' : size}
      onClose={onClose}
    >
      <DialogHead
        ref={head}
        title={title}
        onClose={onClose}
        description={
          description && (
            <p id={descriptionId} className={css.description}>
              {description}
            </p>
          )
        }
      >
        {size !== 'full' && (
          <Button tone="bare" label={isExpanded ? 'Collapse' : 'Expand'} onPress={() => setExpanded(!isExpanded)}>
            {isExpanded ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
          </Button>
        )}
      </DialogHead>
      <Body ref={body} label={title}>
        {children}
      </Body>
      {actions && (
        <div ref={foot} className={css.actions}>
          {actions}
        </div>
      )}
      <FirstFocus in={[body, foot, head]} />
    </Overlay>
  )
}

type BodyProps = { ref: RefObject<HTMLDivElement | null>; label: string; children: ReactNode }

/** The scrolling body. It is focusable only if it scrolls and contains nothing focusable. */
function Body({ ref, label, children }: BodyProps) {
  const [isStop, setStop] = useState(false)
  useResize(ref, () => {
    const box = ref.current
    if (box) setStop(box.scrollHeight > box.clientHeight && !box.querySelector(focusableSelector))
  })
  return (
    <div ref={ref} className={css.body} {...(isStop ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}>
      {children}
    </div>
  )
}

/**
 * Sets the initial focus. It is rendered last, because it needs the elements of the others. Order of preference: an
 * invalid field, a field, an action, the title. The close button is never focused, because it does not describe the
 * dialog. Content that loads later takes focus if it is still on the title, or if the focused element was removed.
 */
function FirstFocus({ in: [body, foot, head] }: { in: readonly RefObject<HTMLDivElement | null>[] }) {
  useLayoutEffect(() => {
    const title = head?.current?.querySelector<HTMLElement>('[data-first-focus]')
    const content = body?.current
    if (!title || !content) return
    const start = () => (firstIn(content) ?? (foot?.current && firstAction(foot.current)) ?? title).focus()
    // Only if nothing in the dialog has taken focus yet.
    if (!title.closest('[role=dialog]')?.contains(document.activeElement)) start()
    let last: EventTarget | null = null
    const remember = ({ target }: FocusEvent) => (last = target)
    const isRemoved = () => last instanceof Node && !last.isConnected && document.activeElement === document.body
    const observer = new MutationObserver(() => (document.activeElement === title || isRemoved()) && start())
    observer.observe(content, { childList: true, subtree: true, attributeFilter: ['aria-disabled'] })
    content.addEventListener('focusin', remember)
    return () => {
      observer.disconnect()
      content.removeEventListener('focusin', remember)
    }
    // Runs once. Later renders do not move focus.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

/** A selector of primary buttons, except those for actions that cannot be undone, which Enter must not press. */
const primary = 'button[data-tone=primary]:not([aria-disabled=true], [data-irrevocable])'

const firstAction = (foot: HTMLElement) =>
  foot.querySelector<HTMLElement>(primary) ?? foot.querySelector<HTMLElement>(focusableSelector)

/** The text to read before an action that cannot be undone. */
const requiredReading = (content: HTMLElement) =>
  content.querySelector('[data-irrevocable]') && content.querySelector<HTMLElement>('[role=region][tabindex="0"]')

/** The first useful element of a dialog. Destructive actions have a danger button, which is not a primary one. */
function firstIn(content: HTMLElement): HTMLElement | null {
  const first =
    content.querySelector<HTMLElement>(`[data-invalid] :is(${fieldSelector})`) ??
    content.querySelector<HTMLElement>(fieldSelector) ??
    content.querySelector<HTMLElement>(primary) ??
    requiredReading(content)
  return first?.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? first
}
