import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { formatCount } from '../lib/format'
import { Button } from './button'
import css from './confirm.module.css'
import { useFreshPress } from './fresh-press'
import { Overlay } from './overlay'

/** Enough names to notice a mistake. */
const NAMED = 5
/** Above this count, what cannot be undone requires typing the number. */
const COUNTED = 25

const none: readonly string[] = []
const labels = { delete: 'Delete', approve: 'Approve' } as const

type Props = {
  /** What is asked: `Delete 3 connections?` */
  title: string
  verb: keyof typeof labels
  /** The label of the confirming button, if more than the verb: `Delete 3 connections`. */
  yes?: string
  /** What it is about. One is in the title already. */
  names?: readonly string[]
  /** It can be undone, so it needs less care. */
  isUndoable?: boolean
  /** What will happen. */
  children?: ReactNode
  onCancel: () => void
  onConfirm: () => void
  /** Of what will happen, and to what: a dialog is described by it. */
  aboutId?: string
}

/**
 * The content of a confirmation, for a dialog of its own or a step of another. To prevent accidents Cancel has focus,
 * and a key still held from opening it does not confirm.
 */
export function Confirmation({
  title,
  verb,
  names = none,
  isUndoable = false,
  children,
  onCancel,
  onConfirm,
  ...rest
}: Props) {
  const box = useRef<HTMLFormElement>(null)
  const isFresh = useFreshPress(box)
  const [typed, setTyped] = useState('')
  const field = useId()
  const isCounted = names.length > COUNTED && !isUndoable
  const isTyped = !isCounted || typed.trim() === String(names.length)
  const confirm = () => {
    if (isTyped && isFresh()) onConfirm()
  }
  return (
    <form
      ref={box}
      className={css.confirm}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        confirm()
      }}
    >
      <Heading level={2} slot="title" className={css.title ?? ''}>
        {title}
      </Heading>
      <div id={rest.aboutId} className={css.about}>
        {children && <div className={css.content}>{children}</div>}
        {names.length > 1 && <Names names={names} />}
      </div>
      {isCounted && (
        <div className={css.count}>
          <label htmlFor={field}>
            Type <b>{names.length}</b> to confirm
          </label>
          <input
            id={field}
            className={css.input}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      <div className={css.actions}>
        <Button onPress={onCancel} autoFocus={!isUndoable}>
          Cancel
        </Button>
        <Button
          tone={verb === 'delete' ? 'danger' : 'primary'}
          onPress={confirm}
          autoFocus={isUndoable}
          refusal={isTyped ? undefined : `Type ${names.length} first: this cannot be undone.`}
        >
          {rest.yes ?? labels[verb]}
        </Button>
      </div>
    </form>
  )
}

function Names({ names }: { names: readonly string[] }) {
  const rest = names.length - NAMED
  return (
    <ul className={css.names} aria-label={formatCount(names.length, 'thing')}>
      {names.slice(0, NAMED).map((name, at) => (
        // Two things may have one name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${at}:${name}`}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {rest > 0 && <li>and {rest.toLocaleString('en')} more</li>}
    </ul>
  )
}

/** Asks before something is done. Escape and Cancel leave everything as it is. */
export function ConfirmDialog(props: Props) {
  const id = useId()
  return (
    <Overlay
      label={props.title}
      describedBy={id}
      role="alertdialog"
      placement="center"
      size="small"
      onClose={props.onCancel}
    >
      <Confirmation {...props} aboutId={id} />
    </Overlay>
  )
}
