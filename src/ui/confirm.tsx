import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { formatCount } from '../shared/format'
import { Button } from './button'
import css from './confirm.module.css'
import { useIsFreshPress } from './use-fresh-press'
import { Overlay } from './overlay'

/** The number of listed names: enough to notice a mistake. */
const NAMED = 5
/** Above this number of targets, an action that cannot be undone requires typing the number. */
const COUNTED = 25

const none: readonly string[] = []
const labels = { delete: 'Delete', approve: 'Approve' } as const

type Props = {
  /** The question, such as `Delete 3 connections?` */
  title: string
  verb: keyof typeof labels
  /** The label of the confirm button, such as `Delete 3 connections`. Default: the verb. */
  yes?: string
  /** The names of the targets. A single name is not listed, because the title contains it. */
  names?: readonly string[]
  /** The action can be undone, so the confirmation is less strict. */
  isUndoable?: boolean
  /** A description of the effect. */
  children?: ReactNode
  onCancel: () => void
  onConfirm: () => void
  /** The id of the description of effect and targets, for the `aria-describedby` of the dialog. */
  aboutId?: string
}

/**
 * The content of a confirmation, for a separate dialog or as a step of another one. To prevent accidents, Cancel has
 * focus, and a key that is still held from opening the confirmation does not confirm.
 */
function Confirmation({
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
  const actions = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A dialog around this one takes the focus back from `autoFocus`, which is earlier.
    const [cancel, yes] = actions.current?.querySelectorAll('button') ?? []
    const first = isUndoable ? yes : cancel
    first?.focus()
  }, [isUndoable])
  const isFresh = useIsFreshPress(box)
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
      <div ref={actions} className={css.actions}>
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
    <ul className={css.names} aria-label={formatCount(names.length, 'item')}>
      {names.slice(0, NAMED).map((name, at) => (
        // Two items may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={`${at}:${name}`}>
          <bdi>{name}</bdi>
        </li>
      ))}
      {rest > 0 && <li>and {rest.toLocaleString('en')} more</li>}
    </ul>
  )
}

/** A confirmation dialog. Escape and Cancel change nothing. */
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
