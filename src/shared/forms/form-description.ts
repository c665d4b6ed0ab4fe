import type { ComponentType } from 'react'
import type { Choice, FindChoices, SearchPace } from './choice'
import type { ScheduleSet } from './schedules'

/** Units of an amount, and the unit of a bare number. */
export type UnitSet = { units: readonly string[]; initial: string }

/** The language of a code field. An expression in CEL is only highlighted; the server checks it. */
export type CodeKind = {
  language: 'yaml' | 'json' | 'cel'
  /** Whether the value is the parsed text (`null` if empty) instead of the text. */
  isParsed?: boolean | undefined
  /** A JSON schema for validation, completion and documentation. */
  schema?: Readonly<Record<string, unknown>> | undefined
  height?: 'smallest' | 'small' | 'medium' | 'tall' | 'large' | undefined
  maxLength?: number | undefined
}

/**
 * The field is shown, validated and sent only while another field of the form has one of these values, or one that
 * `meets` accepts.
 */
export type FieldCondition = { field: string } & ({ is: readonly unknown[] } | { meets: (value: unknown) => boolean })

type Common = {
  /** A path into the values of the form: `properties.region`. */
  name: string
  label: string
  /** May depend on all values of the form. */
  help?: string | ((values: FormValues) => string | undefined)
  isRequired?: boolean
  /** The error of a missing value, if the usual one does not say what to do. */
  requiredMessage?: string
  /** The value is shown only: it is neither validated nor sent. */
  isReadOnly?: boolean
  when?: FieldCondition
  /** A further check. Returns the error. */
  validate?: (value: unknown, values: FormValues) => string | undefined
  /** The values of other fields that follow from a changed value, such as those that belong to the previous one. */
  sets?: (value: unknown) => FormValues
}

/** The props of the component of a custom field, which renders the label, help and error like every field. */
export type CustomFieldProps<V = unknown> = {
  name: string
  label: string
  help: string | undefined
  isRequired: boolean | undefined
  value: V
  onChange(value: V): void
  onBlur: () => void
  error: string | undefined
  isReadOnly: boolean
  /** All values of the form, and how to change those of other fields. */
  values: FormValues
  setValues: (values: FormValues) => void
}

/** A format for a text; `message` describes the expected format. */
export type TextPattern = { accepts(text: string): boolean; message: string }

type Texts = {
  placeholder?: string
  isMono?: boolean
  initial?: string
  minLength?: number
  maxLength?: number
  pattern?: TextPattern
}

/** A field of a form, as data. */
export type FieldDescription = Common &
  (
    | ({ type: 'text'; kind?: 'text' | 'email' | 'url' } & Texts)
    | ({ type: 'textarea' } & Texts)
    /** Write-only: its value is a `Secret`. */
    | { type: 'secret' }
    /**
     * Typed here, or read from a secret or config map: its value is a `ValueSource`. With `isSecret`, it is write-only, and
     * `{ is: 'kept' }` keeps the stored value.
     */
    | { type: 'source'; isSecret?: boolean; isMultiline?: boolean; placeholder?: string; initial?: string }
    | {
        type: 'number'
        unit?: string
        min?: number
        max?: number
        step?: number
        isWhole?: boolean
        initial?: number
      }
    /** Format of Go: `1h30m`. */
    | { type: 'duration'; initial?: string }
    /** A number with its unit: `512Mi`. */
    | { type: 'amount'; set: UnitSet; initial?: string }
    | {
        type: 'select'
        options: readonly Choice[]
        placeholder?: string
        initial?: string
        /** The label of the empty option of a field that is not required. */
        noneLabel?: string
        /** The field always has a value: it has neither the empty option nor the required mark. */
        isAlwaysChosen?: boolean
      }
    | { type: 'radio'; options: readonly Choice[]; initial?: string }
    | { type: 'checkbox' | 'switch'; initial?: boolean }
    | { type: 'checkboxes'; options: readonly Choice[]; initial?: readonly string[] }
    | { type: 'suggest'; options: readonly Choice[]; isMono?: boolean; initial?: string }
    | {
        type: 'search'
        find: FindChoices<Choice>
        placeholder?: string
        pace?: Partial<SearchPace>
        /** The value that the form returns: that of the choice, or the choice itself. */
        sends?: 'value' | 'choice'
      }
    | { type: 'schedule'; set?: ScheduleSet; initial?: string }
    /** Its value is an ISO time. By default, it is read and shown in the time zone of the user. */
    | { type: 'moment'; parse?: (text: string) => Date | undefined; format?: (at: Date) => string }
    /** YAML, JSON or CEL. Its value is the text, or the parsed text of YAML or JSON. */
    | ({ type: 'code'; initial?: unknown } & CodeKind)
    | { type: 'labels' }
    | { type: 'keyValues'; isPlain?: boolean }
    | { type: 'file' }
    /** Nested forms. Names and conditions in them are relative to one item. */
    | { type: 'list'; itemLabel: string; fields: FormDescription; most?: number }
    /** A value without a control, which another field sets. It is sent like any other. */
    | { type: 'hidden'; initial?: unknown }
    /**
     * For a control that only one form has. The component must be the same one each time the form is described: React
     * would otherwise mount a new one, which loses the focus. Not in lists.
     */
    | { type: 'custom'; control: ComponentType<CustomFieldProps<never>>; initial?: unknown }
  )

/** Fields under a heading, which can be collapsed. Does not affect the names of the fields. */
export type FormSection = {
  type: 'section'
  /** Unique among siblings. Required if the label is not unique or can change. */
  key?: string
  label: string
  help?: string
  isCollapsed?: boolean
  when?: FieldCondition
  fields: FormDescription
}

/** Fields without a heading that have a layout or a condition in common. Does not affect the names of the fields. */
export type FormGroup = {
  type: 'group'
  /** Unique among siblings. */
  key: string
  /** The accessible name. */
  label?: string
  /** `row`: beside each other where there is room. Default: below each other, like fields outside the group. */
  layout?: 'row' | 'divided' | 'indented'
  when?: FieldCondition
  fields: FormDescription
}

export type FormDescription = readonly (FieldDescription | FormSection | FormGroup)[]

/** A field that can edit a value in a text. A missing value is shown as empty: `initial` applies to new texts only. */
export type DocumentField = Extract<
  FieldDescription,
  {
    type:
      | 'text'
      | 'textarea'
      | 'number'
      | 'duration'
      | 'amount'
      | 'select'
      | 'radio'
      | 'checkbox'
      | 'switch'
      | 'checkboxes'
      | 'suggest'
      | 'schedule'
      | 'labels'
      | 'keyValues'
  }
> & {
  /** Checkboxes only: the values are written as numbers. */
  isNumeric?: true
  /** Why the field cannot be edited, as a sentence. */
  lock?: string
  /** In a document, these cannot depend on the values of other fields. */
  help?: string
  validate?: never
  sets?: never
}
/** Fields of a text. A number in a name is an index of a list: `spec.http.0.url`. */
export type DocumentDescription = readonly (
  DocumentField | (Omit<FormSection, 'fields'> & { fields: DocumentDescription })
)[]

export type FormValues = Readonly<Record<string, unknown>>

/** The value at a path; undefined if there is none. */
export const valueAt = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), values)

/** The same values with another value at a path. */
export function setFormValue(values: FormValues, name: string, value: unknown): FormValues {
  const [key = '', ...rest] = name.split('.')
  if (rest.length === 0) return { ...values, [key]: value }
  const inner = values[key]
  return { ...values, [key]: setFormValue(isRecord(inner) ? inner : {}, rest.join('.'), value) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whether the value of the field that a condition names meets it. */
export const meetsCondition = (when: FieldCondition, value: unknown): boolean =>
  'is' in when ? when.is.includes(value) : when.meets(value)

/** The fields that are displayed for these values, in order. */
export const shownFields = (form: FormDescription, values: unknown): FieldDescription[] =>
  form
    .filter(({ when }) => when === undefined || meetsCondition(when, valueAt(values, when.field)))
    .flatMap((one) => (isField(one) ? [one] : shownFields(one.fields, values)))

/** All fields, regardless of their conditions. */
export const allFields = (form: FormDescription): FieldDescription[] =>
  form.flatMap((one) => (isField(one) ? [one] : allFields(one.fields)))

const isField = (one: FormDescription[number]): one is FieldDescription =>
  one.type !== 'section' && one.type !== 'group'

/** Initial values of a form. Every field gets a value, so that none changes from uncontrolled to controlled. */
export const initialValues = (form: FormDescription, given: FormValues = {}): FormValues =>
  allFields(form).reduce(
    (values, field) =>
      valueAt(values, field.name) === undefined ? setFormValue(values, field.name, initialOf(field)) : values,
    given
  )

function initialOf(field: FieldDescription): unknown {
  switch (field.type) {
    case 'secret':
      return { is: 'typed', text: '' }
    case 'source':
      return { value: field.initial ?? '' }
    case 'number':
      return field.initial ?? null
    case 'checkbox':
    case 'switch':
      return field.initial ?? false
    case 'checkboxes':
      return field.initial ?? []
    case 'code':
      return field.initial ?? (field.isParsed ? null : '')
    case 'search':
    case 'file':
      return null
    case 'hidden':
      return field.initial ?? null
    case 'labels':
      return {}
    case 'keyValues':
    case 'list':
      return []
    case 'moment':
      return ''
    default:
      return field.initial ?? ''
  }
}
