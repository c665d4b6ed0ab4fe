import { Maximize2, Minimize2 } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button'
import { DialogHead } from './dialog-head'
import css from './dialog.module.css'
import { field, focusable } from './focusable'
import { Overlay, type Size } from './overlay'

type Props = {
  title: string
  /** Under the title, and read with it. */
  description?: ReactNode
  size?: Size
  /** `end`: a drawer along the right edge, beside what it is about. */
  placement?: 'center' | 'end'
  /** Buttons at its foot; the last one is the primary action. */
  actions?: ReactNode
  onClose: () => void
  children: ReactNode
}

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const

/** A dialog that can be made as large as the window. Focus goes to where its work begins; closing gives it back. */
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

/** The scrolling part. Focusable only when it scrolls and nothing in it is focusable. */
function Body({ ref, label, children }: BodyProps) {
  const [isStop, setStop] = useState(false)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () => setStop(box.scrollHeight > box.clientHeight && !box.querySelector(focusable))
    const observer = new ResizeObserver(look)
    observer.observe(box)
    return () => observer.disconnect()
  }, [ref])
  return (
    <div ref={ref} className={css.body} {...(isStop ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}>
      {children}
    </div>
  )
}

/**
 * After the others, whose elements it needs. First what is wrong, then a field, then an action, then the title: never
 * the button that closes, which says nothing about what this is. What comes later takes focus from the title, where it
 * waits, and follows what had focus and is gone.
 */
function FirstFocus({ in: [body, foot, head] }: { in: readonly RefObject<HTMLDivElement | null>[] }) {
  useLayoutEffect(() => {
    const title = head?.current?.querySelector<HTMLElement>('[data-first-focus]')
    const content = body?.current
    if (!title || !content) return
    const start = () => (firstIn(content) ?? (foot?.current && firstAction(foot.current)) ?? title).focus()
    // Unless something in it has taken focus already.
    if (!title.closest('[role=dialog]')?.contains(document.activeElement)) start()
    let last: EventTarget | null = null
    const keep = ({ target }: FocusEvent) => (last = target)
    const isGone = () => last instanceof Node && !last.isConnected && document.activeElement === document.body
    const observer = new MutationObserver(() => (document.activeElement === title || isGone()) && start())
    observer.observe(content, { childList: true, subtree: true, attributeFilter: ['aria-disabled'] })
    content.addEventListener('focusin', keep)
    return () => {
      observer.disconnect()
      content.removeEventListener('focusin', keep)
    }
    // Once: later renders leave focus where it went.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return null
}

/** Enter is not to press what cannot be taken back. */
const primary = 'button[data-tone=primary]:not([aria-disabled=true], [data-irrevocable])'

const firstAction = (foot: HTMLElement) =>
  foot.querySelector<HTMLElement>(primary) ?? foot.querySelector<HTMLElement>(focusable)

/** What is to be read before something is sent that cannot be taken back. */
const toRead = (content: HTMLElement) =>
  content.querySelector('[data-irrevocable]') && content.querySelector<HTMLElement>('[role=region][tabindex="0"]')

/** Where the work in a dialog begins. What does harm has no primary button, but one of danger. */
function firstIn(content: HTMLElement): HTMLElement | null {
  const first =
    content.querySelector<HTMLElement>(`[data-invalid] :is(${field})`) ??
    content.querySelector<HTMLElement>(field) ??
    content.querySelector<HTMLElement>(primary) ??
    toRead(content)
  return first?.closest('[role=radiogroup]')?.querySelector<HTMLElement>('input:checked') ?? first
}
