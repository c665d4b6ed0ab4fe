import {
  type ComponentType,
  Fragment,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Heading } from 'react-aria-components/Heading'
import { formatCount } from '../shared/format'
import { Button } from './button'
import css from './confirm.module.css'
import { FormActionsContext, SubmitKeysContext } from './form/form-context'
import { Kbd } from './kbd'
import { Overlay } from './overlay'
import { useIsFreshPress } from './use-fresh-press'

/** The number of listed names: enough to notice a mistake. */
const NAMED = 5
/** Above this number of targets, an action that cannot be undone requires typing the number. */
const COUNTED = 25

const none: readonly string[] = []
const labels = { delete: 'Delete', approve: 'Approve' } as const

type ConfirmationProps = {
  /** The question, such as `Delete 3 connections?` */
  title: string
  tone: 'primary' | 'danger'
  /** The label of the confirm button, such as `Delete 3 connections`. */
  yes: string
  /** The label of the cancel button. */
  no?: string
  /** The names of the targets. A single name is not listed, because the title contains it. */
  names?: readonly string[]
  /** The noun for the number of names. */
  noun?: string
  /** The action can be undone, so the confirmation is less strict. */
  isUndoable?: boolean
  /** Why the action is not possible at all. */
  refusal?: string | undefined
  /** A description of the effect. */
  children?: ReactNode
  onCancel: () => void
  onConfirm: () => void
  /** The id of the description of effect and targets, for the `aria-describedby` of the dialog. */
  aboutId: string
}

/**
 * The content of every confirmation, for a separate dialog or as a step of another one. The harmless button has focus:
 * Cancel, or the confirm button if the action can be undone. A key that is still held from opening the confirmation does
 * not confirm. Within the place of a form, its submit key confirms.
 */
export function Confirmation({
  title,
  tone,
  yes,
  no = 'Cancel',
  names = none,
  noun = 'item',
  isUndoable = false,
  children,
  onCancel,
  onConfirm,
  ...rest
}: ConfirmationProps) {
  const box = useRef<HTMLFormElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  const count = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A dialog around this one takes the focus back from `autoFocus`, which is earlier.
    const [cancel, confirmButton] = actions.current?.querySelectorAll('button') ?? []
    const first = isUndoable ? confirmButton : cancel
    first?.focus()
  }, [isUndoable])
  const isFresh = useIsFreshPress(box)
  const [typed, setTyped] = useState('')
  const field = useId()
  const isCounted = names.length > COUNTED && !isUndoable
  const isTyped = !isCounted || typed.trim() === String(names.length)
  const refusal = rest.refusal ?? (isTyped ? undefined : `Type ${names.length} first: this cannot be undone.`)
  const confirm = () => {
    if (refusal === undefined && isFresh()) onConfirm()
  }
  const submitKeys = useContext(SubmitKeysContext)
  useImperativeHandle(useContext(FormActionsContext), () => ({
    submit: () => (refusal === undefined ? confirm() : count.current?.focus()),
    cancel: onCancel,
  }))
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
        {names.length > 1 && <Names names={names} noun={noun} />}
      </div>
      {isCounted && (
        <div className={css.count}>
          <label htmlFor={field}>
            Type <b>{names.length}</b> to confirm
          </label>
          <input
            ref={count}
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
          {no}
        </Button>
        <Button
          tone={tone}
          onPress={confirm}
          autoFocus={isUndoable}
          refusal={refusal}
          onRefused={() => count.current?.focus()}
        >
          {yes}
          {submitKeys && <Kbd caps={submitKeys} isInButton />}
        </Button>
      </div>
    </form>
  )
}

function Names({ names, noun }: { names: readonly string[]; noun: string }) {
  const rest = names.length - NAMED
  return (
    <ul className={css.names} aria-label={formatCount(names.length, noun)}>
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

type DialogProps = Omit<ConfirmationProps, 'aboutId' | 'tone' | 'yes'> & {
  verb: keyof typeof labels
  /** The label of the confirm button. Default: the verb. */
  yes?: string
  /** Wraps the content, to give it keys. */
  Frame?: ComponentType<{ children: ReactNode }>
}

/** A confirmation dialog. Escape and Cancel change nothing. */
export function ConfirmDialog({ verb, Frame = Fragment, ...props }: DialogProps) {
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
      <Frame>
        <Confirmation
          {...props}
          yes={props.yes ?? labels[verb]}
          tone={verb === 'delete' ? 'danger' : 'primary'}
          aboutId={id}
        />
      </Frame>
    </Overlay>
  )
}
