import { type ReactNode, useId } from 'react'
import css from './field.module.css'
import { describedBy, FieldMessages, LabelText } from './field-texts'
import { FieldNameContext, useFieldLabel } from './form-context'

/** What every field has, whatever its value is. */
export type FieldProps = {
  label: string
  /** Read after the name; below the field. */
  help?: ReactNode
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined
  isRequired?: boolean | undefined
  isReadOnly?: boolean | undefined
  /** Why it can only be read, as a sentence. */
  lock?: string | undefined
  /** Hides the label where the surroundings name the field: in a table, under a heading. */
  isLabelHidden?: boolean | undefined
  /** Focus has left the whole field. */
  onBlur?: (() => void) | undefined
}

/** A controlled field. */
export type FieldOf<V> = FieldProps & { value: V; onChange: (value: V) => void }

/** Connects a control to its label, help and error. */
export type Wiring = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = FieldProps & {
  /** For a control that a label does not reach by itself. */
  onLabelClick?: () => void
  children: (wiring: Wiring, labelId: string) => ReactNode
}

/** Label above, help and error below: the layout of all fields. */
export function Frame({ onLabelClick, children, ...field }: Props) {
  const { id, labelId, described, isInvalid } = useWiring(field)
  return (
    <div className={css.field} data-invalid={isInvalid} onBlur={leaving(field.onBlur)}>
      {/* The keyboard reaches the control itself. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <label className={labelClass(field)} id={labelId} htmlFor={id} onClick={onLabelClick}>
        <LabelText {...field} />
      </label>
      <FieldNameContext value={undefined}>
        {children(
          {
            id,
            'aria-describedby': described,
            'aria-invalid': isInvalid,
            'aria-required': field.isRequired || undefined,
          },
          labelId
        )}
      </FieldNameContext>
      <FieldMessages id={id} {...field} />
    </div>
  )
}

type GroupProps = FieldProps & { role?: 'group' | 'radiogroup'; children: ReactNode }

/** The same for a field of several controls. */
export function GroupFrame({ role = 'group', children, ...field }: GroupProps) {
  const { id, labelId, described, isInvalid } = useWiring(field)
  const isRadio = role === 'radiogroup'
  return (
    <div
      className={css.field}
      role={role}
      aria-labelledby={labelId}
      aria-describedby={described}
      aria-required={isRadio && field.isRequired ? true : undefined}
      aria-invalid={isRadio ? isInvalid : undefined}
      data-invalid={isInvalid}
      onBlur={leaving(field.onBlur)}
    >
      <span className={labelClass(field)} id={labelId}>
        <LabelText {...field} />
      </span>
      <FieldNameContext value={undefined}>{children}</FieldNameContext>
      <FieldMessages id={id} {...field} />
    </div>
  )
}

function useWiring({ label, help, lock, error }: FieldProps) {
  const id = useId()
  useFieldLabel(label)
  return {
    id,
    labelId: `${id}-label`,
    described: describedBy(id, { help, lock, error }),
    isInvalid: error === undefined ? undefined : (true as const),
  }
}

const labelClass = ({ isLabelHidden }: FieldProps) => (isLabelHidden ? 'visually-hidden' : css.label)

/** Focus moving within the field is not a blur. */
const leaving = (onBlur: (() => void) | undefined) =>
  onBlur &&
  ((event: { currentTarget: Element; relatedTarget: EventTarget | null }) => {
    const { currentTarget, relatedTarget } = event
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onBlur()
  })
