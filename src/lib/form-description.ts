import type { Choice, Find, Pace } from './choice'
import type { ScheduleSet } from './schedules'

/** Units that an amount is written with, and the one that a bare number gets. */
export type UnitSet = { units: readonly string[]; initial: string }

/** The kind of text in a code field. */
export type CodeKind = {
  language: 'yaml' | 'json'
  /** Its value is what the text says, `null` for nothing; otherwise it is the text. */
  isParsed?: boolean | undefined
  /** A JSON Schema, which advises, completes and explains. */
  schema?: Readonly<Record<string, unknown>> | undefined
  height?: 'smallest' | 'small' | 'medium' | 'tall' | 'large' | undefined
}

/** Shown, checked and sent only while another field of the same form has one of these values. */
export type Condition = { field: string; is: readonly unknown[] }

type Common = {
  /** A path into the values of the form: `properties.region`. */
  name: string
  label: string
  help?: string
  isRequired?: boolean
  when?: Condition
}

/** What a text has to look like; `message` says what is expected. */
export type Pattern = { accepts(text: string): boolean; message: string }

type Texts = {
  placeholder?: string
  isMono?: boolean
  initial?: string
  minLength?: number
  maxLength?: number
  pattern?: Pattern
}

/** One field of a form, as data. */
export type FieldDescription = Common &
  (
    | ({ type: 'text'; kind?: 'text' | 'email' | 'url' } & Texts)
    | ({ type: 'textarea' } & Texts)
    /** Never sent back: its value is a `Secret`. */
    | { type: 'secret' }
    /** Written here, or taken from a secret or config map: its value is a `ValueSource`. */
    | { type: 'source'; isSecret?: boolean }
    | {
        type: 'number'
        unit?: string
        min?: number
        max?: number
        step?: number
        isWhole?: boolean
        initial?: number
      }
    /** Go's writing: `1h30m`. */
    | { type: 'duration'; initial?: string }
    /** A number with its unit: `512Mi`. */
    | { type: 'amount'; set: UnitSet; initial?: string }
    | { type: 'select'; options: readonly Choice[]; placeholder?: string; initial?: string }
    | { type: 'radio'; options: readonly Choice[]; initial?: string }
    | { type: 'checkbox' | 'switch'; initial?: boolean }
    | { type: 'checkboxes'; options: readonly Choice[]; initial?: readonly string[] }
    | { type: 'suggest'; options: readonly Choice[]; initial?: string }
    | { type: 'search'; find: Find<Choice>; placeholder?: string; pace?: Partial<Pace> }
    | { type: 'schedule'; set?: ScheduleSet; initial?: string }
    | { type: 'moment'; parse: (text: string) => Date | undefined; format: (at: Date) => string }
    /** YAML or JSON. Its value is the text, or what the text says. */
    | ({ type: 'code'; initial?: unknown } & CodeKind)
    | { type: 'labels' }
    | { type: 'keyValues'; isPlain?: boolean }
    | { type: 'file' }
    /** Forms within the form; the names and conditions in it are of one item. */
    | { type: 'list'; itemLabel: string; fields: FormDescription; most?: number }
  )

/** Fields under a heading, that can be folded away. It adds nothing to their names. */
export type Section = {
  type: 'section'
  /** Unique among its neighbours, where its label may change or be another one's, too. */
  key?: string
  label: string
  help?: string
  isCollapsed?: boolean
  when?: Condition
  fields: FormDescription
}

export type FormDescription = readonly (FieldDescription | Section)[]

/** A field that a value of a text can be edited in. What a text does not say is empty: `initial` is for new texts. */
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
  /** Of checkboxes: what is written are numbers. */
  isNumeric?: true
}
/** Fields on a text. A step of a name that is a number is a position in a list: `spec.http.0.url`. */
export type DocumentDescription = readonly (
  DocumentField | (Omit<Section, 'fields'> & { fields: DocumentDescription })
)[]

export type Values = Readonly<Record<string, unknown>>

/** The value at a path; undefined where there is none. */
export const valueAt = (values: unknown, name: string): unknown =>
  name.split('.').reduce<unknown>((at, key) => (isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined), values)

/** The same values with another one at a path. */
export function withValue(values: Values, name: string, value: unknown): Values {
  const [key = '', ...rest] = name.split('.')
  if (rest.length === 0) return { ...values, [key]: value }
  const inner = values[key]
  return { ...values, [key]: withValue(isRecord(inner) ? inner : {}, rest.join('.'), value) }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

export const meetsCondition = (when: Condition | undefined, values: unknown): boolean =>
  when === undefined || when.is.includes(valueAt(values, when.field))

/** The fields that are shown with these values, in their order. */
export const shownFields = (form: FormDescription, values: unknown): FieldDescription[] =>
  form
    .filter(({ when }) => meetsCondition(when, values))
    .flatMap((one) => (one.type === 'section' ? shownFields(one.fields, values) : [one]))

const allFields = (form: FormDescription): FieldDescription[] =>
  form.flatMap((one) => (one.type === 'section' ? allFields(one.fields) : [one]))

/** What a form starts with: every field has a value, so that none turns from uncontrolled to controlled. */
export const initialValues = (form: FormDescription, given: Values = {}): Values =>
  allFields(form).reduce(
    (values, field) =>
      valueAt(values, field.name) === undefined ? withValue(values, field.name, initialOf(field)) : values,
    given
  )

function initialOf(field: FieldDescription): unknown {
  switch (field.type) {
    case 'secret':
      return { is: 'typed', text: '' }
    case 'source':
      return { value: '' }
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
