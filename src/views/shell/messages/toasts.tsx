import { Loader, X } from 'lucide-react'
import { type FocusEvent, useRef } from 'react'
import { toast, type Toast, useToaster } from 'react-hot-toast/headless'
import type { Message } from '../../../commands/journal'
import { Button } from '../../../ui/button'
import { type Health, StatusShape } from '../../../ui/status'
import { useConsole } from '../console'
import { usePlaces } from '../commands/place'
import { useStore } from '../stores'
import css from './toasts.module.css'

/** The icon of a message, by its tone. */
export const shapeOf: Record<Message['tone'], Health> = {
  good: 'healthy',
  bad: 'unhealthy',
  wrong: 'warning',
  plain: 'unknown',
}

/** Messages stay in the log afterwards, where they can be read and undone. */
const SHOWN_MS = 5000

/** With a prefix, because the toast library numbers its own toasts. */
const toastOf = (messageId: number) => `message ${messageId}`

/** Shows a message as a toast. It is silent, because the message was announced already. */
export const showToast = ({ id, text, tone }: Message) => {
  const show = tone === 'good' ? toast.success : tone === 'plain' ? toast : toast.error
  show(text, { id: toastOf(id), duration: SHOWN_MS, className: tone })
}

/** Shows a toast until the returned function is called with the resulting message. */
export function showLoading(text: string): (message: Message) => void {
  const id = toast.loading(text)
  return (message) => {
    toast.dismiss(id)
    showToast(message)
  }
}

export function Toasts() {
  const { toasts, handlers } = useToaster()
  const cameFrom = useRef<HTMLElement>(null)
  const stack = useRef<HTMLElement>(null)
  const shown = toasts.filter(({ visible }) => visible)
  if (shown.length === 0) return null

  function onFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && !stack.current?.contains(relatedTarget))
      cameFrom.current = relatedTarget
    handlers.startPause()
  }
  /** Moves focus away before its button disappears. */
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

function OneToast({ toast: { id, message, type, className }, onLeave }: { toast: Toast; onLeave: () => void }) {
  const { journal, perform, undo } = useConsole()
  const places = usePlaces()
  const undoable = useStore(journal.undoable)
  const said = useStore(journal.messages).find((one) => toastOf(one.id) === id)
  const text = typeof message === 'string' ? message : ''
  return (
    <div className={css.toast} data-toast={id} data-kind={type}>
      {type === 'loading' ? (
        <Loader size={13} strokeWidth={2} className={css.loading} aria-hidden="true" />
      ) : (
        <StatusShape health={shapeOf[(className ?? 'plain') as Message['tone']]} />
      )}
      <span className={css.text}>{text}</span>
      {said && undoable.has(said.id) && (
        <Button
          label={`Undo: ${text}`}
          onPress={() => {
            onLeave()
            undo(said.id)
          }}
        >
          Undo
        </Button>
      )}
      {said?.next.map(({ title, call }) => (
        <Button
          key={call}
          onPress={() => {
            onLeave()
            void perform({ call, origin: 'button' }, places)
          }}
        >
          {title}
        </Button>
      ))}
      {type !== 'loading' && (
        <Button tone="bare" label={`Dismiss: ${text}`} onPress={onLeave}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
