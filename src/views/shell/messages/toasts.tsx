import { Loader, X } from 'lucide-react'
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { toast, type Toast, useToaster, useToasterStore } from 'react-hot-toast/headless'
import type { CallSource } from '@/commands/command'
import type { JournalMessage } from '@/commands/journal'
import { shorten } from '@/shared/format'
import { Button } from '@/ui/button'
import { type HealthShape, StatusShape } from '@/ui/status'
import { useConsole } from '../../shared/console'
import { usePlaces } from '../../shared/commands/place'
import { useMedia, useStore } from '../../shared/stores'
import css from './toasts.module.css'

/** The icon of a message, by its tone. */
export const toneShapes: Record<JournalMessage['tone'], HealthShape> = {
  good: 'healthy',
  bad: 'unhealthy',
  wrong: 'warning',
  plain: 'unknown',
}

/** The duration of a toast. Its message stays in the log, where it can be read and undone. */
const SHOWN_MS = 5000

/**
 * How long the library keeps a hidden toast. By default a second: on a busy machine, a new toast of the same kind was
 * then removed before the library noticed it. Zero counts as the default.
 */
const REMOVED_AFTER_MS = 1

/** The toast id: one toast for each kind of message. The prefix avoids the numeric ids of the toast library. */
const toastId = ({ kind, id }: Pick<JournalMessage, 'kind' | 'id'>) => `message ${kind ?? id}`

/** The maximum number of toasts, because they make the page shorter. Older messages are in Messages. */
const MOST_SHOWN = 3

/** The maximum number of buttons beside the text. More buttons leave no room for it in any window. */
const MOST_BESIDE = 3

/** The length of a text in the name of a button, in characters: enough to distinguish toasts. */
const MOST_IN_NAME = 80

/**
 * Shows a message as a toast and replaces a toast of the same kind. Toasts are silent, because messages are announced.
 */
export const showToast = (message: JournalMessage) => {
  const { text, tone, edge } = message
  const show = tone === 'good' ? toast.success : tone === 'plain' ? toast : toast.error
  const position = edge === 'top' ? 'top-right' : 'bottom-right'
  show(text, { id: toastId(message), duration: SHOWN_MS, removeDelay: REMOVED_AFTER_MS, className: tone, position })
}

/** Shows a toast until the returned function is called with the resulting message. */
export function showLoading(text: string): (message: JournalMessage) => void {
  const id = toast.loading(text)
  return (message) => {
    toast.dismiss(id)
    showToast(message)
  }
}

export function Toasts() {
  const { toasts, handlers } = useToaster()
  const { pausedAt } = useToasterStore()
  const cameFrom = useRef<HTMLElement>(null)
  const stack = useRef<HTMLElement>(null)
  const shown = toasts.filter(({ visible }) => visible)
  // No toast is removed under the pointer or the focus. A toast that replaces an older one keeps its position.
  const newest = shown.toSorted((one, other) => other.createdAt - one.createdAt)
  const old = pausedAt === undefined ? newest.slice(MOST_SHOWN).filter(({ type }) => type !== 'loading') : []
  useLayoutEffect(() => {
    for (const { id } of old) toast.dismiss(id)
  })
  if (shown.length === 0) return null

  function onFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && !stack.current?.contains(relatedTarget))
      cameFrom.current = relatedTarget
    handlers.startPause()
  }
  /** Moves focus away before the focused button disappears. */
  function leave(id: string) {
    if (stack.current?.contains(document.activeElement)) {
      const others = [...stack.current.querySelectorAll<HTMLElement>('[data-toast]')]
      const next = others.find((one) => one.dataset['toast'] !== id)?.querySelector('button')
      ;(next ?? (cameFrom.current?.isConnected ? cameFrom.current : document.querySelector('h1')))?.focus()
    }
    handlers.endPause()
    toast.dismiss(id)
  }
  return (
    // Hover and focus keep the toasts open; the section itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={stack}
      aria-label="Messages"
      data-wants={shown.some(({ position }) => position === 'top-right') ? 'top' : 'bottom'}
      className={css.stack}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
      onFocus={onFocus}
      onBlur={handlers.endPause}
    >
      {shown.map((one) => (
        <OneToast key={one.id} toast={one} onLeave={() => leave(one.id)} />
      ))}
    </section>
  )
}

type ToastProps = { toast: Toast; onLeave: () => void }

function OneToast({ toast: { id, message, type, className }, onLeave }: ToastProps) {
  const { journal, perform, undo } = useConsole()
  const places = usePlaces()
  const undoable = useStore(journal.undoable)
  // The newest message of a kind comes first.
  const entry = useStore(journal.messages).find((one) => toastId(one) === id)
  const text = typeof message === 'string' ? message : ''
  const { ref, isCut } = useRoomFor(text)
  const isNarrow = useMedia('(max-width: 480px)')
  const named = shorten(text, MOST_IN_NAME)
  const leaveFor = (then: () => unknown) => () => {
    onLeave()
    then()
  }
  const run = (call: CallSource) => leaveFor(() => void perform({ call, origin: 'button' }, places))
  const next = entry?.next ?? none
  const isUndoable = entry !== undefined && undoable.has(entry.id)
  const actions = next.length + Number(isUndoable) + Number(isCut)
  const isStacked = actions > (isNarrow ? 1 : MOST_BESIDE)
  return (
    <div className={css.toast} data-toast={id} data-kind={type} data-stacked={isStacked || undefined}>
      {type === 'loading' ? (
        <Loader size={13} strokeWidth={2} className={css.loading} aria-hidden="true" />
      ) : (
        <StatusShape health={toneShapes[(className ?? 'plain') as JournalMessage['tone']]} />
      )}
      <span ref={ref} className={css.text}>
        {text}
      </span>
      {actions > 0 && (
        <span className={css.actions}>
          {isUndoable && (
            <Button label={`Undo: ${named}`} onPress={leaveFor(() => undo(entry.id))}>
              Undo
            </Button>
          )}
          {next.map(({ title, call }) => (
            <Button key={title} onPress={run(call)}>
              {title}
            </Button>
          ))}
          {isCut && (
            <Button label={`More: ${named}`} onPress={run('help.messages')}>
              More
            </Button>
          )}
        </span>
      )}
      {type !== 'loading' && (
        <Button tone="bare" className={css.dismiss} label={`Dismiss: ${named}`} onPress={onLeave}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}

/**
 * Whether a text is truncated. The result does not change for the same text, because the button for the full text
 * changes the available room.
 */
function useRoomFor(text: string) {
  const ref = useRef<HTMLSpanElement>(null)
  const [cut, setCut] = useState<string>()
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    // Allows for one pixel of rounding.
    const look = () => element.scrollHeight > element.clientHeight + 1 && setCut(text)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    look()
    return () => observer.disconnect()
  }, [text])
  return { ref, isCut: cut === text }
}

const none: JournalMessage['next'] = []
