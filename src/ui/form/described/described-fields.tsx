import { type ComponentType, memo, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import {
  type CustomFieldProps,
  type FieldCondition,
  type FieldDescription,
  type FormDescription,
  type FormGroup,
  type FormSection,
  type FormValues,
  initialValues,
  meetsCondition,
} from '@/shared/forms/form-description'
import { Bind, BindingContext, type BoundField, WatchValue, WatchValues } from '../bind'
import { ListField } from '../fields/list-field'
import { type ControlDescription, renderControl } from './controls'
import css from './described.module.css'

type FieldsProps = {
  fields: FormDescription
  prefix?: string
  /** The key of the section that is initially expanded and gets focus. */
  opened?: string | undefined
}

/** The fields of a description inside a form. The schema of that form must parse them. */
export function DescribedFields({ fields, prefix = '', opened }: FieldsProps) {
  return fields.map((one) => {
    const content = <Part part={one} prefix={prefix} opened={opened} />
    return one.when ? (
      <When key={keyOf(one)} condition={one.when} prefix={prefix}>
        {content}
      </When>
    ) : (
      <Plain key={keyOf(one)}>{content}</Plain>
    )
  })
}

type PartDescription = FormDescription[number]

function keyOf(part: PartDescription): string {
  if (part.type === 'section') return part.key ?? part.label
  if (part.type === 'group') return part.key
  // A field with a control and a hidden one may have the same name, under different conditions.
  return part.type === 'hidden' ? `hidden ${part.name}` : part.name
}

const Plain = ({ children }: { children: ReactNode }) => children

const When = ({ condition, prefix, children }: { condition: FieldCondition; prefix: string; children: ReactNode }) => (
  <WatchValue name={`${prefix}${condition.field}`}>
    {(value) => (meetsCondition(condition, value) ? children : null)}
  </WatchValue>
)

function Part({ part, prefix, opened }: { part: PartDescription; prefix: string; opened: string | undefined }) {
  switch (part.type) {
    case 'section':
      return (
        <CollapsibleSection section={part} prefix={prefix} isOpened={opened !== undefined && keyOf(part) === opened} />
      )
    case 'group':
      return <Group group={part} prefix={prefix} />
    default:
      return <Field field={part} prefix={prefix} />
  }
}

const Group = ({ group: { label, layout, fields }, prefix }: { group: FormGroup; prefix: string }) => {
  const content = <DescribedFields fields={fields} prefix={prefix} />
  if (label === undefined && layout === undefined) return content
  return (
    <div className={layout && css[layout]} {...(label !== undefined && { role: 'group', 'aria-label': label })}>
      {content}
    </div>
  )
}

type SectionProps = { section: FormSection; prefix: string; isOpened: boolean }

/**
 * A collapsed section is still part of the form: an error in it expands it. The fields of a document keep their values
 * in the text, so they render only when the section is first expanded: a document may have a thousand fields.
 */
function CollapsibleSection({ section, prefix, isOpened }: SectionProps) {
  const { label, help, isCollapsed = false, fields } = section
  const isInDocument = useContext(BindingContext) !== undefined
  const [isOpen, setOpen] = useState(!isCollapsed || isOpened)
  const [isRendered, setRendered] = useState(isOpen || !isInDocument)
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isOpened) box.current?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }, [isOpened])
  return (
    <details
      ref={box}
      className={css.section}
      data-section={section.key}
      open={isOpen}
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
        if (event.currentTarget.open) setRendered(true)
      }}
    >
      <summary className={css.summary}>{label}</summary>
      <div className={css.fields}>
        {help && <p className={css.help}>{help}</p>}
        {isRendered && <DescribedFields fields={fields} prefix={prefix} />}
      </div>
    </details>
  )
}

type FieldProps<F = FieldDescription> = { field: F; prefix: string }

const Field = memo(function Field({ field, prefix }: FieldProps) {
  if (field.type === 'hidden') return null
  const { help } = field
  return typeof help === 'function' ? (
    <WatchValues>{(values) => <FieldOf field={field} help={help(values)} prefix={prefix} />}</WatchValues>
  ) : (
    <FieldOf field={field} help={help} prefix={prefix} />
  )
})

type ShownField = Exclude<FieldDescription, { type: 'hidden' }>

function FieldOf({ field, help, prefix }: FieldProps<ShownField> & { help: string | undefined }) {
  const name = `${prefix}${field.name}`
  const texts = { label: field.label, help, isRequired: field.isRequired }
  if (field.type === 'list')
    return (
      <ListField
        {...texts}
        name={name}
        itemLabel={field.itemLabel}
        initial={() => ({ ...initialValues(field.fields) })}
      >
        {(item) => <DescribedFields fields={field.fields} prefix={`${item}.`} />}
      </ListField>
    )
  return (
    <Bind<unknown> name={name}>
      {(found) => {
        const bound = { ...texts, ...found, isReadOnly: found.isReadOnly || field.isReadOnly === true }
        if (field.type === 'custom') return <Custom {...bound} control={field.control} />
        return field.sets ? <SettingField field={field} sets={field.sets} bound={bound} /> : renderControl(field, bound)
      }}
    </Bind>
  )
}

type Bound = BoundField<unknown> & { label: string; help: string | undefined; isRequired: boolean | undefined }

/** A field that changes others. */
function SettingField({
  field,
  sets,
  bound,
}: {
  field: ControlDescription
  sets: (value: unknown) => FormValues
  bound: Bound
}) {
  const setValues = useSetValues()
  return renderControl(field, {
    ...bound,
    onChange(value) {
      bound.onChange(value)
      setValues(sets(value))
    },
  })
}

type CustomField = Extract<FieldDescription, { type: 'custom' }>

function Custom({ control, ...bound }: Bound & Pick<CustomField, 'control'>) {
  const setValues = useSetValues()
  // The value has the type that the component expects, because the same description gives its initial value.
  const Control = control as ComponentType<CustomFieldProps>
  return <WatchValues>{(values) => <Control {...bound} values={values} setValues={setValues} />}</WatchValues>
}

function useSetValues() {
  const { setValue } = useFormContext()
  return (values: FormValues) => {
    for (const [name, value] of Object.entries(values)) setValue(name, value)
  }
}
