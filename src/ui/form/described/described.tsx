import { memo, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { Bind, BindingContext, WatchValue } from '../bind'
import { CodeField } from '../code/code-field'
import { ComboField } from '../fields/combo-field'
import css from './described.module.css'
import {
  type FieldCondition,
  type FieldDescription,
  type FormDescription,
  initialValues,
  type FormSection,
  type FormValues,
} from '@/shared/forms/form-description'
import { type JsonFile, JsonFileField } from '../fields/file'
import { Form, type Rejection } from '../form'
import { KeyValuesField } from '../fields/key-values-field'
import type { LabelValues } from '../fields/labels'
import { LabelsField } from '../fields/labels-field'
import { ListField } from '../fields/list-field'
import { DateTimeField } from '../fields/date-time-field'
import { AmountField, DurationField, NumberField } from '../fields/number'
import type { Choice } from '@/shared/forms/choice'
import { toFormSchema } from './form-schema'
import { type SecretValue, SecretField } from '../fields/secret'
import { SelectField } from '../fields/select'
import { SourceField } from '../fields/source-field'
import { ScheduleField, SuggestField } from '../fields/suggest'
import { TextAreaField, TextField } from '../fields/text'
import type { KeyValue, ValueSource } from '../fields/value-source'
import { CheckboxesField, RadioField } from '../fields/choices'
import { ToggleField } from '../fields/toggle'

type Props = {
  label: string
  fields: FormDescription
  /** Existing values. Missing values start with the default of the description. */
  values?: FormValues
  /** Gets the values of the fields that are shown, parsed by `schemaOf`. */
  onSubmit: (values: FormValues) => Promise<Rejection | void> | Rejection | void
  onCancel?: () => void
  submitLabel?: string
  busyLabel?: string
  isReadOnly?: boolean
  isIrrevocable?: boolean
  draftKey?: string
  /** Content above the fields. */
  children?: ReactNode
  /** Content below the fields. */
  after?: ReactNode
}

/** A form built from a description. */
export function DescribedForm({ fields, values, children, after, ...form }: Props) {
  const schema = useMemo(() => toFormSchema(fields), [fields])
  return (
    <Form {...form} schema={schema} defaultValues={initialValues(fields, values)}>
      {children}
      <DescribedFields fields={fields} />
      {after}
    </Form>
  )
}

type FieldsProps = {
  fields: FormDescription
  prefix?: string
  /** The key of the section that is initially expanded and gets focus. */
  opened?: string | undefined
}

/** The fields of a description inside a form. The schema of that form must parse them. */
export function DescribedFields({ fields, prefix = '', opened }: FieldsProps) {
  return fields.map((one) => {
    const key = one.type === 'section' ? (one.key ?? one.label) : one.name
    const content =
      one.type === 'section' ? (
        <CollapsibleSection section={one} prefix={prefix} isOpened={opened !== undefined && one.key === opened} />
      ) : (
        <Field field={one} prefix={prefix} />
      )
    return one.when ? (
      <When key={key} condition={one.when} prefix={prefix}>
        {content}
      </When>
    ) : (
      <Plain key={key}>{content}</Plain>
    )
  })
}

const Plain = ({ children }: { children: ReactNode }) => children

const When = ({ condition, prefix, children }: { condition: FieldCondition; prefix: string; children: ReactNode }) => (
  <WatchValue name={`${prefix}${condition.field}`}>
    {(value) => (condition.is.includes(value) ? children : null)}
  </WatchValue>
)

/**
 * A collapsed section is still part of the form: an error in it expands it. The fields of a document keep their values
 * in the text, so they render only when the section is first expanded: a document may have a thousand fields.
 */
function CollapsibleSection({
  section,
  prefix,
  isOpened,
}: {
  section: FormSection
  prefix: string
  isOpened: boolean
}) {
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

const Field = memo(function Field({ field, prefix }: { field: FieldDescription; prefix: string }) {
  const { label, help, isRequired } = field
  const texts = { label, help, isRequired }
  const name = `${prefix}${field.name}`
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
  return control(field, name, texts)
})

type Texts = { label: string; help: string | undefined; isRequired: boolean | undefined }

/** The value at a name has the type of its description, which `initialValues` and `schemaOf` also use. */
function control(field: Exclude<FieldDescription, { type: 'list' }>, name: string, texts: Texts): ReactNode {
  switch (field.type) {
    case 'text':
      return (
        <Bind<string> name={name}>
          {(bound) => (
            <TextField {...texts} {...bound} kind={field.kind} placeholder={field.placeholder} isMono={field.isMono} />
          )}
        </Bind>
      )
    case 'textarea':
      return (
        <Bind<string> name={name}>
          {(bound) => <TextAreaField {...texts} {...bound} placeholder={field.placeholder} isMono={field.isMono} />}
        </Bind>
      )
    case 'secret':
      return <Bind<SecretValue> name={name}>{(bound) => <SecretField {...texts} {...bound} />}</Bind>
    case 'source':
      return (
        <Bind<ValueSource> name={name}>
          {(bound) => <SourceField {...texts} {...bound} isSecret={field.isSecret} />}
        </Bind>
      )
    case 'number':
      return (
        <Bind<number | null> name={name}>
          {(bound) => (
            <NumberField {...texts} {...bound} unit={field.unit} min={field.min} max={field.max} step={field.step} />
          )}
        </Bind>
      )
    case 'duration':
      return <Bind<string> name={name}>{(bound) => <DurationField {...texts} {...bound} />}</Bind>
    case 'amount':
      return <Bind<string> name={name}>{(bound) => <AmountField {...texts} {...bound} set={field.set} />}</Bind>
    case 'select':
      return (
        <Bind<string> name={name}>
          {(bound) => <SelectField {...texts} {...bound} options={field.options} placeholder={field.placeholder} />}
        </Bind>
      )
    case 'radio':
      return <Bind<string> name={name}>{(bound) => <RadioField {...texts} {...bound} options={field.options} />}</Bind>
    case 'checkbox':
    case 'switch':
      return <Bind<boolean> name={name}>{(bound) => <ToggleField {...texts} {...bound} kind={field.type} />}</Bind>
    case 'checkboxes':
      return (
        <Bind<readonly string[]> name={name}>
          {(bound) => <CheckboxesField {...texts} {...bound} options={field.options} />}
        </Bind>
      )
    case 'suggest':
      return (
        <Bind<string> name={name}>{(bound) => <SuggestField {...texts} {...bound} options={field.options} />}</Bind>
      )
    case 'search':
      return (
        <Bind<Choice | null> name={name}>
          {(bound) => (
            <ComboField
              {...texts}
              {...bound}
              find={field.find}
              placeholder={field.placeholder}
              pace={field.pace ?? usual}
            />
          )}
        </Bind>
      )
    case 'schedule':
      return <Bind<string> name={name}>{(bound) => <ScheduleField {...texts} {...bound} set={field.set} />}</Bind>
    case 'moment':
      return (
        <Bind<string> name={name}>
          {(bound) => <DateTimeField {...texts} {...bound} parse={field.parse} format={field.format} />}
        </Bind>
      )
    case 'code':
      return (
        <Bind<unknown> name={name}>
          {(bound) => (
            <CodeField
              {...texts}
              {...bound}
              language={field.language}
              isParsed={field.isParsed}
              schema={field.schema}
              height={field.height}
            />
          )}
        </Bind>
      )
    case 'labels':
      return <Bind<LabelValues> name={name}>{(bound) => <LabelsField {...texts} {...bound} />}</Bind>
    case 'keyValues':
      return (
        <Bind<readonly KeyValue[]> name={name}>
          {(bound) => <KeyValuesField {...texts} {...bound} isPlain={field.isPlain} />}
        </Bind>
      )
    case 'file':
      return <Bind<JsonFile | null> name={name}>{(bound) => <JsonFileField {...texts} {...bound} />}</Bind>
  }
}

const usual = {}
