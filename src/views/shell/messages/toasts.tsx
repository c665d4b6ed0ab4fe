import { Loader, X } from 'lucide-react'
import { type FocusEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { toast, type Toast, useToaster } from 'react-hot-toast/headless'
import { formatCall } from '@/commands/call'
import type { CallSource } from '@/commands/command'
import type { JournalMessage } from '@/commands/journal'
import { findCommand } from '@/commands/registry'
import { ariaKeyshortcuts, formatKeys, keyCaps } from '@/keymap/display'
import { currentPlaces, isTypingIn } from '@/keymap/listen'
import { type LiveKey, liveKeys } from '@/keymap/live'
import { formatCount, shorten } from '@/shared/format'
import { Button } from '@/ui/button'
import { useEventListener } from '@/ui/hooks'
import { Kbd } from '@/ui/kbd'
import { type HealthShape, StatusShape } from '@/ui/status'
import { useConsole } from '../../shared/console'
import { usePlaces } from '../../shared/commands/place'
import { useMedia, useStore } from '../../shared/stores'
import { newestToast } from './toast-host'
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

/** The maximum number of toasts, because they cover the page. The others are counted, and listed in Messages. */
const MOST_SHOWN = 3

/** A window in which a toast is one line, and the only one. */
const SHORT_WINDOW = '(max-height: 400px)'

/** The length of a text that has room beside one button, in characters. */
const MOST_BESIDE = 60

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
  const { perform } = useConsole()
  const places = usePlaces()
  const cameFrom = useRef<HTMLElement>(null)
  const stack = useRef<HTMLElement>(null)
  /** The toasts that were shown when the pointer or the focus came to them. */
  const [held, setHeld] = useState<ReadonlySet<string>>(none)
  const isShort = useMedia(SHORT_WINDOW)
  const shown = toasts.filter(({ visible }) => visible)
  // No toast is replaced by a newer one under the pointer or the focus.
  const ranked = shown.toSorted(
    (one, other) => Number(held.has(other.id)) - Number(held.has(one.id)) || other.createdAt - one.createdAt
  )
  const fitting = new Set(ranked.slice(0, isShort ? 1 : MOST_SHOWN))
  // A toast that replaces one of the same kind keeps its position.
  const visible = shown.filter((one) => fitting.has(one))
  const hidden = shown.length - visible.length
  const newest = ranked.find((one) => fitting.has(one) && one.type !== 'loading')
  if (shown.length === 0) return null

  function hold() {
    setHeld(new Set(visible.map(({ id }) => id)))
    handlers.startPause()
  }
  function release() {
    setHeld(none)
    handlers.endPause()
  }
  function onFocus({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof HTMLElement && !stack.current?.contains(relatedTarget))
      cameFrom.current = relatedTarget
    hold()
  }
  /** Moves focus away before the focused button disappears. */
  function leave(id: string) {
    if (stack.current?.contains(document.activeElement)) {
      const others = [...stack.current.querySelectorAll<HTMLElement>('[data-toast]')]
      const next = others.find((one) => one.dataset['toast'] !== id)?.querySelector('button')
      ;(next ?? (cameFrom.current?.isConnected ? cameFrom.current : document.querySelector('h1')))?.focus()
    }
    release()
    toast.dismiss(id)
  }
  const others = hidden > 0 && (
    <Button
      label={formatCount(hidden, 'more message')}
      onPress={() => void perform({ call: 'help.messages', origin: 'button' }, places)}
    >
      {isShort ? `+${hidden}` : `${hidden} more`}
    </Button>
  )
  return (
    // Hover and focus keep the toasts open; the section itself is not interactive.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={stack}
      aria-label="Messages"
      data-wants={shown.some(({ position }) => position === 'top-right') ? 'top' : 'bottom'}
      className={css.stack}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={onFocus}
      onBlur={release}
    >
      {!isShort && others}
      {visible.map((one) => (
        <OneToast key={one.id} toast={one} isNewest={one === newest} isShort={isShort} onLeave={() => leave(one.id)}>
          {isShort && others}
        </OneToast>
      ))}
    </section>
  )
}

type ToastProps = {
  toast: Toast
  /** The keys of messages act on this one. */
  isNewest: boolean
  isShort: boolean
  onLeave: () => void
  /** A further button. */
  children: ReactNode
}

function OneToast({ toast: { id, message, type, className }, isNewest, isShort, onLeave, children }: ToastProps) {
  const { journal, perform, undo } = useConsole()
  const places = usePlaces()
  const undoable = useStore(journal.undoable)
  const findKey = useKeysHere()
  // The newest message of a kind comes first.
  const entry = useStore(journal.messages).find((one) => toastId(one) === id)
  const text = typeof message === 'string' ? message : ''
  const { ref, isCut } = useRoomFor(text)
  const named = shorten(text, MOST_IN_NAME)
  const leaveFor = (then: () => unknown) => () => {
    onLeave()
    then()
  }
  const run = (call: CallSource) => leaveFor(() => void perform({ call, origin: 'button' }, places))
  const offers: readonly Offer[] = [
    ...(entry && undoable.has(entry.id)
      ? [
          {
            title: 'Undo',
            label: `Undo: ${named}`,
            // The key undoes the newest change.
            ...(undoable.values().next().value === entry.id && { call: 'edit.undo' }),
            press: leaveFor(() => undo(entry.id)),
          },
        ]
      : []),
    ...(entry?.next ?? []).map(({ title, call }) => ({ title, call: formatCall(call, findCommand), press: run(call) })),
  ]
  // In a short window, Messages has the other buttons.
  const beside = isShort ? offers.slice(0, 1) : offers
  const more: Offer = { title: 'More', label: `More: ${named}`, call: 'help.messages', press: run('help.messages') }
  const buttons = isCut || beside.length < offers.length ? [...beside, more] : beside
  const dismissKey = isNewest ? findKey('message.dismiss') : undefined
  useEffect(() => {
    if (!isNewest) return undefined
    newestToast.set({ act: buttons[0]?.press, dismiss: onLeave })
    return () => newestToast.set(undefined)
  })
  const isStacked = !isShort && (buttons.length > 1 || (buttons.length === 1 && text.length > MOST_BESIDE))
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
      {(buttons.length > 0 || children) && (
        <span className={css.actions}>
          {buttons.map(({ title, label, call, press }, at) => {
            const key = findKey(call) ?? (isNewest && at === 0 ? findKey('message.act') : undefined)
            return (
              <Button key={title} label={label} {...describeKey(key)} onPress={press}>
                {title}
                {key && <Kbd caps={keyCaps(key.keys)} isInButton />}
              </Button>
            )
          })}
          {children}
        </span>
      )}
      {type !== 'loading' && (
        <Button
          tone="bare"
          className={css.dismiss}
          label={`Dismiss: ${named}`}
          {...describeKey(dismissKey)}
          onPress={onLeave}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
          {dismissKey && <Kbd caps={keyCaps(dismissKey.keys)} isInButton />}
        </Button>
      )}
    </div>
  )
}

/** A button of a toast. `call`: the written call of a key that does the same. */
type Offer = { title: string; label?: string; call?: string; press: () => void }

const describeKey = (key: LiveKey | undefined) =>
  key && { description: `Shortcut: ${formatKeys(key.keys)}`, shortcuts: ariaKeyshortcuts([key]) }

/** Finds the key of a call that works wherever the focus is, and works where it is now. */
function useKeysHere() {
  const { keys } = useConsole()
  const [, setFocused] = useState(document.activeElement)
  useEventListener(window, 'focusin', () => setFocused(document.activeElement))
  const live = liveKeys(currentPlaces(), keys, document.activeElement !== null && isTypingIn(document.activeElement))
  return (call: string | undefined) =>
    live.find((key) => key.at === 'app' && key.call === call && live.find((other) => other.keys === key.keys) === key)
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

const none: ReadonlySet<string> = new Set()
