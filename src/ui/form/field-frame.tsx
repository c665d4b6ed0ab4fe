import { type ReactNode, useId } from 'react'
import css from './field.module.css'
import { toDescribedBy, FieldMessages, LabelText } from './field-texts'
import { FieldNameContext, useFieldLabel } from './form-context'

/** The props that all fields share. */
export type FieldProps = {
  label: string
  /** Shown below the field and read after its label. */
  help?: ReactNode
  /** The validation error, as a sentence. */
  error?: string | undefined
  isRequired?: boolean | undefined
  isReadOnly?: boolean | undefined
  /** The reason why the field is read-only, as a sentence. */
  lock?: string | undefined
  /** Hides the label where a table or heading names the field. */
  isLabelHidden?: boolean | undefined
  /** Called when focus has left the whole field. */
  onBlur?: (() => void) | undefined
}

/** A controlled field. */
export type ControlledFieldProps<V> = FieldProps & { value: V; onChange: (value: V) => void }

/** Connects a control to its label, help and error. */
export type ControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

type Props = FieldProps & {
  /** Called on label clicks, for controls that `htmlFor` cannot focus. */
  onLabelClick?: () => void
  children: (wiring: ControlProps, labelId: string) => ReactNode
}

/** The layout of all fields: label above, help and error below. */
export function FieldFrame({ onLabelClick, children, ...field }: Props) {
  const { id, labelId, described, isInvalid } = useWiring(field)
  return (
    <div className={css.field} data-invalid={isInvalid} onBlur={onLeave(field.onBlur)}>
      {/* Keyboard users focus the control itself. */}
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

/** The layout of a field with several controls. */
export function FieldGroupFrame({ role = 'group', children, ...field }: GroupProps) {
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
      onBlur={onLeave(field.onBlur)}
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
    described: toDescribedBy(id, { help, lock, error }),
    isInvalid: error === undefined ? undefined : (true as const),
  }
}

const labelClass = ({ isLabelHidden }: FieldProps) => (isLabelHidden ? 'visually-hidden' : css.label)

/** A blur handler that ignores focus moves within the field. */
const onLeave = (onBlur: (() => void) | undefined) =>
  onBlur &&
  ((event: { currentTarget: Element; relatedTarget: EventTarget | null }) => {
    const { currentTarget, relatedTarget } = event
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) onBlur()
  })
